import type { Connection } from './connection.ts'
import type { Trouble } from './trouble.ts'

/** How long to wait before the next attempt; undefined: no more attempts. */
export type Patience = (trouble: Trouble) => number | undefined

/** Full jitter within a budget: many clients that failed together do not come back together. */
export function createPatience({ limits, clock, random }: Pick<Connection, 'limits' | 'clock' | 'random'>): Patience {
  const started = clock.monotonic()
  let attempts = 0
  return trouble => {
    attempts += 1
    if (!trouble.again || (attempts >= limits.maxAttempts && !trouble.loading)) return undefined
    const pause = trouble.afterMs ?? random() * Math.min(limits.maxMs, limits.baseMs * 2 ** (attempts - 1))
    return clock.monotonic() - started + pause <= limits.budgetMs ? pause : undefined
  }
}

/** Resolves after the time, or as soon as the signal says so. */
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
