import { StorageFailure } from '../core/index.ts'
import { asStorageFailure, isBusy } from './failure-words.ts'
import { type Patience, retryWhileBusy } from './retry-while-busy.ts'
import { scrubFile } from './scrub-file.ts'
import type { Database, Statement } from './sqlite-driver.ts'
import { type Versions, createVersions } from './versions.ts'

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
  /** For each part of such a transaction that ends well. */
  readonly count: () => void
  /** Grows by one with everything of this connection that ends well, and by some more when another one has written. */
  readonly version: () => number
  /** Writes the file anew: removing overwrites, but what was moved within the file before has left copies that only this takes away. */
  readonly scrub: () => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => void
}

export function createConnection(database: Database, patience: Patience): Connection {
  const { file } = patience
  const versions = createVersions(database)
  const steps = createSteps(database, versions)
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
  const wait = <T>(work: () => T, within = patience): Promise<T> => waitFor(() => whileOpen(work), within)
  function transact<T>(work: () => T): T {
    steps.begin()
    try {
      const value = work()
      steps.commit()
      versions.count()
      return value
    } catch (thrown) {
      steps.rollBack()
      throw thrown
    }
  }
  return {
    patience,
    prepare: sql => database.prepare(sql),
    now,
    read: wait,
    write: work => wait(() => transact(work)),
    begin: () => wait(steps.begin),
    commit: () => now(steps.commit),
    rollBack: steps.rollBack,
    count: versions.count,
    version: () => now(versions.now),
    scrub: () => scrubFile(database, patience, wait),
    isOpen: () => open,
    close: () => {
      if (!open) return
      open = false
      steps.rollBack() // the package keeps a closed connection, with its lock, for as long as its statements live
      database.close()
    },
  }
}

/** Most need not wait, and so do without what waiting takes. */
async function waitFor<T>(work: () => T, patience: Patience): Promise<T> {
  try {
    return work()
  } catch (thrown) {
    if (!isBusy(thrown)) throw asStorageFailure(patience.file, thrown)
  }
  try {
    return await retryWhileBusy(work, patience)
  } catch (thrown) {
    throw asStorageFailure(patience.file, thrown)
  }
}

type Steps = { readonly begin: () => void; readonly commit: () => void; readonly rollBack: () => void }

function createSteps(database: Database, versions: Versions): Steps {
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')]
  return {
    begin() {
      begin.run()
      versions.lock()
    },
    commit() {
      commit.run()
      versions.unlock()
    },
    rollBack() {
      rollBackOf(database)
      versions.unlock()
      versions.takeBack()
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
