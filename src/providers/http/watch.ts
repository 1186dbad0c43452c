import type { Fault } from '../../core/index.ts'
import { cancelled } from './trouble.ts'

/** A time, and what is told when it is over. */
export type Term = { readonly milliseconds: number; readonly late: () => Fault }

export type Watch = {
  /** What is closed when a time is over, when the caller cancels, and at the end. */
  readonly closes: (close: () => void) => void
  /** The next thing must happen within this time; replaces what was expected before. */
  readonly expect: (term: Term) => void
  /** Time counts only while something is waited for: a slow reader of chunks is not the server's fault. */
  readonly during: <T>(waiting: Promise<T>) => Promise<T>
  /** Why it ended, if the watch ended it. */
  readonly reason: () => Fault | undefined
  /** Always called at the end; also closes a connection that still delivers. */
  readonly stop: () => void
}

export function startWatch(outer: AbortSignal, whole: Term): Watch {
  let reason: Fault | undefined
  let close: (() => void) | undefined
  const end = (why: Fault): void => {
    reason ??= why
    close?.()
  }
  const cancel = (): void => end(cancelled())
  const alarm = createAlarm(whole, end)
  outer.addEventListener('abort', cancel)
  if (outer.aborted) cancel()
  return {
    closes(opened) {
      close = opened
      if (reason) opened()
    },
    expect: alarm.expect,
    during: alarm.during,
    reason: () => reason,
    stop() {
      alarm.stop()
      outer.removeEventListener('abort', cancel)
      close?.()
    },
  }
}

type Alarm = Pick<Watch, 'expect' | 'during' | 'stop'>

/** One timer for both times, first set when something is waited for and then only for what is due earlier: nearly everything comes in time. */
function createAlarm(whole: Term, end: (why: Fault) => void): Alarm {
  const wholeAt = performance.now() + whole.milliseconds
  let expected = whole
  let expectedAt = wholeAt
  let isWaiting = false
  let timer: NodeJS.Timeout | undefined
  let ringsAt = Number.POSITIVE_INFINITY

  function set(): void {
    const dueAt = isWaiting ? Math.min(wholeAt, expectedAt) : wholeAt
    if (dueAt >= ringsAt) return
    clearTimeout(timer)
    ringsAt = dueAt
    timer = setTimeout(ring, dueAt - performance.now())
  }
  function ring(): void {
    const now = performance.now()
    ringsAt = Number.POSITIVE_INFINITY
    if (now >= wholeAt) end(whole.late())
    else if (isWaiting && now >= expectedAt) end(expected.late())
    else set()
  }
  function expect(term: Term): void {
    expected = term
    expectedAt = performance.now() + term.milliseconds
    if (isWaiting) set()
  }
  return {
    expect,
    async during(waiting) {
      // It ran out while nobody waited.
      if (expected !== whole && performance.now() >= expectedAt) expect(expected)
      isWaiting = true
      set()
      try {
        return await waiting
      } finally {
        isWaiting = false
      }
    },
    stop: () => clearTimeout(timer),
  }
}
