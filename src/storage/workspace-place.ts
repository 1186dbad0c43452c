import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Result, causeOf, fail, isDiskFull, messageOf, sha256, succeed } from '../core/index.ts'
import { flushFolder, writeWhole } from './vault-files.ts'

/** In the folder of a place: which workspace was moved there. It counts only while that workspace agrees. */
const MOVED_FROM = 'moved-from'
/** In the folder of a workspace: the place where it lies now, if that is not where it began. */
const MOVED_TO = 'moved-to'

const ID_LENGTH = 16
const ID = /^[0-9a-f]{16}\n$/
const MAX_BYTES = 64

/** Names a place. The first workspace that begins there is named like it. */
export const placeIdOf = (root: string): string => sha256(root).slice(0, ID_LENGTH)

/** The workspace at a place: one that was moved there, else the first that began there and has not moved away. */
export function workspaceAt(workspaces: string, root: string): Result<string> {
  const place = placeIdOf(root)
  const came = readId(join(workspaces, place, MOVED_FROM))
  if (!came.ok) return came
  const moved = came.value === undefined ? succeed(undefined) : readId(join(workspaces, came.value, MOVED_TO))
  if (!moved.ok) return moved
  // The workspace's own file decides, and moves do not chain.
  if (came.value !== undefined && moved.value === place) return succeed(came.value)
  return begunAt(workspaces, root)
}

/** Each one that moved away leaves the place to a new one, which gets nothing of it. */
function begunAt(workspaces: string, root: string): Result<string> {
  const place = placeIdOf(root)
  for (let count = 1; ; count++) {
    const id = count === 1 ? place : placeIdOf(`${root}\n${count}`)
    const went = readId(join(workspaces, id, MOVED_TO))
    if (!went.ok) return went
    if (went.value === undefined || went.value === place) return succeed(id)
  }
}

/** With the second file it is done; what the first one says means nothing without it. */
export function noteMove(workspaces: string, workspace: string, to: string): Result<undefined> {
  const place = placeIdOf(to)
  try {
    keepId(join(workspaces, place, MOVED_FROM), workspace)
    keepId(join(workspaces, workspace, MOVED_TO), place)
    return succeed(undefined)
  } catch (thrown) {
    const code = isDiskFull(thrown) ? 'storage_unavailable' : 'state_unsafe'
    return fail(code, `The move cannot be noted: ${causeOf(thrown)}.`)
  }
}

function keepId(path: string, id: string): void {
  writeWhole(path, Buffer.from(`${id}\n`))
  flushFolder(dirname(path))
}

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Undefined where there is no such file; whatever else is not exactly one id is a fault. */
function readId(path: string): Result<string | undefined> {
  try {
    const file = openSync(path, READ)
    try {
      const stat = fstatSync(file)
      const isPlain = stat.isFile() && (stat.mode & 0o077) === 0 && stat.size <= MAX_BYTES
      const text = isPlain ? readFileSync(file, 'utf8') : ''
      return ID.test(text) ? succeed(text.trimEnd()) : unsafe(path, 'it does not hold the id of a workspace')
    } finally {
      closeSync(file)
    }
  } catch (thrown) {
    const isAbsent = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
    return isAbsent ? succeed(undefined) : unsafe(path, messageOf(thrown))
  }
}

const unsafe = (path: string, why: string): Result<never> =>
  fail('state_unsafe', `${path} cannot be used: ${why}. Remove it and run: countersign ledger moved OLD_PATH.`)
