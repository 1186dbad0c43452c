import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, fail, succeed } from '../../../core/index.ts'
import { dropFolder, isAlive, isLocked, lockWorkspace, ownerIn, readWhole } from './store-place.ts'

const CHANGE_FOLDER = /^change_[0-9a-f]+$/

/** Copies that a process which is no more may have left behind. */
export function leftFolders(place: string): readonly string[] {
  try {
    return readdirSync(place).filter(name => CHANGE_FOLDER.test(name))
  } catch {
    return []
  }
}

/** Copies of files from before a command whose end is not settled. */
export type LeftCopies = {
  readonly id: string
  readonly folder: string
  readonly root: string
  /** The call in the log; empty if it never began. */
  readonly call: string
  readonly startedAt: string
  readonly bytes: number
  /** The process that made them still runs, and somebody is changing the workspace. */
  readonly inUse: boolean
}

/** What lies in the place of a workspace's transactions. */
export const listLeftCopies = (place: string): readonly LeftCopies[] =>
  leftFolders(place).map(id => {
    const folder = join(place, id)
    const owner = readWhole(join(folder, 'owner.json')) ?? {}
    const { root, call } = owner
    return {
      id,
      folder,
      root: typeof root === 'string' ? root : '',
      call: typeof call === 'string' ? call : '',
      startedAt: lstatSync(folder).ctime.toISOString(),
      bytes: bytesIn(folder),
      inUse: isLocked(place) && isAlive(ownerIn(owner)),
    }
  })

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/** For a person who has looked: removes copies. Whoever still needs some holds the lock. */
export function removeLeftCopies(place: string, id: string): Result<LeftCopies> {
  const lock = lockWorkspace(place)
  if (!lock.ok) return lock
  try {
    const found = listLeftCopies(place).find(each => each.id === id)
    if (!found) return fail('resource_unknown', `There are no copies ${JSON.stringify(id)} here.`)
    dropFolder(found.folder)
    return succeed(found)
  } finally {
    lock.value()
  }
}
