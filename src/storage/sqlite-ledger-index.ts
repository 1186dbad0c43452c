import type { HeldIndex, LedgerIndex } from '../core/index.ts'
import type { Connection } from './connection.ts'
import { createGiveWay } from './give-way.ts'
import { keyBytes, keyText, rangeBytes } from './keys.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'
import { stillBusy } from './retry-while-busy.ts'
import { createSection } from './section.ts'
import { readJson, writeJson } from './stored-json.ts'
import { createTurns } from './turns.ts'

export type LedgerIndexOptions = {
  /** A file of its own: while a section runs, nobody else can write to it. */
  readonly path: string
  /** How long a section waits for those of this process, and then for those of others; 30 s each unless told. */
  readonly giveUpMs?: number
}

const BLOCK_MS = 2_000 // reading waits only while another process puts the file in order after a crash

/**
 * Commits are not flushed: the log's own flush, made before the commit, is what counts. So after a power loss the index may be behind the
 * log and must be brought up from it; it is never ahead of it.
 */
export async function openLedgerIndex({ path, giveUpMs }: LedgerIndexOptions): Promise<LedgerIndex> {
  const way = createGiveWay(path)
  const writer = await openDatabase({ path, durability: 'NORMAL', giveUpMs, whenBusy: way.mark }, prepareRows)
  const reader = await openReader({ path, giveUpMs }, writer.connection)
  const turns = createTurns()
  const { file, giveUpMs: longest } = writer.connection.patience
  return {
    async exclusively(work) {
      const endTurn = await turns.take(longest, () => stillBusy(file, longest))
      try {
        await way.enter(writer.connection.begin)
        return await runSection(writer, work)
      } finally {
        endTurn()
      }
    },
    get: reader.get,
    list: reader.list,
    version: writer.connection.version,
    close() {
      writer.connection.close()
      reader.connection.close()
    },
  }
}

/** A connection of its own, because that of the sections sees what they have not committed yet. */
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

async function runSection<T>(writer: Rows, work: (held: HeldIndex) => Promise<T>): Promise<T> {
  const section = createSection(writer)
  try {
    const value = await work(section.held)
    section.check()
    writer.connection.commit()
    return value
  } catch (thrown) {
    writer.connection.rollBack()
    throw thrown
  } finally {
    section.end()
  }
}

type Rows = HeldIndex & Pick<LedgerIndex, 'list'> & { readonly connection: Connection }

function prepareRows(connection: Connection): Rows {
  const { prepare, now } = connection
  const select = prepare('SELECT value FROM ledger WHERE key = ?')
  const selectRange = prepare('SELECT key, value FROM ledger WHERE key >= ? AND key < ? ORDER BY key')
  const upsert = prepare('INSERT INTO ledger (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = prepare('DELETE FROM ledger WHERE key = ?')
  return {
    connection,
    get: key => {
      const row = now(() => select.get(keyBytes(key)))
      return row && readJson(String(row['value']))
    },
    list: prefix => {
      const rows = now(() => selectRange.all(...rangeBytes({ prefix })))
      return rows.map(({ key, value }) => ({ key: keyText(key), value: readJson(String(value)) }))
    },
    set: (key, value) => void now(() => upsert.run(keyBytes(key), writeJson(value))),
    remove: key => void now(() => remove.run(keyBytes(key))),
  }
}
