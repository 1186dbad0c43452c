import type { HeldIndex, LedgerIndex } from '../core/index.ts'
import { createChanges } from './changes.ts'
import type { DatabaseConnection } from './connection.ts'
import { createGiveWay } from './give-way.ts'
import { keyBytes, keyText, rangeBytes } from './keys.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'
import { stillBusy } from './retry-while-busy.ts'
import { type CommittedRows, type StagedRows, createSection } from './section.ts'
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
 * Commits are not flushed, because the log was flushed before. So after a power cut the index may be behind the log,
 * and is brought up from it; it is never ahead of it.
 */
export async function openLedgerIndex({ path, giveUpMs }: LedgerIndexOptions): Promise<LedgerIndex> {
  const way = createGiveWay(path)
  const writer = await openDatabase({ path, durability: 'NORMAL', giveUpMs, whenBusy: way.mark }, prepareRows)
  const reader = await openReader({ path, giveUpMs }, writer.connection)
  const changes = createChanges(writer.connection.foreignVersion)
  const turns = createTurns()
  const { file, giveUpMs: longest } = writer.connection.limit
  return {
    async exclusively(work) {
      const endTurn = await turns.take(longest, () => stillBusy(file, longest))
      try {
        await way.enter(writer.connection.begin)
        const value = await runSection(writer, work)
        changes.report()
        return value
      } finally {
        endTurn()
      }
    },
    get(key) {
      const text = reader.read(key)
      return text === undefined ? undefined : readJson(text)
    },
    list: reader.list,
    watch: changes.watch,
    close() {
      writer.connection.close()
      reader.connection.close()
      changes.end()
    },
  }
}

/** A connection of its own may wait for a lock; if that of the sections did, it would stop this whole process. */
async function openReader(
  options: Pick<DatabaseOptions, 'path' | 'giveUpMs'>,
  writer: DatabaseConnection,
): Promise<IndexRows> {
  try {
    const reader = await openDatabase({ ...options, durability: 'NORMAL' }, prepareRows)
    reader.connection.prepare(`PRAGMA busy_timeout = ${BLOCK_MS}`).get()
    return reader
  } catch (thrown) {
    writer.close()
    throw thrown
  }
}

async function runSection<T>(rows: IndexRows, work: (held: HeldIndex) => Promise<T>): Promise<T> {
  const section = createSection(rows)
  try {
    const value = await work(section.held)
    rows.write(section.changes())
    rows.connection.commit()
    return value
  } catch (thrown) {
    rows.connection.rollBack()
    throw thrown
  } finally {
    section.end()
  }
}

type IndexRows = CommittedRows &
  Pick<LedgerIndex, 'list'> & {
    readonly connection: DatabaseConnection
    readonly write: (staged: StagedRows) => void
  }

function prepareRows(connection: DatabaseConnection): IndexRows {
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
    read: key => {
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
