import type { Watched } from '../core/index.ts'

/** The one place in a process that follows what changes in a store, for everybody who waits for it. */
export type Changes = Watched & {
  /** This process has changed something. */
  readonly report: () => void
  /** The store is closed: whoever waits looks once more, and nothing is followed any longer. */
  readonly end: () => void
}

const LOOK_MS = 50 // nobody who waits for a person or a model sees the difference, and a look costs some microseconds

/** `foreignVersion` differs after another process has written; left out where there is no other. */
export function createChanges(foreignVersion?: () => unknown): Changes {
  const watchers = new Set<{ readonly wake: () => void }>()
  let looking: NodeJS.Timeout | undefined
  let seen: unknown
  let isOver = false

  const report = (): void => {
    for (const { wake } of watchers) wake()
  }
  function look(): void {
    const found = foreignVersion?.()
    if (found !== seen) report()
    seen = found
  }
  function stop(): void {
    clearInterval(looking)
    looking = undefined
  }
  return {
    watch(wake) {
      const watcher = { wake }
      watchers.add(watcher)
      if (foreignVersion && !looking && !isOver) {
        seen = foreignVersion()
        looking = setInterval(look, LOOK_MS)
      }
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) stop()
      }
    },
    report,
    end() {
      isOver = true
      stop()
      report()
    },
  }
}
