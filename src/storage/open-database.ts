import { closeSync, lstatSync, openSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { CountersignError, DISK_FULL } from '../core/index.ts'
import { type DatabaseConnection, createConnection } from './connection.ts'
import { failureWords, hasNoRoom, storageRefusal } from './failure-words.ts'
import { migrate, versionOf } from './migrations.ts'
import { DEFAULT_GIVE_UP_MS, retryWhileBusy } from './retry-while-busy.ts'
import { type Database, type SqliteDriver, loadSqliteDriver } from './sqlite-driver.ts'

export type DatabaseOptions = {
  readonly path: string
  /** FULL: what was written is on disk when the answer comes. NORMAL: a power loss may take the last writes. */
  readonly durability: 'FULL' | 'NORMAL'
  readonly giveUpMs?: number | undefined
  /** What is removed is overwritten, and nothing is put into temporary files. */
  readonly erases?: boolean | undefined
  /** Called after every attempt that found the lock taken. */
  readonly whenBusy?: () => void
}

/**
 * Opens a file, or makes it, and hands it to `prepare`, which gives back what it made of it.
 * Whatever is in the way is a CountersignError that names the file and the cause.
 */
export async function openDatabase<T>(
  options: DatabaseOptions,
  prepare: (connection: DatabaseConnection) => T,
): Promise<T> {
  const { durability, giveUpMs = DEFAULT_GIVE_UP_MS, whenBusy = ignore, erases = false } = options
  const driver = await loadSqliteDriver()
  const path = resolve(options.path) // so that no name means something special to SQLite, like ":memory:" or "file:"
  const limit = { file: basename(path), giveUpMs, whenBusy }
  const open = (database: Database): T => {
    setUp(database, limit.file, durability)
    if (erases) database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    return prepare(createConnection(database, limit))
  }
  try {
    makePrivateFile(path)
    return await retryWhileBusy(() => connect(driver, path, open), limit)
  } catch (thrown) {
    if (thrown instanceof CountersignError) throw thrown
    const cause = hasNoRoom(thrown, path) ? DISK_FULL : failureWords(thrown)
    throw storageRefusal(`The database "${limit.file}" cannot be opened: ${cause}.`)
  }
}

const ignore = (): void => {}

/** Makes a missing file. An existing one is only looked at: opening and closing it would free this process's locks. */
function makePrivateFile(path: string): void {
  for (const part of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    const found = lstatSync(part, { throwIfNoEntry: false })
    if (found?.isFile() === false)
      throw storageRefusal(`"${basename(part)}" is not a plain file, so no database is kept in it. Move it away.`)
    // SQLite takes a file of one byte for an empty one, and would write over it.
    if (found?.size === 1 && part === path)
      throw storageRefusal(`"${basename(part)}" is not a database; it was left as it is. Move it away.`)
  }
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  }
}

function connect<T>(driver: SqliteDriver, path: string, open: (database: Database) => T): T {
  const database = new driver.DatabaseSync(path)
  try {
    return open(database)
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

function setUp(database: Database, file: string, durability: DatabaseOptions['durability']): void {
  database.exec('PRAGMA busy_timeout = 0; PRAGMA trusted_schema = OFF')
  versionOf(database, file)
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']
  if (mode !== 'wal')
    throw storageRefusal(`"${file}" lies on a disk where processes cannot take turns. Name a place on a local disk.`)
  database.exec(`PRAGMA synchronous = ${durability}`)
  migrate(database, file)
}
