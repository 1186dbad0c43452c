import { fault } from '../core/index.ts'

/** What one turn holds. */
export type TurnLease = {
  /** Aborts when the lease could not be renewed in time: another turn may begin, so this one must not act any more. */
  readonly lost: AbortSignal
  leave(): Promise<void>
}

/** A lease that one turn after another may use, until it is given back. */
export type KeptLease = {
  /** Aborts for the turn that has it now. */
  readonly lost: () => AbortSignal
  /** False when it has ended. */
  readonly isHeld: () => boolean
  /** Another turn has it from now on. */
  readonly hand: (who: string) => void
  readonly release: () => Promise<void>
}

export type LeaseWork = {
  readonly leaseMs: number
  /** What is left of it now. */
  readonly leftMs: number
  /** False when it is no longer one's own. */
  readonly renew: () => Promise<boolean>
  readonly release: () => Promise<void>
  /** From the next renewal on others read that this one has it. */
  readonly rename: (who: string) => void
}

const RENEWALS = 3 // in the time of one lease
const NAMED_MS = 100 // a turn that is over by then has gone unseen; of a longer one others must read who it is

/** Each end is counted from before the renewal was asked for, so it never comes later here than in the store. */
export function keepLease({ leaseMs, leftMs, renew, release, rename }: LeaseWork): KeptLease {
  let controller = new AbortController()
  let over = false
  let working: Promise<void> = Promise.resolve()
  let end = setTimeout(lose, leftMs).unref()
  let next = setTimeout(tick, leaseMs / RENEWALS).unref()
  let naming: NodeJS.Timeout | undefined

  function stop(): void {
    over = true
    for (const timer of [end, next, naming]) clearTimeout(timer)
  }
  function lose(): void {
    if (over) return
    stop()
    controller.abort(
      fault('turn_busy', 'The lease of this turn ran out before it could be renewed, so another one may have begun.'),
    )
  }
  /** One after the other: of two at once, one would find that the lease is no longer what it was. */
  function tick(): void {
    working = working.then(renewOnce)
  }
  async function renewOnce(): Promise<void> {
    if (over) return
    const laterEnd = setTimeout(lose, leaseMs).unref()
    const outcome = await tried(renew)
    const isRenewed = outcome === true && !over
    clearTimeout(isRenewed ? end : laterEnd)
    if (isRenewed) end = laterEnd
    if (outcome === false) lose()
    if (over) return
    clearTimeout(next)
    next = setTimeout(tick, leaseMs / RENEWALS).unref()
  }
  return {
    lost: () => controller.signal,
    isHeld: () => !over,
    hand(who) {
      controller = new AbortController()
      rename(who)
      naming ??= setTimeout(tick, NAMED_MS).unref()
      naming.refresh()
    },
    async release() {
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
