/** Who asked first goes first, one at a time. */
export type Turns = {
  /** Resolves to a function that ends the turn, to be called once; rejects with `tooLate()` after `giveUpMs`. */
  readonly take: (giveUpMs: number, tooLate: () => Error) => Promise<() => void>
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let isTaken = false

  function end(): void {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }
  const comesWithin = (ms: number): Promise<boolean> =>
    new Promise(resolve => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        resolve(false)
      }, ms)
      waiting.push(begin)
    })
  return {
    async take(giveUpMs, tooLate) {
      if (isTaken && !(await comesWithin(giveUpMs))) throw tooLate()
      isTaken = true
      return end
    },
  }
}
