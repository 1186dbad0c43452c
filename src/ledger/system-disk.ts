import { randomBytes } from 'node:crypto'
import {
  type Stats,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const syncAsync = promisify(fdatasync)
const OPEN = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const MAX_OPEN = 64

type OpenFile = { readonly fd: number; readonly inode: number; isNew: boolean }

/** Files that stay open between flushes. */
class OpenFiles {
  readonly #root: string
  readonly #open = new Map<string, OpenFile>()

  constructor(root: string) {
    this.#root = root
  }

  /** The open file, if its name still stands for it. */
  current(path: string): { readonly fd: number; readonly size: number } | undefined {
    const known = this.#open.get(path)
    const now = known && lstatOrNothing(join(this.#root, path))
    return known && now?.ino === known.inode ? { fd: known.fd, size: now.size } : undefined
  }

  /** The file that the name stands for now; one that was swapped under our hands is opened anew. */
  at(path: string): { readonly fd: number; readonly size: number } {
    const current = this.current(path)
    if (current) return current
    this.forget(path)
    const now = lstatOrNothing(join(this.#root, path))
    if (now) checkFolders(this.#root, path)
    else makePlainFolder(this.#root, dirname(path))
    const file = openPlain(join(this.#root, path), now === undefined)
    this.#open.set(path, file)
    const oldest = this.#open.keys().next().value
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.forget(oldest)
    return { fd: file.fd, size: now?.size ?? 0 }
  }

  /** The file as it was opened last, for a flush of what was just written to it. */
  held(path: string): OpenFile | undefined {
    return this.#open.get(path)
  }

  forget(path: string): void {
    const known = this.#open.get(path)
    this.#open.delete(path)
    if (known) closeSync(known.fd)
  }

  forgetAll(below = ''): void {
    for (const path of Array.from(this.#open.keys()))
      if (below === '' || path === below || path.startsWith(`${below}/`)) this.forget(path)
  }
}

function openPlain(path: string, isNew: boolean): OpenFile {
  const fd = openSync(path, OPEN, PRIVATE_FILE)
  const stat = fstatSync(fd)
  if (stat.isFile()) return { fd, inode: stat.ino, isNew }
  closeSync(fd)
  throw new Error(`${basename(path)} is not a plain file`)
}

/**
 * The audit folder of a workspace. It may be hostile, so only plain files are opened and only plain folders entered.
 */
export function systemDisk(root: string): Disk {
  const open = new OpenFiles(root)
  return {
    makeFolder: path => makePlainFolder(root, path),
    list(path) {
      checkFolders(root, path)
      const stat = lstatOrNothing(join(root, path))
      if (!stat) return []
      if (!stat.isDirectory()) throw new Error(`${path} is not a folder`)
      return readdirSync(join(root, path)).toSorted()
    },
    size(path) {
      const current = open.current(path)
      if (current) return current.size
      checkFolders(root, path)
      const stat = lstatOrNothing(join(root, path))
      if (!stat) return undefined
      if (!stat.isFile()) throw new Error(`${path} is not a plain file`)
      return stat.size
    },
    read(path, from, length) {
      const current = open.current(path)
      if (current) return readPart(current.fd, from, length)
      checkFolders(root, path)
      return readFile(join(root, path), from, length)
    },
    // Into the system's memory only, which is quicker than handing it to another thread; the flush is what takes time.
    append(path, at, bytes) {
      const { fd, size } = open.at(path)
      if (at !== 'end' && at !== size) throw new Error(`${path} has ${size} bytes where ${at} were expected`)
      let done = 0
      while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done)
    },
    async sync(path) {
      const file = open.held(path)
      await syncAsync(file?.fd ?? open.at(path).fd)
      if (!file) return
      if (file.isNew) syncFolder(join(root, dirname(path)))
      file.isNew = false
    },
    truncate(path, size) {
      const { fd } = open.at(path)
      ftruncateSync(fd, size)
      fsyncSync(fd)
    },
    replace(path, bytes) {
      checkFolders(root, path)
      open.forget(path)
      replaceFile(join(root, path), bytes)
    },
    setAside(path, as) {
      for (const each of [path, as]) checkFolders(root, each)
      open.forgetAll(path)
      renameSync(join(root, path), join(root, as))
    },
    close: () => open.forgetAll(),
  }
}

function lstatOrNothing(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/** From `.control-room` down to the folder. */
function levelsTo(root: string, folder: string): readonly string[] {
  const levels = [dirname(root), root]
  let level = root
  for (const part of folder === '' || folder === '.' ? [] : folder.split('/')) {
    level += `/${part}`
    levels.push(level)
  }
  return levels
}

/** A link anywhere on the way would lead out of the workspace, so each level must be a folder itself. */
function checkFolders(root: string, path: string): void {
  for (const level of levelsTo(root, dirname(path))) {
    const stat = lstatOrNothing(level)
    if (!stat) return
    if (!stat.isDirectory()) throw new Error(`${basename(level)} is a link or a file, not a plain folder`)
  }
}

function makePlainFolder(root: string, path: string): void {
  for (const level of levelsTo(root, path)) {
    const stat = lstatOrNothing(level)
    if (!stat) mkdirSync(level, { mode: PRIVATE_FOLDER })
    else if (!stat.isDirectory())
      throw new Error(`${level === root ? 'the audit folder' : path} is a link or a file, not a plain folder`)
  }
}

function readFile(path: string, from: number, length: number): Uint8Array {
  const fd = openSync(path, READ)
  try {
    if (!fstatSync(fd).isFile()) throw new Error('not a plain file')
    return readPart(fd, from, length)
  } finally {
    closeSync(fd)
  }
}

function readPart(fd: number, from: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, from + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}

function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const fd = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    PRIVATE_FILE,
  )
  try {
    try {
      let done = 0
      while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temporary, path)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
  syncFolder(dirname(path))
}

function syncFolder(path: string): void {
  const fd = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
