import { StorageFailure, type Versioned } from '../core/index.ts'
import type { Connection } from './connection.ts'
import {
  type Decision,
  type Kept,
  type Proposed,
  REMEMBERED_MS,
  SWAPS_BETWEEN_SWEEPS,
  decideSwap,
  isLive,
} from './decide-swap.ts'
import { type KeyRange, keyBytes, rangeBytes } from './keys.ts'
import type { Row } from './sqlite-driver.ts'
import { readJson } from './stored-json.ts'

export type Place = { readonly table: Uint8Array; readonly key: string }
export type BytePlace = { readonly table: Uint8Array; readonly key: Uint8Array }
export type Entries = {
  readonly find: (place: Place, now: number) => Promise<Versioned | undefined>
  readonly list: (
    table: Uint8Array,
    range: KeyRange,
    page: { readonly limit: number; readonly now: number },
  ) => Promise<readonly Versioned[]>
  readonly swap: (place: Place, proposed: Proposed, now: () => number) => Promise<boolean>
  /** Within a transaction. */
  readonly decide: (place: BytePlace, proposed: Proposed, at: number) => Decision
  /** Within a transaction. */
  readonly put: (place: BytePlace, kept: Kept, at: number) => void
}

// Bytes that SQLite hands over are a burden for the garbage collector, so a key that is known is not asked for, and others come as text.
const SELECT_ONE = 'SELECT version, value, ends_at FROM entries WHERE tab = ? AND key = ?'
const SELECT_PAGE = 'SELECT hex(key) AS digits, version, value FROM entries WHERE tab = ?'
const LIVE = 'value IS NOT NULL AND (ends_at IS NULL OR ends_at > ?)'

export function prepareEntries({ prepare, read, write }: Connection): Entries {
  const select = prepare(SELECT_ONE)
  const selectPage = prepare(`${SELECT_PAGE} AND key >= ? AND key < ? AND ${LIVE} ORDER BY key LIMIT +?`) // see sqlite-streams.ts
  const upsert = prepare(
    `INSERT INTO entries (tab, key, version, value, ends_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET version = excluded.version, value = excluded.value, ends_at = excluded.ends_at`,
  )
  const blank = prepare(
    'UPDATE entries SET value = NULL WHERE value IS NOT NULL AND ends_at IS NOT NULL AND ends_at <= ?',
  )
  const blankOne = prepare('UPDATE entries SET value = NULL WHERE tab = ? AND key = ? AND ends_at <= ?')
  const forget = prepare('DELETE FROM entries WHERE value IS NULL AND ends_at <= ?')
  let swaps = 0

  /** What has expired loses its value at once, and its count later. */
  function sweep(now: number): void {
    blank.run(now)
    forget.run(now - REMEMBERED_MS)
  }
  /** Whoever was told that it has ended must not find it again when the clock is set back. */
  async function end({ table, key }: BytePlace, now: number): Promise<void> {
    try {
      await write(() => blankOne.run(table, key, now))
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown
    }
  }
  const decide: Entries['decide'] = ({ table, key }, proposed, at) =>
    decideSwap(keptFrom(select.get(table, key)), proposed, at)
  function put({ table, key }: BytePlace, { version, text, endsAt }: Kept, at: number): void {
    upsert.run(table, key, version, text ?? null, endsAt ?? null)
    if (swaps++ % SWAPS_BETWEEN_SWEEPS === 0) sweep(at)
  }
  return {
    decide,
    put,
    find: async ({ table, key }, now) => {
      const place = { table, key: keyBytes(key) }
      const kept = keptFrom(await read(() => select.get(place.table, place.key)))
      if (isLive(kept, now)) return { key, version: kept.version, value: readJson(kept.text) }
      if (kept?.text !== undefined) await end(place, now)
      return undefined
    },
    list: async (table, range, { limit, now }) => {
      const [from, to] = rangeBytes(range)
      const rows = await read(() => selectPage.all(table, from, to, now, limit))
      return rows.map(versionedFrom)
    },
    swap: ({ table, key }, proposed, now) => {
      const place = { table, key: keyBytes(key) }
      return write(() => {
        const at = now() // only now that nobody else can write
        const decision = decide(place, proposed, at)
        if (decision.kind === 'write') put(place, decision.kept, at)
        return decision.kind !== 'refused'
      })
    },
  }
}

function keptFrom(row: Row | undefined): Kept | undefined {
  if (row === undefined) return undefined
  const { version, value, ends_at: endsAt } = row
  return {
    version: Number(version),
    text: typeof value === 'string' ? value : undefined,
    endsAt: typeof endsAt === 'number' ? endsAt : undefined,
  }
}

const versionedFrom = ({ digits, version, value }: Row): Versioned => ({
  key: Buffer.from(String(digits), 'hex').toString(),
  version: Number(version),
  value: readJson(String(value)),
})
