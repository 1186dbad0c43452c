import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type FileContent, type Result, fail, sha256, succeed } from '../core/index.ts'
import { errorCode } from './disk-faults.ts'
import type { Folder } from './folder.ts'
import { KEPT_BACK } from './path-rules.ts'
import { showPath } from './path-words.ts'
import type { PrivatePlace } from './private-place.ts'
import { type Spot, canonicalPath } from './resolve.ts'

// A pipe or device that takes the file's place in the last moment must neither block us nor become our terminal.
const READ_ONLY =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

export const MAX_BYTES: number = 256 * 1024 * 1024

const MAX_TRIES = 5 // a file that is replaced again and again while we open it

export type FileReadRequest = { readonly maxBytes: number; readonly ours: PrivatePlace }
export type OpenedFile = FileContent & { readonly stat: BigIntStats }

/** The file at this spot, if it is a regular one. */
export function readFile(spot: Spot, request: FileReadRequest): Result<OpenedFile> {
  const shown = showPath(spot.request.path)
  if (spot.kind === 'absent') return fail('file_not_found', `There is no file ${shown}.`)
  if (spot.kind === 'folder') return fail('file_unsuitable', `${shown} is a folder.`)
  if (spot.kind === 'other') return fail('file_unsuitable', `${shown} is not a regular file.`)
  return readChild(spot.trail.top(), spot.rest[0] ?? '', { ...request, path: canonicalPath(spot), shown })
}

type ChildRequest = FileReadRequest & { readonly path: string; readonly shown: string }

function readChild(folder: Folder, name: string, request: ChildRequest): Result<OpenedFile> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const descriptor = openSync(folder.at(name), READ_ONLY)
    try {
      const read = readOpened(descriptor, request, () => folder.holds(descriptor, name))
      if (read !== undefined) return read
    } finally {
      closeSync(descriptor)
    }
  }
  return fail('file_changed', `${request.shown} is being replaced all the time and could not be read.`)
}

/** Nothing is read before it is known what was opened; undefined when it is no longer what stands there. */
function readOpened(descriptor: number, request: ChildRequest, inPlace: () => boolean): Result<OpenedFile> | undefined {
  const { path, shown, maxBytes, ours } = request
  const stat = fstatSync(descriptor, { bigint: true })
  if (!stat.isFile()) return fail('file_unsuitable', `${shown} is not a regular file.`)
  if (!isTrue(inPlace)) return undefined
  if (ours.isFile(stat)) return fail('path_blocked', KEPT_BACK)
  const bytes = stat.size > maxBytes ? undefined : readAll(descriptor, Number(stat.size), maxBytes)
  if (bytes === undefined)
    return fail('file_unsuitable', `${shown} has ${stat.size} bytes; at most ${maxBytes} can be read.`, {
      bytes: Number(stat.size),
    })
  return succeed({ path, bytes, sha256: sha256(bytes), modifiedMs: modifiedMs(stat), stat })
}

/** Finer than milliseconds, so that caches notice a change within the same one. */
export const modifiedMs = (stat: BigIntStats): number => Number(stat.mtimeNs / 1_000n) / 1_000

/** A file that has just gone is not in place. */
function isTrue(ask: () => boolean): boolean {
  try {
    return ask()
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown
    return false
  }
}

/** To the end of the file, which may have changed since its size was asked; undefined when longer than allowed. */
function readAll(descriptor: number, size: number, maxBytes: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > maxBytes) return undefined
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, maxBytes + 1))
  }
}
