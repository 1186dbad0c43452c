import { type Joined, type Store, textOf } from '../core/index.ts'

type TableChange = Extract<Joined, { table: string }>
export type RecentSession = { readonly place: string; readonly id: string; readonly agent: string }

/** Which session was used last. Each session names its own entry, so entries left by a crash or a race are skipped. */
export type Recency = {
  /** A place before all others, or the present one if time went back. */
  readonly nextPlace: (id: string, updated: number, present: string) => string
  /** Nothing is before this place, so whoever has it was used last already. */
  readonly isFirst: (place: string) => Promise<boolean>
  /** Written with the session itself, so that none is ever without its entry. */
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
  return {
    nextPlace(id, updated, present) {
      const place = `${reversed(updated)}${reversed(++count)}${id}`
      return present === '' || place < present ? place : present
    },
    isFirst: async place => place !== '' && (await store.list(TABLE, { limit: 1 }))[0]?.key === place,
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
