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
  const wholeTimer = setTimeout(() => end(whole.late()), whole.milliseconds)
  const stage = createStage(end)
  outer.addEventListener('abort', cancel)
  if (outer.aborted) cancel()
  return {
    closes(opened) {
      close = opened
      if (reason) opened()
    },
    expect: stage.expect,
    during: stage.during,
    reason: () => reason,
    stop() {
      clearTimeout(wholeTimer)
      stage.stop()
      outer.removeEventListener('abort', cancel)
      close?.()
    },
  }
}

type Stage = Pick<Watch, 'expect' | 'during' | 'stop'>

function createStage(end: (why: Fault) => void): Stage {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  let missed: Term | undefined
  const expect = (term: Term): void => {
    clearTimeout(timer)
    missed = undefined
    timer = setTimeout(() => {
      if (isWaiting) end(term.late())
      else missed = term
    }, term.milliseconds)
  }
  return {
    expect,
    async during(waiting) {
      if (missed) expect(missed)
      isWaiting = true
      try {
        return await waiting
      } finally {
        isWaiting = false
      }
    },
    stop: () => clearTimeout(timer),
  }
}
