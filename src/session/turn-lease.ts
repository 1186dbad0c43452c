import {
  type Clock,
  type Json,
  type JsonObject,
  type Store,
  type Versioned,
  isoTime,
  newId,
  textOf,
} from '../core/index.ts'
import { isGone, thisProcess } from './dead-process.ts'
import { type KeptLease, keepLease } from './keep-lease.ts'

/** Who holds it, as others may read it. */
export type Holder = { readonly who: string; readonly since: string }
export type LeaseOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly leaseMs: number
  /** See `processSpace`. */
  readonly space: string
}
export type LeaseRequest = {
  readonly key: string
  readonly who: string
  /** Take it without a look at who may hold it. */
  readonly isLikelyFree?: boolean
}

const TABLE = 'turn_leases'
const MAX_WHO = 200

export async function findHolder(store: Store, key: string): Promise<Holder | undefined> {
  const held = (await store.get(TABLE, key))?.value
  return held && { who: textOf(held['who']), since: textOf(held['since']) }
}

/** Undefined when somebody else holds it. */
export async function tryLease(
  { store, clock, leaseMs, space }: LeaseOptions,
  { key, who, isLikelyFree = false }: LeaseRequest,
): Promise<KeptLease | undefined> {
  const token = newId('event')
  const here = thisProcess(clock, space)
  const named = (name: string): JsonObject => {
    const since = isoTime(clock.now())
    return { token, who: `${name.slice(0, MAX_WHO)} (process ${process.pid})`, since, ...here }
  }
  let words = named(who)
  const put = (expect: number | 'absent'): Promise<boolean> =>
    store.swap(TABLE, key, { expect, next: { ...words, ends: clock.monotonic() + leaseMs }, ttlMs: leaseMs })
  const own = async (): Promise<Versioned | undefined> => {
    const held = await store.get(TABLE, key)
    return held?.value['token'] === token ? held : undefined
  }

  const take = async (): Promise<boolean> => {
    const held = await store.get(TABLE, key)
    if (held && !hasEnded(held.value, clock) && !isGone(held.value, here)) return false
    return put(held?.version ?? 'absent')
  }
  const asked = clock.monotonic()
  if (!(isLikelyFree && (await put('absent'))) && !(await take())) return undefined
  return keepLease({
    leaseMs,
    leftMs: leaseMs - (clock.monotonic() - asked),
    async renew() {
      const version = (await own())?.version
      return version !== undefined && put(version)
    },
    async release() {
      const version = (await own())?.version
      if (version !== undefined) await store.swap(TABLE, key, { expect: version })
    },
    rename(name) {
      words = named(name)
    },
  })
}

/** Also when somebody has set the clock on the wall back, which would keep a dead process's lease alive in the store. */
const hasEnded = ({ boot, ends }: JsonObject, clock: Clock): boolean =>
  boot === clock.boot && isNumber(ends) && ends < clock.monotonic()
const isNumber = (value: Json | undefined): value is number => typeof value === 'number'
