import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

// A link is never followed, and the other end of a pipe is never waited for.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Undefined when there is none; throws when something else lies there. */
export function readVaultFile(path: string): Uint8Array | undefined {
  if (!isPlainFolder(dirname(path)) || lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const file = openSync(path, READ)
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a plain file')
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

export const isPlainFile = (path: string): boolean =>
  isPlainFolder(dirname(path)) && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

/** False when there is none; throws when something else lies there, such as a link that leads away. */
export function isPlainFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) throw new Error('its folder is not a plain folder')
  return found !== undefined
}

/** Makes it and what is missing above it, for the owner only, and safe from a power loss. */
export function makePrivateFolder(path: string): void {
  const topmost = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (topmost === undefined) return
  for (let folder = path; folder !== dirname(topmost);) {
    folder = dirname(folder)
    flushFolder(folder)
  }
}

/** The name appears only when all of the bytes are on disk. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`
  try {
    writeFileSync(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(unfinished, path)
  } catch (thrown) {
    rmSync(unfinished, { force: true })
    throw thrown
  }
}

/** A name is safe only when its folder is on disk, too. Windows cannot be asked for that. */
export function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
