import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { errorCode } from './disk-faults.ts'
import type { Folder } from './folder.ts'
import { isTemporaryName, temporaryName } from './protected-names.ts'

const CREATE_ONLY = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const RANDOM_BYTES = 6
const OLD_AFTER_MS = 60 * 60_000 // no write takes an hour

/** What a new file holds, which process makes it, and what sets its owner and mode. */
type NewFile = {
  readonly bytes: Uint8Array
  readonly owner: string
  readonly dress: (descriptor: number) => void
}

/** A new file with all bytes flushed to disk; its name is hidden from every tool and tells whose it is. */
export function makeTemporary(folder: Folder, { bytes, owner, dress }: NewFile): string {
  const name = temporaryName(owner + randomBytes(RANDOM_BYTES).toString('hex'))
  const descriptor = openSync(folder.at(name), CREATE_ONLY, 0o644)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
    dress(descriptor)
    fsyncSync(descriptor)
    return name
  } catch (thrown) {
    unlinkSync(folder.at(name))
    throw thrown
  } finally {
    closeSync(descriptor)
  }
}

export function replaceName(folder: Folder, temporary: string, name: string): void {
  renameSync(folder.at(temporary), folder.at(name))
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Takes the name only if it is free: a link fails where a rename would replace. False when it was taken meanwhile. */
export function claimName(folder: Folder, temporary: string, name: string): boolean {
  try {
    linkSync(folder.at(temporary), folder.at(name))
    return true
  } catch (thrown) {
    const error = errorCode(thrown) ?? ''
    if (error === 'EEXIST') return false
    if (!NO_LINKS.has(error)) throw thrown
    return claimWithoutLinks(folder, temporary, name)
  }
}

/** Some disks know no links; there an empty file holds the place for a moment. */
function claimWithoutLinks(folder: Folder, temporary: string, name: string): boolean {
  try {
    closeSync(openSync(folder.at(name), CREATE_ONLY, 0o644))
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return false
    throw thrown
  }
  replaceName(folder, temporary, name)
  return true
}

const MAX_REMEMBERED = 1_000

/** Removes what dead writers have left in a folder, at most once an hour per folder, because it may be large. */
export function createSweep(now: () => number): (folder: Folder) => void {
  const swept = new Map<string, number>()
  return folder => {
    const [place, time] = [folder.names.join('/'), now()]
    if (time - (swept.get(place) ?? Number.NEGATIVE_INFINITY) < OLD_AFTER_MS) return
    if (swept.size >= MAX_REMEMBERED) swept.clear()
    swept.set(place, time)
    sweepTemporaries(folder, time)
  }
}

function sweepTemporaries(folder: Folder, now: number): void {
  removeTemporaries(folder, name => {
    const left = lstatSync(folder.at(name), { throwIfNoEntry: false })
    return left !== undefined && now - left.mtimeMs > OLD_AFTER_MS
  })
}

/** Removes what a process that is gone has left in a folder. */
export const removeLeft = (folder: Folder, owner: string): void =>
  removeTemporaries(folder, name => isTemporaryName(name, owner))

/** Failing to tidy up is no failure of what came by. */
function removeTemporaries(folder: Folder, isLeft: (name: string) => boolean): void {
  try {
    for (const { name } of folder.entries().filter(entry => entry.isFile() && isTemporaryName(entry.name)))
      if (isLeft(name)) unlinkSync(folder.at(name))
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown
  }
}
