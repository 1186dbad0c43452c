/** One request. It returns false once a later request has replaced it. */
export type ReadOnce = (isNewest: () => boolean) => Promise<void>

export type Reader = {
  /** Resolves when data at least as new as the call has been read. */
  readonly read: () => Promise<void>
  /** Ignores requests that are still running. */
  readonly stop: () => void
}

const PATIENCE = 5000 // ms until a missing answer is given up

/**
 * Runs one request at a time. Changes during a request lead to exactly one more request after it, so no answer replaces
 * a newer one and a busy workspace does not cause hundreds of requests.
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
