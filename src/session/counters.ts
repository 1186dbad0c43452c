/** Numbers the calls of a session: those that are recorded, those that are under way in this process, and this one. */
export type CallCounter = {
  /** The number of a call that begins now. */
  readonly begin: (session: string) => number
  /** It is recorded, or will never be. */
  readonly end: (session: string) => void
}

export function createCallCounter(recorded: (session: string) => number): CallCounter {
  const underWay = new Map<string, number>()
  return {
    begin(session) {
      const others = underWay.get(session) ?? 0
      underWay.set(session, others + 1)
      return recorded(session) + others + 1
    },
    end(session) {
      const left = (underWay.get(session) ?? 1) - 1
      if (left > 0) underWay.set(session, left)
      else underWay.delete(session)
    },
  }
}
