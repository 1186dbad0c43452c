import {
  type Clock,
  type Json,
  type JsonObject,
  type Store,
  fault,
  isGone,
  isoTime,
  newId,
  processSpace,
  textOf,
  thisProcess,
} from '../core/index.ts'

/** What one turn holds while it is under way. */
export type TurnLease = {
  /** Aborts when the lease could not be renewed in time: another turn may begin, so this one must not act any more. */
  readonly lost: AbortSignal
  leave(): Promise<void>
}

/** Who holds it, as others may read it. */
export type LeaseHolder = { readonly who: string; readonly since: string }
export type LeaseOptions = { readonly store: Store; readonly clock: Clock; readonly leaseMs: number }

const TABLE = 'turn_leases'
const MAX_WHO = 200
const RENEWALS = 3 // in the time of one lease

export async function findHolder(store: Store, key: string): Promise<LeaseHolder | undefined> {
  const held = (await store.get(TABLE, key))?.value
  return held && { who: textOf(held['who']), since: textOf(held['since']) }
}

/** Undefined when another turn holds it. A lease that has expired, or whose process is gone, is taken over. */
export async function takeLease(options: LeaseOptions, key: string, who: string): Promise<TurnLease | undefined> {
  const { store, clock, leaseMs } = options
  const here = thisProcess(clock, processSpace())
  const held = await store.get(TABLE, key)
  if (held && !hasEnded(held.value, clock) && !isGone(held.value, here)) return undefined
  const token = newId('event')
  const since = isoTime(clock.now())
  const row = { token, who: `${who.slice(0, MAX_WHO)} (process ${process.pid})`, since, ...here }
  const put = (expect: number | 'absent'): Promise<boolean> =>
    store.swap(TABLE, key, { expect, next: { ...row, ends: clock.monotonic() + leaseMs }, ttlMs: leaseMs })
  const ownVersion = async (): Promise<number | undefined> => {
    const now = await store.get(TABLE, key)
    return now?.value['token'] === token ? now.version : undefined
  }
  const asked = clock.monotonic()
  if (!(await put(held?.version ?? 'absent'))) return undefined
  return renewing({
    leaseMs,
    leftMs: leaseMs - (clock.monotonic() - asked),
    async renew() {
      const version = await ownVersion()
      return version !== undefined && put(version)
    },
    async release() {
      const version = await ownVersion()
      if (version !== undefined) await store.swap(TABLE, key, { expect: version })
    },
  })
}

/** Also when the clock on the wall was set back, which would keep a dead process's lease alive in the store. */
const hasEnded = ({ boot, ends }: JsonObject, clock: Clock): boolean =>
  boot === clock.boot && isNumber(ends) && ends < clock.monotonic()
const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

type LeaseWork = {
  readonly leaseMs: number
  /** What is left of it now. */
  readonly leftMs: number
  /** False when another turn has the lease. */
  readonly renew: () => Promise<boolean>
  readonly release: () => Promise<void>
}

/** Each end is counted from before the renewal was asked for, so it never comes later here than in the store. */
function renewing({ leaseMs, leftMs, renew, release }: LeaseWork): TurnLease {
  const controller = new AbortController()
  let over = false
  let renewal: Promise<void> = Promise.resolve()
  let end = setTimeout(lose, leftMs).unref()
  const next = setInterval(() => {
    renewal = renewal.then(renewOnce)
  }, leaseMs / RENEWALS).unref()

  function stop(): void {
    over = true
    clearTimeout(end)
    clearInterval(next)
  }
  function lose(): void {
    if (over) return
    stop()
    controller.abort(
      fault('turn_busy', 'The lease of this turn ran out before it could be renewed, so another one may have begun.'),
    )
  }
  async function renewOnce(): Promise<void> {
    if (over) return
    const laterEnd = setTimeout(lose, leaseMs).unref()
    const isRenewed = await orUndefined(renew)
    if (isRenewed === false) lose()
    const isLonger = isRenewed === true && !over
    clearTimeout(isLonger ? end : laterEnd)
    if (isLonger) end = laterEnd
  }
  return {
    lost: controller.signal,
    async leave() {
      if (over) return
      stop()
      await renewal
      await orUndefined(release) // if that fails, the lease expires by itself
    },
  }
}

/** Undefined when the store failed: it may be back before the lease has ended. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
