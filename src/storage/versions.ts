import { isBusy } from './failure-words.ts'
import type { Database } from './sqlite-driver.ts'

export type Versions = {
  /** Equal readings mean that nobody has written in between. */
  readonly now: () => number
  /** This connection has written: one more. */
  readonly count: () => void
  /** While this connection holds the lock nobody else can write, so one look is enough. */
  readonly lock: () => void
  readonly unlock: () => void
  /** What was counted has not come to pass. */
  readonly takeBack: () => void
}

const STEP = 2 // never what one commit of our own would have made it

/** SQLite tells a connection whether any other one has written; what it wrote itself is counted here. */
export function createVersions(database: Database): Versions {
  const select = database.prepare('PRAGMA data_version')
  let version = 0
  let seen: unknown
  let isLocked = false
  let hasLooked = false
  return {
    count: () => void version++,
    lock: () => void ([isLocked, hasLooked] = [true, false]),
    unlock: () => void (isLocked = false),
    takeBack: () => void (version += STEP),
    now() {
      if (isLocked && hasLooked) return version
      hasLooked = true
      const found = foreignVersion(() => select.get()?.['data_version'])
      if (found === undefined || found !== seen) version += STEP
      seen = found
      return version
    },
  }
}

/** Undefined while another process puts the file in order: then nobody knows. */
function foreignVersion(ask: () => unknown): unknown {
  try {
    return ask()
  } catch (thrown) {
    if (isBusy(thrown)) return undefined
    throw thrown
  }
}
