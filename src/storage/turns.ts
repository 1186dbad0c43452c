/** Who asked first goes first, one at a time. */
export type Turns = {
  /** Resolves to what ends the turn; rejects with what `tooLate` makes when it has not come by then. */
  readonly take: (giveUpMs: number, tooLate: () => Error) => Promise<() => void>
}

export function createTurns(): Turns {
  let last = Promise.resolve()
  let taken = 0
  return {
    async take(giveUpMs, tooLate) {
      const before = last
      const turn = openTurn(() => taken--)
      last = turn.ended
      if (taken++ > 0 && !(await isOverInTime(before, giveUpMs))) {
        void before.then(turn.end)
        throw tooLate()
      }
      return turn.end
    },
  }
}

function openTurn(atEnd: () => void): { readonly ended: Promise<void>; readonly end: () => void } {
  let settle: (() => void) | undefined
  const ended = new Promise<void>(resolve => {
    settle = resolve
  })
  const end = (): void => {
    atEnd()
    settle?.()
  }
  return { ended, end }
}

function isOverInTime(turn: Promise<void>, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms, false)
    void turn.then(() => {
      clearTimeout(timer)
      return resolve(true)
    })
  })
}
