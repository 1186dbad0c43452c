/** Something that says when it has changed. */
export interface Watched {
  /** Calls `wake` after every change, at once for this process and within 50 ms for others. Returns what ends that. */
  readonly watch: (wake: () => void) => () => void
}

export type Search<T> = {
  /** Undefined while there is nothing to answer with. */
  readonly look: () => Promise<T | undefined>
  readonly signal: AbortSignal
  /** Looks again after this time, too: for what ends by itself, without anybody writing. */
  readonly atLatestMs?: () => number
}

const LONGEST_MS = 2 ** 31 - 1 // what a timer of Node takes

/** Looks at once and after every change, until something is found; undefined when the signal was faster. */
export async function findWhenChanged<T>(
  watched: Watched,
  { look, signal, atLatestMs }: Search<T>,
): Promise<T | undefined> {
  let hasChanged = false
  let wake: (() => void) | undefined
  const note = (): void => {
    hasChanged = true
    wake?.()
  }
  const stop = watched.watch(note)
  signal.addEventListener('abort', note)
  try {
    do {
      hasChanged = false
      const found = await look()
      if (found !== undefined) return found
      if (hasChanged || signal.aborted) continue
      await new Promise<void>(resolve => {
        const timer = atLatestMs && setTimeout(resolve, Math.min(LONGEST_MS, Math.max(1, atLatestMs())))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    } while (!signal.aborted)
    return undefined
  } finally {
    stop()
    signal.removeEventListener('abort', note)
  }
}
