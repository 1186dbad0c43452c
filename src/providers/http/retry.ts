import type { ServerConnection } from './connection.ts'
import type { AttemptFailure } from './attempt-failure.ts'

/** How many milliseconds to wait before the next attempt; undefined: no more attempts. */
export type RetryPolicy = (failure: AttemptFailure) => number | undefined

/** Waits a random time within a budget, so that clients that failed together do not come back together. */
export function createRetryPolicy({ limits, clock, random }: ServerConnection): RetryPolicy {
  const started = clock.monotonic()
  let attempts = 0
  return failure => {
    attempts += 1
    if (!failure.again || (attempts >= limits.maxAttempts && !failure.loading)) return undefined
    const pause = failure.afterMs ?? random() * Math.min(limits.maxMs, limits.baseMs * 2 ** (attempts - 1))
    return clock.monotonic() - started + pause <= limits.budgetMs ? pause : undefined
  }
}

/** Resolves after the time, or as soon as the signal is aborted. */
export function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
