import { storageRefusal } from './failure-words.ts'
import { type Database, abandonTransaction } from './sqlite-driver.ts'

const APPLICATION = 0x4353_474e // "CSGN", by which a file is known as ours

/** In order, and never changed once released: a file at version n has had the first n. Keys are bytes, values text. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    stream BLOB NOT NULL,
    seq INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (stream, seq)
  );
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    tab BLOB NOT NULL,
    key BLOB NOT NULL,
    version INTEGER NOT NULL,
    value TEXT,
    ends_at REAL,
    UNIQUE (tab, key)
  );
  CREATE INDEX entries_expiring ON entries (ends_at) WHERE value IS NOT NULL AND ends_at IS NOT NULL;
  CREATE INDEX entries_ended ON entries (ends_at) WHERE value IS NULL;
  CREATE TABLE ledger (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE texts (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE text_words USING fts5 (words, tokenize = 'ascii');
  `,
]

/** Brings a file to the newest version, or refuses it. Throws SQLite's own error when another process is at it. */
export function migrate(database: Database, file: string): void {
  if (versionOf(database, file) === MIGRATIONS.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Read again: another process may have been here before us.
    for (const step of MIGRATIONS.slice(readState(database, file))) database.exec(step)
    database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${MIGRATIONS.length}`)
    database.exec('COMMIT')
  } catch (thrown) {
    abandonTransaction(database)
    throw thrown
  }
}

/** Refuses a file that is not ours, before anything is written to it. */
export function versionOf(database: Database, file: string): number {
  database.exec('BEGIN') // one state of the file for all that is read
  try {
    return readState(database, file)
  } finally {
    abandonTransaction(database) // nothing was changed
  }
}

function readState(database: Database, file: string): number {
  const version = numberFrom(database, 'PRAGMA user_version')
  const application = numberFrom(database, 'PRAGMA application_id')
  const objects = numberFrom(database, 'SELECT count(*) FROM sqlite_schema')
  // We make none, and one in a file that somebody brought would act on our writing.
  const triggers = numberFrom(database, "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')")
  if ((application !== APPLICATION && (application !== 0 || version !== 0 || objects > 0)) || triggers > 0) {
    throw storageRefusal(`"${file}" is the database of another program. It was left as it is; name another file.`)
  }
  if (version > MIGRATIONS.length) {
    const known = `this program knows versions up to ${MIGRATIONS.length}`
    throw storageRefusal(`"${file}" has version ${version}, and ${known}. Use the newer program that wrote it.`)
  }
  return version
}

const numberFrom = (database: Database, sql: string): number =>
  Number(Object.values(database.prepare(sql).get() ?? {})[0])
