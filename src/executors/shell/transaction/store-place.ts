import { randomBytes } from 'node:crypto'
import {
  type Stats,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type Json,
  type JsonObject,
  type Result,
  fail,
  isJsonObject,
  messageOf,
  parseJsonText,
  succeed,
} from '../../../core/index.ts'

/** Writes a file so that it is there whole or not at all, also after the power has gone. */
export function writeJsonWhole(path: string, value: Json): void {
  const temporary = `${path}.new`
  try {
    writeFileSync(temporary, JSON.stringify(value), { mode: 0o600, flush: true })
    renameSync(temporary, path)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
  syncFolder(dirname(path))
}

/** Removes a folder of copies under another name, so that one of which half is left is never taken for a whole one. */
export function dropFolder(folder: string): void {
  try {
    const gone = join(dirname(folder), basename(folder).replace(/^change_/, GONE))
    renameSync(folder, gone)
    rmSync(gone, { recursive: true, force: true })
  } catch {
    // It lies outside the workspace, and the next command tries again.
  }
}

export const GONE = 'gone_'

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function readWhole(path: string): JsonObject | undefined {
  try {
    const value = parseJsonText(readFileSync(path, 'utf8'))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Which process, so that its number alone is not taken for it after it has died. */
export type Owner = { readonly pid: number; readonly started: string }

export const currentOwner = (): Owner => ({ pid: process.pid, started: startOf(process.pid) ?? '' })

export function isAlive({ pid, started }: Owner): boolean {
  const now = startOf(pid)
  if (now === undefined) return started === '' && answers(pid)
  return started === '' || now === started
}

/** Where there is no /proc, the number is all that is known. */
function answers(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

export const ownerIn = (record: JsonObject): Owner => ({
  pid: typeof record['pid'] === 'number' ? record['pid'] : 0,
  started: typeof record['started'] === 'string' ? record['started'] : '',
})

/** One command at a time may change the workspace: two at once could not be told apart afterwards. */
export function lockWorkspace(place: string): Result<() => void> {
  const lock = join(place, 'lock')
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    return cannotWrite(thrown)
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      takeLock(lock)
      return succeed(() => rmSync(lock, { force: true }))
    } catch (thrown) {
      if (!isThere(thrown)) return cannotWrite(thrown)
      if (isHeld(lock)) break
      clearAway(lock)
    }
  }
  return fail('tool_busy', 'Another command changes this workspace right now.')
}

/** Whether somebody may be changing the workspace right now. */
export const isLocked = (place: string): boolean => isHeld(join(place, 'lock'))

/** With its owner in it from the first moment: nobody sees a lock of which he cannot tell whose it is. */
function takeLock(lock: string): void {
  const own = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(own, JSON.stringify(currentOwner()), { flag: 'wx', mode: 0o600 })
    linkSync(own, lock)
  } finally {
    rmSync(own, { force: true })
  }
}

function isHeld(lock: string): boolean {
  const holder = readWhole(lock)
  return (holder !== undefined && isAlive(ownerIn(holder))) || isNew(lock)
}

/** Of several who find the lock of a process that died, one at a time looks again and takes it away. */
function clearAway(lock: string): void {
  const turn = `${lock}.clearing`
  try {
    mkdirSync(turn)
  } catch (thrown) {
    if (!isThere(thrown)) rmSync(lock, { force: true }) // a full disk has no room for a turn
    const found = lstatSync(turn, { throwIfNoEntry: false })
    // Whoever had the turn was killed.
    if (found && ageOf(found) > TURN_MS) rmSync(turn, { recursive: true, force: true })
    return
  }
  try {
    if (!isHeld(lock)) rmSync(lock, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

const isThere = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST'

const cannotWrite = (thrown: unknown): ReturnType<typeof fail> =>
  fail('snapshot_failed', `Nothing can be written to the state folder: ${messageOf(thrown)}`)

const SETTLING_MS = 1_000
const TURN_MS = 10_000

const ageOf = ({ mtimeMs }: Stats): number => Math.abs(performance.timeOrigin + performance.now() - mtimeMs)

/** Of an older version, or on a full disk: just made, and its owner not written yet. */
function isNew(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false })
  return found?.size === 0 && ageOf(found) < SETTLING_MS
}
