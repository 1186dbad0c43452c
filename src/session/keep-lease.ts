import { fault } from '../core/index.ts'

export type TurnLease = {
  /** Aborts when the lease could not be renewed in time: another turn may begin, so this one must not act any more. */
  readonly lost: AbortSignal
  leave(): Promise<void>
}

export type LeaseWork = {
  readonly leaseMs: number
  /** What is left of it now. */
  readonly leftMs: number
  /** False when it is no longer one's own. */
  readonly renew: () => Promise<boolean>
  readonly release: () => Promise<void>
}

const RENEWALS = 3 // in the time of one lease

/** Each end is counted from before the renewal was asked for, so it never comes later here than in the store. */
export function keepLease({ leaseMs, leftMs, renew, release }: LeaseWork): TurnLease {
  const controller = new AbortController()
  let over = false
  let working: Promise<void> = Promise.resolve()
  let end = setTimeout(lose, leftMs).unref()
  let next = setTimeout(tick, leaseMs / RENEWALS).unref()

  function stop(): void {
    over = true
    clearTimeout(end)
    clearTimeout(next)
  }
  function lose(): void {
    if (over) return
    stop()
    controller.abort(fault('turn_busy', 'The lease of this turn ran out before it could be renewed, so another one may have begun.'))
  }
  function tick(): void {
    working = renewOnce(setTimeout(lose, leaseMs).unref())
  }
  async function renewOnce(laterEnd: NodeJS.Timeout): Promise<void> {
    const outcome = await tried(renew)
    const isRenewed = outcome === true && !over
    clearTimeout(isRenewed ? end : laterEnd)
    if (isRenewed) end = laterEnd
    if (outcome === false) lose()
    if (!over) next = setTimeout(tick, leaseMs / RENEWALS).unref()
  }
  return {
    lost: controller.signal,
    async leave() {
      if (over) return
      stop()
      await working
      await tried(release) // if that fails, it ends by itself
    },
  }
}

/** Undefined when the store failed: it may be back before the lease has ended. */
async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
