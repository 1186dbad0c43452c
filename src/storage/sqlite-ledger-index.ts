import type { HeldIndex, LedgerIndex } from '../core/index.ts'
import type { Connection } from './connection.ts'
import { createGiveWay } from './give-way.ts'
import { keyBytes, keyText, rangeBytes } from './keys.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'
import { stillBusy } from './retry-while-busy.ts'
import { type KeptLock, createKeptLock } from './kept-lock.ts'
import { createSection } from './section.ts'
import { type Staged, asJson, listOver, over, stageRows } from './staged-rows.ts'
import { readJson } from './stored-json.ts'
import { createTurns } from './turns.ts'

export type LedgerIndexOptions = {
  /** A file of its own: while a section runs, nobody else can write to it. */
  readonly path: string
  /** How long a section waits for those of this process, and then for those of others; 30 s each unless told. */
  readonly giveUpMs?: number
}

const BLOCK_MS = 2_000 // reading waits only while another process puts the file in order after a crash

/**
 * Commits are not flushed, and some wait a moment: the log's own flush, made before, is what counts. So after a crash the index may be
 * behind the log and must be brought up from it; it is never ahead of it.
 */
export async function openLedgerIndex({ path, giveUpMs }: LedgerIndexOptions): Promise<LedgerIndex> {
  const way = createGiveWay(path)
  const writer = await openDatabase({ path, durability: 'NORMAL', giveUpMs, whenBusy: way.mark }, prepareRows)
  const reader = await openReader({ path, giveUpMs }, writer.connection)
  const lock = createKeptLock({ ...writer, way })
  const turns = createTurns()
  const { file, giveUpMs: longest } = writer.connection.patience
  return {
    async exclusively(work) {
      const endTurn = await turns.take(longest, () => stillBusy(file, longest))
      try {
        const taking = lock.enter()
        if (taking) await taking
        return await runSection({ writer, lock }, work)
      } finally {
        endTurn()
      }
    },
    get: key => asJson(over(lock.left, reader.text)(key)),
    list: prefix => listOver(lock.left, reader.list(prefix), prefix),
    version: writer.connection.version,
    settle: lock.settle,
    close() {
      lock.settle()
      writer.connection.close()
      reader.connection.close()
    },
  }
}

/** A connection of its own, because that of the sections must not wait for a lock: while it did, nothing else in this process would run. */
async function openReader(options: Pick<DatabaseOptions, 'path' | 'giveUpMs'>, writer: Connection): Promise<Rows> {
  try {
    const reader = await openDatabase({ ...options, durability: 'NORMAL' }, prepareRows)
    reader.connection.prepare(`PRAGMA busy_timeout = ${BLOCK_MS}`).get()
    return reader
  } catch (thrown) {
    writer.close()
    throw thrown
  }
}

type Parts = { readonly writer: Rows; readonly lock: KeptLock }

async function runSection<T>({ writer, lock }: Parts, work: (held: HeldIndex) => Promise<T>): Promise<T> {
  const staged: Staged = new Map()
  const section = createSection(stageRows(staged, { read: over(lock.left, writer.text), check: writer.check }))
  let value: T
  try {
    value = await work(section.held)
    section.check()
  } catch (thrown) {
    lock.abandon()
    throw thrown
  } finally {
    section.end()
  }
  lock.leave(staged, section.mayLag())
  return value
}

type Rows = Pick<LedgerIndex, 'list'> & {
  readonly connection: Connection
  readonly text: (key: string) => string | undefined
  readonly check: (key: string) => void
  readonly write: (staged: Staged) => void
}

function prepareRows(connection: Connection): Rows {
  const { prepare, now } = connection
  const select = prepare('SELECT value FROM ledger WHERE key = ?')
  const selectRange = prepare('SELECT key, value FROM ledger WHERE key >= ? AND key < ? ORDER BY key')
  const upsert = prepare(
    'INSERT INTO ledger (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = prepare('DELETE FROM ledger WHERE key = ?')
  return {
    connection,
    check: key => void now(() => keyBytes(key)),
    text: key => {
      const row = now(() => select.get(keyBytes(key)))
      return row && String(row['value'])
    },
    list: prefix => {
      const rows = now(() => selectRange.all(...rangeBytes({ prefix })))
      return rows.map(({ key, value }) => ({ key: keyText(key), value: readJson(String(value)) }))
    },
    write: staged =>
      now(() => {
        for (const [key, text] of staged) {
          if (text === undefined) remove.run(keyBytes(key))
          else upsert.run(keyBytes(key), text)
        }
      }),
  }
}
