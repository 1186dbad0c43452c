/** Asks, and says whether what comes is still wanted: false once a later question has overtaken it. */
export type ReadOnce = (isNewest: () => boolean) => Promise<void>

export type Reader = {
  /** Ends when what was known at the time of the call, or something newer, has been read. */
  readonly read: () => Promise<void>
  /** Whatever is still under way is not wanted any more. */
  readonly stop: () => void
}

const PATIENCE = 5000 // ms; whoever has not answered by then may never do so, and is not waited for

/**
 * One question at a time. News that come while it is under way lead to one more question behind it, however many they are: so no answer
 * replaces a newer one, a busy workspace is not asked hundreds of times, and a list that takes long is not begun anew for ever.
 */
export function readInTurn(once: ReadOnce, now: () => number = () => performance.now()): Reader {
  let generation = 0
  let running: { readonly ended: Promise<void>; readonly since: number } | null = null
  let isWantedAgain = false
  const run = async (mine: number): Promise<void> => {
    isWantedAgain = false
    await once(() => mine === generation)
    if (mine !== generation) return undefined
    if (isWantedAgain) return run(mine)
    running = null
    return undefined
  }
  const read = (): Promise<void> => {
    if (running !== null && now() - running.since < PATIENCE) {
      isWantedAgain = true
      return running.ended
    }
    running = { ended: run(++generation), since: now() }
    return running.ended
  }
  const stop = (): void => {
    generation += 1
    running = null
  }
  return { read, stop }
}
