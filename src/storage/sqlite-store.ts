import { type Clock, type JsonObject, type Store, neverBack } from '../core/index.ts'
import { createChanges } from './changes.ts'
import type { Connection } from './connection.ts'
import { propose } from './decide-swap.ts'
import { keyBytes } from './keys.ts'
import { openDatabase } from './open-database.ts'
import { type KeptRecord, readStream } from './read-stream.ts'
import { type Entries, prepareEntries } from './sqlite-entries.ts'
import { type Streams, prepareStreams } from './sqlite-streams.ts'
import { writeTogether } from './sqlite-together.ts'
import { writeJson } from './stored-json.ts'
import { wholeLimit } from './whole-limit.ts'

const POLL_MS = 50 // nobody who watches a run sees the difference, and a look costs some microseconds

export type SqliteStoreOptions = {
  readonly path: string
  readonly clock: Clock
  /** How long to wait for a lock that another process holds; 30 s unless told. */
  readonly giveUpMs?: number
  /** NORMAL: nothing is flushed, so a power cut may take the last changes, and only the last ones; for what may be lost. */
  readonly durability?: 'FULL' | 'NORMAL'
  /** What is removed is overwritten, at some cost for every change. */
  readonly erases?: boolean
}

/** For files in which nothing may remain of what was removed. */
export type Scrubs = {
  /** Afterwards no byte of what was removed is in the file or its log. Rejects with StorageBusy while others read. */
  readonly scrub: () => Promise<void>
}

type Prepared = { readonly connection: Connection; readonly streams: Streams; readonly entries: Entries }

const prepareStore = (connection: Connection): Prepared => ({
  connection,
  streams: prepareStreams(connection),
  entries: prepareEntries(connection),
})

/** Keeps all in one file that several processes may use at once. What was answered is on disk. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store & Scrubs> {
  const { path, giveUpMs, erases, durability = 'FULL' } = options
  const clock = neverBack(options.clock)
  const { connection, streams, entries } = await openDatabase({ path, durability, giveUpMs, erases }, prepareStore)
  const changesHere = createChanges()

  function append(stream: string, records: readonly JsonObject[]): Promise<number>
  function append(
    stream: string,
    records: readonly JsonObject[],
    expectSeq: number | undefined,
  ): Promise<number | 'conflict'>
  async function append(
    stream: string,
    records: readonly JsonObject[],
    expectSeq?: number,
  ): Promise<number | 'conflict'> {
    const seq = await streams.append(keyBytes(stream), records.map(writeJson), expectSeq)
    changesHere.tell()
    return seq
  }
  return {
    append,
    async *read(stream, from) {
      const name = keyBytes(stream)
      const batch = (after: number, limit: number): Promise<readonly KeptRecord[]> => streams.behind(name, after, limit)
      connection.now(() => undefined) // a closed store refuses, also to be followed
      yield* readStream({ batch, changes: changesHere, isOpen: connection.isOpen, pollMs: POLL_MS }, from)
    },
    get: async (table, key) => entries.find({ table: keyBytes(table), key }, clock.now()),
    list: async (table, { limit, ...range }) =>
      entries.list(keyBytes(table), range, { limit: wholeLimit(limit), now: clock.now() }),
    swap: async (table, key, change) =>
      entries.swap({ table: keyBytes(table), key }, propose(change), () => clock.now()),
    async together(changes, since) {
      const isDone = await writeTogether(changes, { connection, streams, entries, since, now: () => clock.now() })
      if (isDone) changesHere.tell()
      return isDone
    },
    version: connection.version,
    scrub: connection.scrub,
    async close() {
      connection.close()
      changesHere.tell()
    },
  }
}
