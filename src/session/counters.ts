/** Numbers the calls of a session: those that are recorded, those that are under way in this process, and this one. */
export type CallCounter = {
  /** The number of a call that begins now. */
  readonly begin: (session: string) => number
  /** The same, found out only when somebody asks for it: to look up what is recorded costs more than most gates. */
  readonly beginUnasked: (session: string) => () => number
  /** It is recorded, or will never be. */
  readonly end: (session: string) => void
}

type RunningCalls = { underWay: number; ended: number }

export function createCallCounter(recorded: (session: string) => number): CallCounter {
  const running = new Map<string, RunningCalls>()
  function beginUnasked(session: string): () => number {
    const calls = running.get(session) ?? { underWay: 0, ended: 0 }
    running.set(session, calls)
    const others = calls.underWay++
    const before = calls.ended
    // Those of the others that have ended since are recorded by now, and must not count twice.
    return () => recorded(session) - (calls.ended - before) + others + 1
  }
  return {
    beginUnasked,
    begin: session => beginUnasked(session)(),
    end(session) {
      const calls = running.get(session)
      if (!calls) return
      calls.underWay -= 1
      calls.ended += 1
      if (calls.underWay <= 0) running.delete(session)
    },
  }
}
