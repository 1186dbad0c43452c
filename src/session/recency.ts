import { type Joined, type Store, textOf } from '../core/index.ts'

type TableChange = Extract<Joined, { table: string }>
export type RecentSession = { readonly place: string; readonly id: string; readonly agent: string }

/** Which session was used last. Entries that a crash or a race left behind are passed over, because the session itself says its place. */
export type Recency = {
  /** A place before all others, or the present one if time went back. */
  readonly nextPlace: (id: string, updated: number, present: string) => string
  /**
   * Nothing is before this place, so whoever has it was used last already. False also where another one has come before it here. `now` is
   * the store's version.
   */
  readonly isFirst: (place: string, now: number | undefined) => Promise<boolean>
  /** The same, as far as it is known without a look. */
  readonly wasFirst: (place: string, at: number | undefined) => boolean
  /** Who has this place has just been written, on top of the store's version before. */
  readonly came: (place: string, before: number | undefined) => void
  /** Before the session itself is written, or with it, so that none is ever without its entry. */
  readonly entering: (place: string, agent: string) => TableChange
  readonly leaving: (place: string) => TableChange
  readonly make: (change: TableChange) => Promise<void>
  /** The newest first. */
  readonly read: (after: string | undefined) => AsyncGenerator<RecentSession>
}

const TABLE = 'sessions_recent'
const PAGE = 100
const DIGITS = 15 // enough for any time, and still a number without rounding
const LAST = 10 ** DIGITS - 1

/** Turned around, because a store lists its keys from the smallest. */
const reversed = (value: number): string =>
  String(LAST - Math.min(LAST, Math.max(0, Math.floor(value)))).padStart(DIGITS, '0')

export function createRecency(store: Store): Recency {
  let count = 0 // within one millisecond the order is that of the changes
  let latest: { readonly place: string; readonly version: number | undefined } | undefined
  const wasFirst = (place: string, at: number | undefined): boolean =>
    place !== '' && at !== undefined && latest?.place === place && latest.version === at
  return {
    wasFirst,
    nextPlace(id, updated, present) {
      const place = `${reversed(updated)}${reversed(++count)}${id}`
      return present === '' || place < present ? place : present
    },
    async isFirst(place, now) {
      if (place === '' || (latest && latest.place !== place)) return false
      return wasFirst(place, now) || (await store.list(TABLE, { limit: 1 }))[0]?.key === place
    },
    came(place, before) {
      latest = { place, version: before === undefined ? undefined : before + 1 }
    },
    entering: (place, agent) => ({ table: TABLE, key: place, change: { expect: 'any', next: { agent } } }),
    leaving: place => ({ table: TABLE, key: place, change: { expect: 'any' } }),
    async make({ table, key, change }) {
      await store.swap(table, key, change)
    },
    async *read(after) {
      for (let last = after; ;) {
        const page = await store.list(TABLE, { limit: PAGE, ...(last !== undefined && { after: last }) })
        for (const { key, value } of page)
          yield { place: key, id: key.slice(2 * DIGITS), agent: textOf(value['agent']) }
        last = page.at(-1)?.key
        if (last === undefined || page.length < PAGE) return
      }
    },
  }
}
