import { type Clock, type Joined, type JsonObject, type Store, neverBack } from '../core/index.ts'
import { createChanges } from './changes.ts'
import type { DatabaseConnection } from './connection.ts'
import { proposeSwap } from './decide-swap.ts'
import { keyBytes } from './keys.ts'
import { openDatabase } from './open-database.ts'
import { readStream } from './read-stream.ts'
import { type SqliteEntries, prepareEntries } from './sqlite-entries.ts'
import { type SqliteStreams, prepareStreams } from './sqlite-streams.ts'
import { writeJson } from './stored-json.ts'
import { wholeLimit } from './whole-limit.ts'

export type SqliteStoreOptions = {
  readonly path: string
  readonly clock: Clock
  /** How long to wait for a lock that another process holds; 30 s unless told. */
  readonly giveUpMs?: number
  /** NORMAL: nothing is flushed, so a power cut may take the last changes, and only those. */
  readonly durability?: 'FULL' | 'NORMAL'
  /** What is removed is overwritten, at some cost for every change. */
  readonly erases?: boolean
}

/** For files in which nothing may remain of what was removed. */
export type Scrubs = {
  /** Afterwards no byte of what was removed is in the file or its log. Rejects with StorageBusy while others read. */
  readonly scrub: () => Promise<void>
}

const isDone = (done: boolean): boolean => done

type SqliteTables = {
  readonly connection: DatabaseConnection
  readonly streams: SqliteStreams
  readonly entries: SqliteEntries
}

const prepareTables = (connection: DatabaseConnection): SqliteTables => ({
  connection,
  streams: prepareStreams(connection),
  entries: prepareEntries(connection),
})

/** Keeps all in one file that several processes may use at once. What was answered is on disk. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store & Scrubs> {
  const { path, giveUpMs, erases, durability = 'FULL' } = options
  const clock = neverBack(options.clock)
  const tables = await openDatabase({ path, durability, giveUpMs, erases }, prepareTables)
  const { connection, streams, entries } = tables
  const changes = createChanges(connection.foreignVersion)

  /** One transaction; whoever watches looks again when it has changed something. */
  async function change<T>(work: () => T, isChange: (done: T) => boolean): Promise<T> {
    const done = await connection.write(work)
    if (isChange(done)) changes.report()
    return done
  }

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
    const [name, texts] = [keyBytes(stream), records.map(writeJson)]
    return change(
      () => streams.append(name, texts, expectSeq),
      seq => seq !== 'conflict',
    )
  }
  return {
    append,
    async *read(stream, from) {
      const name = keyBytes(stream)
      connection.now(() => undefined) // a closed store refuses, also to be followed
      yield* readStream(
        { batch: (after, limit) => streams.behind(name, after, limit), changes, isOpen: connection.isOpen },
        from,
      )
    },
    get: async (table, key) => entries.find({ table: keyBytes(table), key: keyBytes(key) }, clock.now()),
    list: async (table, { limit, ...range }) =>
      entries.list(keyBytes(table), range, { limit: wholeLimit(limit), now: clock.now() }),
    async swap(table, key, swap) {
      const [place, proposed] = [{ table: keyBytes(table), key: keyBytes(key) }, proposeSwap(swap)]
      return change(() => entries.swap(place, proposed, clock.now()), isDone) // the time when nobody else can write
    },
    async together(joined) {
      const plans = joined.map(each => planOf(each, tables))
      return change(() => writeAll(plans, clock.now()), isDone)
    },
    watch: changes.watch,
    scrub: connection.scrub,
    async close() {
      connection.close()
      changes.end()
    },
  }
}

/** What a change would write, once everybody else is kept out; undefined where it does not find what it expects. */
type JoinedPlan = (now: number) => (() => void) | undefined

function planOf(joined: Joined, { streams, entries }: SqliteTables): JoinedPlan {
  if ('table' in joined) {
    const place = { table: keyBytes(joined.table), key: keyBytes(joined.key) }
    const proposed = proposeSwap(joined.change)
    return now => entries.plan(place, proposed, now)
  }
  const name = keyBytes(joined.stream)
  const texts = 'drops' in joined ? undefined : joined.records.map(writeJson)
  return () => {
    const last = streams.last(name)
    if (joined.expectSeq !== undefined && joined.expectSeq !== last) return undefined
    return () => (texts ? streams.insert(name, last, texts) : streams.drop(name))
  }
}

/** All is decided before anything is written. */
function writeAll(plans: readonly JoinedPlan[], now: number): boolean {
  const writes = plans.map(plan => plan(now))
  if (writes.includes(undefined)) return false
  for (const write of writes) write?.()
  return true
}
