import { unlinkSync } from 'node:fs'
import { type Result, fail, succeed } from '../core/index.ts'
import { showPath } from './path-words.ts'
import { type ReadRequest, readFile } from './read-file.ts'
import type { Spot } from './resolve.ts'

export type RemoveRequest = ReadRequest & { readonly sha256: string }

/** Removes exactly the file that somebody saw. */
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
