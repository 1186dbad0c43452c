/** How long somebody waits; asked for only by who has to. */
export type Patience = () => AbortSignal

/** Who waits in this process: one at a time for each key, in the order in which they came. */
export type TurnQueue = {
  /** True when it is one's turn; false when the signal was faster. */
  readonly take: (key: string, patience: Patience) => Promise<boolean>
  readonly pass: (key: string) => void
}

export function createTurnQueue(): TurnQueue {
  const waiting = new Map<string, (() => void)[]>()
  return {
    async take(key, patience) {
      const others = waiting.get(key)
      if (others === undefined) {
        waiting.set(key, [])
        return true
      }
      const signal = patience()
      if (signal.aborted) return false
      return new Promise(resolve => {
        const begin = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(true)
        }
        const giveUp = (): void => {
          others.splice(others.indexOf(begin), 1)
          resolve(false)
        }
        others.push(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    pass(key) {
      const next = waiting.get(key)?.shift()
      if (next) next()
      else waiting.delete(key)
    },
  }
}
