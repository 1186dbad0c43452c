import { StorageFailure } from '../core/index.ts'
import { asStorageFailure } from './failure-words.ts'
import { type Patience, retryWhileBusy } from './retry-while-busy.ts'
import { scrubFile } from './scrub-file.ts'
import type { Database, Statement } from './sqlite-driver.ts'
import { createVersions } from './versions.ts'

/** Every way to the database; each turns what SQLite throws into a StorageFailure. */
export type Connection = {
  readonly patience: Patience
  readonly prepare: (sql: string) => Statement
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
  /** Grows by one with every transaction of this connection that ends well, and by some more when another one has written. */
  readonly version: () => number
  /** Writes the file anew: removing overwrites, but what was moved within the file before has left copies that only this takes away. */
  readonly scrub: () => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => void
}

export function createConnection(database: Database, patience: Patience): Connection {
  const { file } = patience
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')]
  const versions = createVersions(database)
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
  async function wait<T>(work: () => T, within = patience): Promise<T> {
    try {
      return await retryWhileBusy(() => whileOpen(work), within)
    } catch (thrown) {
      throw asStorageFailure(file, thrown)
    }
  }
  const rollBack = (): void => rollBackOf(database)
  function end(): void {
    commit.run()
    versions.count()
  }
  function transact<T>(work: () => T): T {
    begin.run()
    try {
      const value = work()
      end()
      return value
    } catch (thrown) {
      rollBack()
      throw thrown
    }
  }
  return {
    patience,
    prepare: sql => database.prepare(sql),
    now,
    read: wait,
    write: work => wait(() => transact(work)),
    begin: () => wait(() => void begin.run()),
    commit: () => now(end),
    rollBack,
    version: () => now(versions.now),
    scrub: () => scrubFile(database, patience, wait),
    isOpen: () => open,
    close: () => {
      if (!open) return
      open = false
      rollBack() // the package keeps a closed connection, with its lock, for as long as its statements live
      database.close()
    },
  }
}

function rollBackOf(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing was under way, or a full disk has made SQLite roll back by itself.
  }
}
