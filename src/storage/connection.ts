import { StorageFailure } from '../core/index.ts'
import { asStorageFailure, stillRead } from './failure-words.ts'
import { type BusyLimit, retryWhileBusy } from './retry-while-busy.ts'
import { type Database, type SqlStatement, abandonTransaction } from './sqlite-driver.ts'

/** Every way to the database; each turns what SQLite throws into a StorageFailure. */
export type DatabaseConnection = {
  readonly limit: BusyLimit
  readonly prepare: (sql: string) => SqlStatement
  /** For what cannot wait. */
  readonly now: <T>(work: () => T) => T
  /** Waits while a lock is in the way. */
  readonly read: <T>(work: () => T) => Promise<T>
  /** One transaction: all of `work`, or nothing. */
  readonly write: <T>(work: () => T) => Promise<T>
  /** A transaction in steps: waits for the lock, and holds it until one of the two ends. */
  readonly begin: () => Promise<void>
  readonly commit: () => void
  readonly rollBack: () => void
  /** Differs after another connection has written; undefined while nobody can tell. */
  readonly foreignVersion: () => unknown
  /** Writes the file anew: removing overwrites, but copies that were moved within the file before stay until this. */
  readonly scrub: () => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => void
}

export function createConnection(database: Database, limit: BusyLimit): DatabaseConnection {
  const { file } = limit
  const version = database.prepare('PRAGMA data_version')
  let open = true

  function whileOpen<T>(work: () => T): T {
    if (!open) throw new StorageFailure(`The database "${file}" is closed.`)
    return work()
  }
  function now<T>(work: () => T): T {
    try {
      return whileOpen(work)
    } catch (thrown) {
      throw asStorageFailure(file, thrown)
    }
  }
  async function wait<T>(work: () => T, within = limit): Promise<T> {
    try {
      return await retryWhileBusy(() => whileOpen(work), within)
    } catch (thrown) {
      throw asStorageFailure(file, thrown)
    }
  }
  const { begin, commit, rollBack: undo, transact } = transactionsOn(database)
  return {
    limit,
    prepare: sql => database.prepare(sql),
    now,
    read: wait,
    write: work => wait(() => transact(work)),
    begin: () => wait(begin),
    commit: () => now(commit),
    rollBack: undo,
    foreignVersion() {
      try {
        return open ? version.get()?.['data_version'] : undefined
      } catch {
        return undefined
      }
    },
    async scrub() {
      const shorter = { ...limit, giveUpMs: Math.min(limit.giveUpMs, SCRUB_MS) }
      await wait(() => database.exec('VACUUM'), shorter)
      await wait(() => truncateLog(database), shorter)
    },
    isOpen: () => open,
    close() {
      if (!open) return
      open = false
      undo() // the package keeps a closed connection, with its lock, for as long as its statements live
      database.close()
    },
  }
}

type Transactions = {
  readonly begin: () => void
  readonly commit: () => void
  readonly rollBack: () => void
  readonly transact: <T>(work: () => T) => T
}

function transactionsOn(database: Database): Transactions {
  const begin = (): void => database.exec('BEGIN IMMEDIATE')
  const commit = (): void => database.exec('COMMIT')
  function transact<T>(work: () => T): T {
    begin()
    try {
      const value = work()
      commit()
      return value
    } catch (thrown) {
      abandonTransaction(database)
      throw thrown
    }
  }
  return { begin, commit, rollBack: () => abandonTransaction(database), transact }
}

const SCRUB_MS = 3_000

function truncateLog(database: Database): void {
  // Whoever reads right now still needs the old bytes.
  if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] !== 0) throw stillRead()
}
