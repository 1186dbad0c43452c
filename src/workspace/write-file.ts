import { fchmodSync, fchownSync, mkdirSync, unlinkSync } from 'node:fs'
import { type Expectation, type Result, type Written, fail, sha256, succeed } from '../core/index.ts'
import { errorCode } from './disk-faults.ts'
import type { Folder } from './folder.ts'
import { showPath } from './path-words.ts'
import { type OpenedFile, type FileReadRequest, readFile } from './read-file.ts'
import { type Spot, canonicalPath } from './resolve.ts'
import { claimName, makeTemporary, replaceName } from './temporary-file.ts'

export type WriteRequest = FileReadRequest & {
  readonly bytes: Uint8Array
  readonly expect: Expectation
  readonly sweep: (folder: Folder) => void
  /** Tells in the name of an unfinished file which process writes it. */
  readonly owner: string
}

/** No reader ever sees half a file: the new bytes are complete under another name before they take this one. */
export function writeFile(spot: Spot, request: WriteRequest): Result<Written> {
  const present = readPresent(spot, request)
  if (!present.ok) return present
  const wrong = findSurprise(spot, present.value, request.expect)
  if (wrong) return wrong
  const here = makeFolders(spot)
  const folder = here.trail.top()
  if (!folder.inPlace()) return moved(spot)
  const { bytes, owner } = request
  const temporary = makeTemporary(folder, { bytes, owner, dress: descriptor => takeOver(descriptor, present.value) })
  try {
    const placed = place(here, temporary, request)
    if (placed.ok) folder.sync()
    return placed
  } finally {
    discard(folder, temporary)
    request.sweep(folder)
  }
}

/** null: there is nothing yet. */
function readPresent(spot: Spot, request: WriteRequest): Result<OpenedFile | null> {
  if (spot.kind === 'absent') return succeed(null)
  const present = readFile(spot, request)
  if (!present.ok) return present
  const writable = (present.value.stat.mode & 0o200n) !== 0n
  return writable ? present : fail('file_unsuitable', `${showPath(spot.request.path)} is read-only.`)
}

function findSurprise(
  spot: Spot,
  present: OpenedFile | null,
  expect: Expectation,
): ReturnType<typeof fail> | undefined {
  const shown = showPath(spot.request.path)
  if (expect === 'any') return undefined
  if (expect === 'absent') return present === null ? undefined : fail('file_changed', `${shown} exists already.`)
  if (present === null) return fail('file_changed', `${shown} does not exist any more.`)
  return present.sha256 === expect.sha256 ? undefined : fail('file_changed', `${shown} has changed.`)
}

const moved = (spot: Spot): ReturnType<typeof fail> =>
  fail('file_changed', `The folder of ${showPath(spot.request.path)} was moved.`)

/** One level at a time, each in the folder that was verified. A folder that appeared meanwhile is used. */
function makeFolders(spot: Spot): Spot {
  const { trail, rest } = spot
  for (const name of rest.slice(0, -1)) {
    try {
      mkdirSync(trail.top().at(name), 0o755)
      trail.top().sync()
    } catch (thrown) {
      if (errorCode(thrown) !== 'EEXIST') throw thrown
    }
    trail.enter(name)
  }
  return { ...spot, rest: rest.slice(-1) }
}

/** Owner and mode of the old file, without the bits that lend its owner's rights. */
function takeOver(descriptor: number, present: OpenedFile | null): void {
  if (present === null) return
  const { uid, gid, mode } = present.stat
  if (process.getuid?.() === 0 && uid !== 0n) fchownSync(descriptor, Number(uid), Number(gid))
  fchmodSync(descriptor, Number(mode) & 0o777)
}

function place(spot: Spot, temporary: string, request: WriteRequest): Result<Written> {
  const [folder, name] = [spot.trail.top(), spot.rest[0] ?? '']
  const now = readAgain(spot, request)
  if (!now.ok) return now
  const wrong = findSurprise(spot, now.value, request.expect)
  if (wrong) return wrong
  if (!folder.inPlace()) return moved(spot)
  if (request.expect !== 'absent') replaceName(folder, temporary, name)
  else if (!claimName(folder, temporary, name))
    return fail('file_changed', `${showPath(spot.request.path)} exists already.`)
  const before = now.value?.sha256 ?? null
  return succeed({ path: canonicalPath(spot), before, after: sha256(request.bytes), bytes: request.bytes.length })
}

/** What stands under the name at the last moment before it is replaced. */
function readAgain(spot: Spot, request: WriteRequest): Result<OpenedFile | null> {
  try {
    return readFile({ ...spot, kind: 'file' }, request)
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return succeed(null)
    throw thrown
  }
}

/** It is there only if something went wrong, or if the name was claimed by a second link. */
function discard(folder: Folder, temporary: string): void {
  try {
    unlinkSync(folder.at(temporary))
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown
  }
}

type RemoveRequest = FileReadRequest & { readonly sha256: string }

/** Removes exactly the file that was looked at. */
export function removeFile(spot: Spot, request: RemoveRequest): Result<{ readonly path: string }> {
  const present = readFile(spot, request)
  if (!present.ok) return present
  if (present.value.sha256 !== request.sha256)
    return fail('file_changed', `${showPath(spot.request.path)} has changed.`)
  const folder = spot.trail.top()
  if (!folder.inPlace()) return fail('file_changed', `The folder of ${showPath(spot.request.path)} was moved.`)
  unlinkSync(folder.at(spot.rest[0] ?? ''))
  folder.sync()
  return succeed({ path: present.value.path })
}
