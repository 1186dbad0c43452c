import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { CountersignError, DISK_FULL, StorageFailure, isDiskFull } from '../core/index.ts'

const BUSY = 5
const FULL = 13
const INPUT_OUTPUT = 10
const SHARED_MEMORY = 65_536 // bytes: what a database needs beside its file; SQLite calls the lack of it an I/O error
const LOWEST_BYTE = 0xff // the result code; the bytes above it give details

const WORDS: Readonly<Record<number, string>> = {
  5: 'another process holds its lock',
  8: 'it is read-only',
  10: 'the disk reports an error, or no more may be written',
  11: 'it is damaged; keep a copy of it before you remove it',
  14: 'it cannot be opened',
  26: 'it is not a database; it was left as it is',
}

/** SQLite's result code, if that is what was thrown. */
function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return undefined
  return thrown.errcode & LOWEST_BYTE
}

export const isBusy = (thrown: unknown): boolean => resultCode(thrown) === BUSY

/** Something was wrong with the disk of this file, and there is no room on it. */
export function hasNoRoom(thrown: unknown, path: string): boolean {
  if (resultCode(thrown) !== INPUT_OUTPUT) return false
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < SHARED_MEMORY
}

/** SQLite answers that a log could not be emptied instead of throwing it; the same may be tried again. */
export const stillRead = (): Error => Object.assign(new Error('somebody reads it'), { errcode: BUSY })

/** The cause in plain words, for the end of a sentence; the path is left out, because a model may come to read it. */
export function failureWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (resultCode(thrown) === FULL || isDiskFull(thrown)) return DISK_FULL
  if ('syscall' in thrown) return thrown.message.replace(/, .*/s, '')
  const words = WORDS[resultCode(thrown) ?? 0]
  return words === undefined ? thrown.message : `${words} (${thrown.message})`
}

/** What SQLite threw, as a failure of ours; anything else stays what it is. */
export function asStorageFailure(file: string, thrown: unknown): unknown {
  if (resultCode(thrown) === undefined) return thrown
  return new StorageFailure(`The database "${file}" cannot be used: ${failureWords(thrown)}.`, { cause: thrown })
}

/** While opening, nothing is lost yet: the file is wrong, or its place. */
export const storageRefusal = (message: string): CountersignError =>
  new CountersignError('storage_unavailable', message)
