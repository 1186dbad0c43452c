import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Json, type JsonObject, isJsonObject, parseJsonText } from '../../../core/index.ts'

/** Writes a file so that it is there whole or not at all, also after the power has gone. */
export function writeJsonWhole(path: string, value: Json): void {
  const temporary = `${path}.new`
  const descriptor = openSync(temporary, 'w', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(value))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

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
export function lockWorkspace(place: string): (() => void) | undefined {
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const lock = join(place, 'lock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, JSON.stringify(currentOwner()), { flag: 'wx', mode: 0o600 })
      return () => rmSync(lock, { force: true })
    } catch {
      const holder = readWhole(lock)
      if (holder && isAlive(ownerIn(holder))) return undefined
      if (isFresh(lock)) return undefined
      rmSync(lock, { force: true })
    }
  }
  return undefined
}

const SETTLING_MS = 1_000

/** Just made, and its owner not written yet. */
function isFresh(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return (
    found !== undefined &&
    found.size === 0 &&
    Math.abs(performance.timeOrigin + performance.now() - found.mtimeMs) < SETTLING_MS
  )
}
