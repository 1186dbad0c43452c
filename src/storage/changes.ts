/** Tells everyone who listens that something has changed; the count lets a listener see what it missed before it listened. */
export type Changes = {
  readonly count: () => number
  readonly listen: (wake: () => void) => () => void
  readonly tell: () => void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    count: () => count,
    listen: wake => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    tell: () => {
      count++
      for (const wake of listeners) wake()
    },
  }
}
