import { StorageFailure, type Versioned } from '../core/index.ts'
import type { DatabaseConnection } from './connection.ts'
import {
  type ProposedSwap,
  REMEMBERED_MS,
  SWAPS_BETWEEN_SWEEPS,
  type StoredEntry,
  decideSwap,
  isLive,
} from './decide-swap.ts'
import { type KeyRange, keyText, rangeBytes } from './keys.ts'
import type { SqlRow } from './sqlite-driver.ts'
import { readJson } from './stored-json.ts'

export type EntryKey = { readonly table: Uint8Array; readonly key: Uint8Array }
export type SqliteEntries = {
  readonly find: (place: EntryKey, now: number) => Promise<Versioned | undefined>
  readonly list: (
    table: Uint8Array,
    range: KeyRange,
    page: { readonly limit: number; readonly now: number },
  ) => Promise<readonly Versioned[]>
  /** Within a transaction: what the swap would write; undefined where it is refused. */
  readonly plan: (place: EntryKey, proposed: ProposedSwap, now: number) => (() => void) | undefined
  /** Within a transaction. */
  readonly swap: (place: EntryKey, proposed: ProposedSwap, now: number) => boolean
}

const SELECT = 'SELECT key, version, value, ends_at FROM entries WHERE tab = ?'
const LIVE = 'value IS NOT NULL AND (ends_at IS NULL OR ends_at > ?)'

export function prepareEntries({ prepare, read, write }: DatabaseConnection): SqliteEntries {
  const select = prepare(`${SELECT} AND key = ?`)
  // `LIMIT +?`: see sqlite-streams.ts
  const selectPage = prepare(`${SELECT} AND key >= ? AND key < ? AND ${LIVE} ORDER BY key LIMIT +?`)
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
  async function end({ table, key }: EntryKey, now: number): Promise<void> {
    try {
      await write(() => blankOne.run(table, key, now))
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown
    }
  }
  const plan: SqliteEntries['plan'] = ({ table, key }, proposed, now) => {
    const decision = decideSwap(entryFrom(select.get(table, key)), proposed, now)
    if (decision.kind === 'refused') return undefined
    return () => {
      if (decision.kind !== 'write') return
      const { version, text, endsAt } = decision.entry
      upsert.run(table, key, version, text ?? null, endsAt ?? null)
      if (swaps++ % SWAPS_BETWEEN_SWEEPS === 0) sweep(now)
    }
  }
  return {
    plan,
    async find(place, now) {
      const row = await read(() => select.get(place.table, place.key))
      const entry = entryFrom(row)
      if (row && isLive(entry, now)) return versionedFrom(row)
      if (entry?.text !== undefined) await end(place, now)
      return undefined
    },
    async list(table, range, { limit, now }) {
      const [from, to] = rangeBytes(range)
      return (await read(() => selectPage.all(table, from, to, now, limit))).map(versionedFrom)
    },
    swap(place, proposed, now) {
      const save = plan(place, proposed, now)
      save?.()
      return save !== undefined
    },
  }
}

function entryFrom(row: SqlRow | undefined): StoredEntry | undefined {
  if (row === undefined) return undefined
  const { version, value, ends_at: endsAt } = row
  return {
    version: Number(version),
    text: typeof value === 'string' ? value : undefined,
    endsAt: typeof endsAt === 'number' ? endsAt : undefined,
  }
}

const versionedFrom = ({ key, version, value }: SqlRow): Versioned => ({
  key: keyText(key),
  version: Number(version),
  value: readJson(String(value)),
})
