import {
  type Clock,
  type Joined,
  type JsonObject,
  type Store,
  StorageFailure,
  type Versioned,
  neverBack,
} from '../core/index.ts'
import { createChanges } from './changes.ts'
import {
  type ProposedSwap,
  REMEMBERED_MS,
  SWAPS_BETWEEN_SWEEPS,
  type StoredEntry,
  decideSwap,
  isLive,
  proposeSwap,
} from './decide-swap.ts'
import { type KeyRange, keyBytes } from './keys.ts'
import { type RecordText, type StreamSource, readStream } from './read-stream.ts'
import { type SortedKeys, createSortedKeys } from './sorted-keys.ts'
import { readJson, writeJson } from './stored-json.ts'
import { wholeLimit } from './whole-limit.ts'

/** Keeps all in this process, as text, so that it copies and forgets exactly as a file does. */
export function createMemoryStore(options: { readonly clock: Clock }): Store {
  const clock = neverBack(options.clock)
  const streams: MemoryStreams = new Map()
  const [tables, changes] = [createTables(), createChanges()]
  let isOpen = true

  function use(...keys: readonly string[]): void {
    if (!isOpen) throw new StorageFailure('The store is closed.')
    for (const key of keys) keyBytes(key)
  }
  /** All is decided before anything is written. */
  function writeAll(writes: readonly PlannedWrite[]): boolean {
    if (writes.includes(undefined)) return false
    for (const write of writes) write?.()
    changes.report()
    return true
  }
  function append(stream: string, records: readonly JsonObject[]): Promise<number>
  function append(stream: string, records: readonly JsonObject[], expect?: number): Promise<number | 'conflict'>
  async function append(
    stream: string,
    records: readonly JsonObject[],
    expectSeq?: number,
  ): Promise<number | 'conflict'> {
    use(stream)
    const isDone = writeAll([planStream({ stream, records, ...(expectSeq !== undefined && { expectSeq }) }, streams)])
    return isDone ? (streams.get(stream)?.length ?? 0) : 'conflict'
  }
  return {
    append,
    async *read(stream, from) {
      use(stream)
      const batch: StreamSource['batch'] = async (after, limit) => {
        use()
        return recordsBehind(streams.get(stream) ?? [], after, limit)
      }
      yield* readStream({ batch, changes, isOpen: () => isOpen }, from)
    },
    async get(table, key) {
      use(table, key)
      return versioned(key, tables.find(table, key), clock.now())
    },
    async list(table, { limit, ...range }) {
      use(table, range.prefix ?? '', range.after ?? '')
      return tables.list(table, range, { limit: wholeLimit(limit), now: clock.now() })
    },
    async swap(table, key, change) {
      use(table, key)
      return writeAll([tables.plan({ table, key }, proposeSwap(change), clock.now())])
    },
    async together(joined) {
      use(...joined.flatMap(each => ('stream' in each ? [each.stream] : [each.table, each.key])))
      return writeAll(joined.map(each => planOf(each, { streams, tables, now: clock.now() })))
    },
    watch: changes.watch,
    async close() {
      isOpen = false
      changes.end()
    },
  }
}

/** Undefined where a change does not find what it expects. */
type PlannedWrite = (() => void) | undefined
type MemoryStreams = Map<string, string[]>

type MemoryMoment = { readonly streams: MemoryStreams; readonly tables: MemoryTables; readonly now: number }

const planOf = (change: Joined, { streams, tables, now }: MemoryMoment): PlannedWrite =>
  'stream' in change ? planStream(change, streams) : tables.plan(change, proposeSwap(change.change), now)

function planStream(change: Extract<Joined, { stream: string }>, streams: MemoryStreams): PlannedWrite {
  const { stream, expectSeq } = change
  const texts = 'drops' in change ? undefined : change.records.map(writeJson)
  const stored = streams.get(stream) ?? []
  if (expectSeq !== undefined && expectSeq !== stored.length) return undefined
  if (texts === undefined) return () => void streams.delete(stream)
  return () => {
    for (const text of texts) stored.push(text)
    if (texts.length > 0) streams.set(stream, stored)
  }
}

function recordsBehind(texts: readonly string[], after: number, limit: number): readonly RecordText[] {
  const start = Math.max(0, Math.floor(after))
  return texts.slice(start, start + limit).map((text, at) => ({ seq: start + at + 1, text }))
}

function versioned(key: string, entry: StoredEntry | undefined, now: number): Versioned | undefined {
  return isLive(entry, now) ? { key, version: entry.version, value: readJson(entry.text) } : undefined
}

type MemoryTable = { readonly entries: Map<string, StoredEntry>; readonly keys: SortedKeys }
type MemoryTables = {
  readonly find: (table: string, key: string) => StoredEntry | undefined
  readonly list: (
    table: string,
    range: KeyRange,
    page: { readonly limit: number; readonly now: number },
  ) => readonly Versioned[]
  readonly plan: (
    place: { readonly table: string; readonly key: string },
    proposed: ProposedSwap,
    now: number,
  ) => PlannedWrite
}

function createTables(): MemoryTables {
  const tables = new Map<string, MemoryTable>()
  let swaps = 0
  return {
    find: (table, key) => tables.get(table)?.entries.get(key),
    list(table, range, { limit, now }) {
      const { entries, keys } = tables.get(table) ?? newTable()
      const found: Versioned[] = []
      for (const key of keys.within(range)) {
        if (found.length >= limit) break
        const entry = versioned(key, entries.get(key), now)
        if (entry !== undefined) found.push(entry)
      }
      return found
    },
    plan({ table, key }, proposed, now) {
      const decision = decideSwap(tables.get(table)?.entries.get(key), proposed, now)
      if (decision.kind === 'refused') return undefined
      return () => {
        if (decision.kind !== 'write') return
        const { entries, keys } = tables.get(table) ?? newTable()
        entries.set(key, decision.entry)
        keys.add(key)
        tables.set(table, { entries, keys })
        if (++swaps % SWAPS_BETWEEN_SWEEPS === 0) for (const each of tables.values()) sweep(each, now)
      }
    },
  }
}

const newTable = (): MemoryTable => ({ entries: new Map(), keys: createSortedKeys() })

function sweep({ entries, keys }: MemoryTable, now: number): void {
  for (const [key, { endsAt = Number.POSITIVE_INFINITY }] of entries) {
    if (endsAt + REMEMBERED_MS > now) continue
    entries.delete(key)
    keys.remove(key)
  }
}
