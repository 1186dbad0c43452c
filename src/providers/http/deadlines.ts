import type { Fault } from '../../core/index.ts'
import { cancelled } from './attempt-failure.ts'

/** How long something may take, and the fault if it takes longer. */
export type TimeLimit = { readonly milliseconds: number; readonly late: Fault }

export type RequestDeadlines = {
  /** Aborted when a time is over, when the caller cancels, and at the end. */
  readonly signal: AbortSignal
  /** The next thing must happen within this time; replaces what was expected before. */
  readonly expect: (limit: TimeLimit) => void
  /** Time counts only while something is waited for: a slow reader of chunks is not the server's fault. */
  readonly during: <T>(waiting: Promise<T>) => Promise<T>
  /** Why the signal was aborted, unless it was the end. */
  readonly reason: () => Fault | undefined
  /** Always called at the end; also closes a connection that still delivers. */
  readonly stop: () => void
}

export function startDeadlines(outer: AbortSignal, whole: TimeLimit): RequestDeadlines {
  const controller = new AbortController()
  let reason: Fault | undefined
  let next = whole
  let left = whole.milliseconds
  const end = (why: Fault): void => {
    reason ??= why
    controller.abort()
  }
  const cancel = (): void => end(cancelled())
  const wholeTimer = setTimeout(() => end(whole.late), whole.milliseconds)
  outer.addEventListener('abort', cancel)
  if (outer.aborted) cancel()
  return {
    signal: controller.signal,
    expect(limit) {
      next = limit
      left = limit.milliseconds
    },
    async during(waiting) {
      const started = performance.now()
      const timer = setTimeout(() => end(next.late), left)
      try {
        return await waiting
      } finally {
        clearTimeout(timer)
        left -= performance.now() - started
      }
    },
    reason: () => reason,
    stop() {
      clearTimeout(wholeTimer)
      outer.removeEventListener('abort', cancel)
      controller.abort()
    },
  }
}
