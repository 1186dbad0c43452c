import {
  type Clock,
  type JsonObject,
  type Joined,
  type Store,
  StorageFailure,
  type Versioned,
  neverBack,
} from '../core/index.ts'
import { createChanges } from './changes.ts'
import {
  type Kept,
  type Proposed,
  REMEMBERED_MS,
  SWAPS_BETWEEN_SWEEPS,
  decideSwap,
  isLive,
  propose,
} from './decide-swap.ts'
import { type KeyRange, keyBytes } from './keys.ts'
import { type KeptRecord, readStream } from './read-stream.ts'
import { type SortedKeys, createSortedKeys } from './sorted-keys.ts'
import { readJson, writeJson } from './stored-json.ts'
import { wholeLimit } from './whole-limit.ts'

/** Keeps all in this process, as text, so that it copies and forgets exactly as a file does. */
export function createMemoryStore(options: { readonly clock: Clock }): Store {
  const clock = neverBack(options.clock)
  const streams: Streams = new Map()
  const [tables, changes] = [createTables(), createChanges()]
  let closed = false
  let version = 0

  function use(...keys: readonly string[]): void {
    if (closed) throw new StorageFailure('The store is closed.')
    for (const key of keys) keyBytes(key)
  }
  function append(stream: string, records: readonly JsonObject[]): Promise<number>
  function append(stream: string, records: readonly JsonObject[], expect?: number): Promise<number | 'conflict'>
  async function append(stream: string, records: readonly JsonObject[], expect?: number): Promise<number | 'conflict'> {
    use(stream)
    const texts = records.map(writeJson)
    version += 1
    const length = appendTexts(streams, { stream, texts, expect })
    if (length !== 'conflict') changes.tell()
    return length
  }
  return {
    append,
    async *read(stream, from) {
      use(stream)
      const batch = async (after: number, limit: number): Promise<readonly KeptRecord[]> => {
        use()
        return recordsBehind(streams.get(stream) ?? [], after, limit)
      }
      yield* readStream({ batch, changes, isOpen: () => !closed }, from)
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
      version += 1
      return tables.swap({ table, key }, propose(change), clock.now())
    },
    async together(joined, since = version) {
      use(...joined.flatMap(each => ('stream' in each ? [each.stream] : [each.table, each.key])))
      if (since !== version || !makeAll(joined, { streams, tables, now: clock.now() })) return false
      version += 1
      changes.tell()
      return true
    },
    version: () => version,
    async close() {
      closed = true
      changes.tell()
    },
  }
}

type Streams = Map<string, string[]>
type Appended = { readonly stream: string; readonly texts: readonly string[]; readonly expect: number | undefined }

function appendTexts(streams: Streams, { stream, texts, expect }: Appended): number | 'conflict' {
  const kept = streams.get(stream) ?? []
  if (expect !== undefined && expect !== kept.length) return 'conflict'
  for (const text of texts) kept.push(text)
  if (texts.length > 0) streams.set(stream, kept)
  return kept.length
}

function recordsBehind(texts: readonly string[], after: number, limit: number): readonly KeptRecord[] {
  const start = Math.max(0, Math.floor(after))
  return texts.slice(start, start + limit).map((text, at) => ({ seq: start + at + 1, text }))
}

function versioned(key: string, kept: Kept | undefined, now: number): Versioned | undefined {
  return isLive(kept, now) ? { key, version: kept.version, value: readJson(kept.text) } : undefined
}

type Parts = { readonly streams: Map<string, string[]>; readonly tables: Tables; readonly now: number }

/** All is decided before anything is written. */
function makeAll(joined: readonly Joined[], { streams, tables, now }: Parts): boolean {
  const steps = joined.map(each => ('stream' in each ? streaming(each, streams) : swapping(each, tables, now)))
  if (steps.includes('refused')) return false
  for (const step of steps) if (step !== 'refused') step()
  return true
}

type Step = 'refused' | (() => void)

function streaming(change: Extract<Joined, { stream: string }>, streams: Map<string, string[]>): Step {
  const { stream, expectSeq } = change
  const texts = 'drops' in change ? undefined : change.records.map(writeJson)
  const kept = streams.get(stream) ?? []
  if (expectSeq !== undefined && expectSeq !== kept.length) return 'refused'
  if (texts === undefined) return () => void streams.delete(stream)
  return () => {
    for (const text of texts) kept.push(text)
    if (texts.length > 0) streams.set(stream, kept)
  }
}

function swapping({ table, key, change }: Extract<Joined, { table: string }>, tables: Tables, now: number): Step {
  const [place, proposed] = [{ table, key }, propose(change)]
  return tables.isRefused(place, proposed, now) ? 'refused' : () => void tables.swap(place, proposed, now)
}

type Table = { readonly entries: Map<string, Kept>; readonly keys: SortedKeys }
type Place = { readonly table: string; readonly key: string }
type Tables = {
  readonly find: (table: string, key: string) => Kept | undefined
  readonly list: (
    table: string,
    range: KeyRange,
    page: { readonly limit: number; readonly now: number },
  ) => readonly Versioned[]
  readonly swap: (place: Place, proposed: Proposed, now: number) => boolean
  readonly isRefused: (place: Place, proposed: Proposed, now: number) => boolean
}

function createTables(): Tables {
  const tables = new Map<string, Table>()
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
    isRefused: ({ table, key }, proposed, now) =>
      decideSwap(tables.get(table)?.entries.get(key), proposed, now).kind === 'refused',
    swap({ table, key }, proposed, now) {
      const { entries, keys } = tables.get(table) ?? newTable()
      const decision = decideSwap(entries.get(key), proposed, now)
      if (decision.kind === 'write') {
        entries.set(key, decision.kept)
        keys.add(key)
        tables.set(table, { entries, keys })
        if (++swaps % SWAPS_BETWEEN_SWEEPS === 0) for (const each of tables.values()) sweep(each, now)
      }
      return decision.kind !== 'refused'
    },
  }
}

const newTable = (): Table => ({ entries: new Map(), keys: createSortedKeys() })

function sweep({ entries, keys }: Table, now: number): void {
  for (const [key, { endsAt = Number.POSITIVE_INFINITY }] of entries) {
    if (endsAt + REMEMBERED_MS > now) continue
    entries.delete(key)
    keys.remove(key)
  }
}
