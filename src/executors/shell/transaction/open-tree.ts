import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { bytesOfText, textOfBytes } from '../../path-bytes.ts'

export type TreeEntry = { readonly name: string; readonly isFolder: boolean; readonly isLink: boolean }

/** A folder and all below it, reached from its descriptor name by name: however deep, and never through a link. */
export type Tree = {
  readonly root: string
  /** What the disk is asked for to get at `path`, until the next call. Throws where a folder on the way is missing. */
  readonly at: (path: string) => string | Buffer
  readonly find: (path: string) => BigIntStats | undefined
  /** The open folder at `path` itself. */
  readonly folder: (path: string) => string | Buffer
  readonly list: (path: string) => readonly TreeEntry[]
  /** As `at`; folders on the way that are missing are made. */
  readonly make: (path: string) => string | Buffer
  /** A file, or a folder with everything in it, however deep. */
  readonly remove: (path: string) => void
  /** Folders that had to be opened to their own user, with the mode that they shall have in the end. */
  readonly unlocked: Map<string, number>
  /** Gives such folders their modes; comes last. */
  readonly lock: () => void
  readonly close: () => void
}

export type TreeOptions = {
  /** A command may have closed a folder to its own user; it is opened on the way. */
  readonly unlock?: boolean
  /** How folders are held: by descriptors where the system can (Linux), else by their names. */
  readonly hold?: 'descriptors' | 'names'
}

/** An open folder on the way; its descriptor is given back while more than a few are open below it. */
type Level = { readonly path: string; descriptor: number | undefined; identity: string }

const O_PATH = 0x200000 // a descriptor that needs no right to read
const FOLDER_ONLY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW
const MAX_OPEN = 32
const OWNER = 0o700

/** Node has no openat; on Linux `/proc/self/fd/N/name` is the same. Elsewhere plain paths have to do. */
export function openTree(root: string, options: TreeOptions = {}): Tree {
  const way = createWay(root, options)
  const at = (path: string): string | Buffer => {
    const slash = path.lastIndexOf('/')
    way.go(slash < 0 ? '.' : path.slice(0, slash))
    return way.at(path === '.' ? '.' : path.slice(slash + 1))
  }
  const folder = (path: string): string | Buffer => {
    way.go(path)
    return way.here()
  }
  const find = (path: string): BigIntStats | undefined => {
    try {
      return path === '.'
        ? statSync(folder('.'), { bigint: true })
        : lstatSync(at(path), { bigint: true, throwIfNoEntry: false })
    } catch (thrown) {
      if (isNotThere(thrown)) return undefined
      throw thrown
    }
  }
  return {
    root,
    at,
    find,
    folder,
    list: path => listFolder(folder(path)),
    make(path) {
      for (const above of missingAbove(path, folder)) mkdirSync(at(above), { mode: OWNER })
      return at(path)
    },
    remove(path) {
      const found = find(path)
      if (found?.isDirectory() !== true) return found && unlinkSync(at(path))
      way.go(path)
      emptyFolder(way)
      rmdirSync(at(path))
    },
    unlocked: way.unlocked,
    lock() {
      const modes = [...way.unlocked].toSorted(([one], [other]) => deepestFirst(one, other))
      for (const [path, mode] of modes) if (find(path)) chmodSync(folder(path), mode)
      way.unlocked.clear()
    },
    close: way.close,
  }
}

/** From the top down. */
function missingAbove(path: string, folder: Tree['folder']): readonly string[] {
  const missing: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = path.slice(0, end)
    try {
      folder(above)
      break
    } catch (thrown) {
      if (!isNotThere(thrown)) throw thrown
      missing.unshift(above)
    }
  }
  return missing
}

const ALL = 0o7777

/** What is in a folder comes before the folder, and the root last of all. */
export const deepestFirst = (one: string, other: string): number =>
  one === '.' || (other !== '.' && one < other) ? 1 : -1

/** Whether what was asked for is not there, or something on the way is no folder any more. */
export const isNotThere = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(thrown.code))

const listFolder = (folder: string | Buffer): readonly TreeEntry[] =>
  readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map(entry => ({
    name: textOfBytes(entry.name),
    isFolder: entry.isDirectory(),
    isLink: entry.isSymbolicLink(),
  }))

type FolderTrail = {
  readonly here: () => string | Buffer
  readonly at: (name: string) => string | Buffer
  readonly go: (path: string) => void
  readonly enter: (name: string) => void
  readonly leave: () => void
  readonly unlocked: Map<string, number>
  readonly close: () => void
}

function createWay(root: string, { unlock = false, hold }: TreeOptions): FolderTrail {
  const holds = hold !== 'names' && process.platform === 'linux' && existsSync('/proc/self/fd')
  const unlocked = new Map<string, number>()
  const top: Level = { path: '.', descriptor: holds ? openSync(root, FOLDER_ONLY) : undefined, identity: '' }
  const levels: Level[] = []
  const current = (): Level => levels.at(-1) ?? top
  const here = (): string | Buffer => {
    const { descriptor, path } = current()
    return descriptor === undefined ? bytesOfText(`${root}/${path}`) : descriptorPath(descriptor)
  }
  const at = (name: string): string | Buffer => {
    const { descriptor, path } = current()
    return bytesOfText(descriptor === undefined ? `${root}/${path}/${name}` : `${descriptorPath(descriptor)}/${name}`)
  }
  const open = (level: Level): void => {
    if (!unlock) return
    const mode = statSync(here()).mode & ALL
    if ((mode & OWNER) === OWNER) return
    try {
      chmodSync(here(), mode | OWNER)
      unlocked.set(level.path, mode)
    } catch {
      return // it belongs to somebody else: what cannot be done in it fails there, and is told there
    }
  }
  const enter = (name: string): void => {
    const path = levels.length === 0 ? name : `${current().path}/${name}`
    const descriptor = holds ? openSync(at(name), FOLDER_ONLY) : undefined
    if (!holds && !lstatSync(at(name)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
    levels.push({ path, descriptor, identity: '' })
    giveBack(levels.at(-1 - MAX_OPEN))
    open(current())
  }
  const leave = (): void => {
    const left = levels.pop()
    if (left?.descriptor === undefined) return
    try {
      const level = current()
      if (level.descriptor === undefined) takeAgain(level, left.descriptor)
    } catch (thrown) {
      levels.length = 0 // none of them is open, and the next way begins at the root
      throw thrown
    } finally {
      closeSync(left.descriptor)
    }
  }
  const close = (): void => {
    for (const { descriptor } of [top, ...levels.splice(0)]) if (descriptor !== undefined) closeSync(descriptor)
  }
  try {
    open(top)
  } catch (thrown) {
    close()
    throw thrown
  }
  return { here, at, go: path => goTo(path, { levels, enter, leave }), enter, leave, unlocked, close }
}

const descriptorPath = (descriptor: number): string => `/proc/self/fd/${descriptor}`

const identityOfOpen = (descriptor: number): string => {
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return `${dev} ${ino}`
}

function giveBack(level: Level | undefined): void {
  if (level?.descriptor === undefined) return
  level.identity = identityOfOpen(level.descriptor)
  closeSync(level.descriptor)
  level.descriptor = undefined
}

/** The folder above `below`, if it is still the one that was left. */
function takeAgain(level: Level, below: number): void {
  const descriptor = openSync(`${descriptorPath(below)}/..`, FOLDER_ONLY)
  if (identityOfOpen(descriptor) === level.identity) level.descriptor = descriptor
  else {
    closeSync(descriptor)
    throw new Error('a folder was moved to another place meanwhile')
  }
}

type Going = Pick<FolderTrail, 'enter' | 'leave'> & { readonly levels: readonly Level[] }

/** Up to where the ways part, and down from there. */
function goTo(path: string, { levels, enter, leave }: Going): void {
  for (let level = levels.at(-1); level && path !== level.path; level = levels.at(-1)) {
    if (path.startsWith(level.path) && path[level.path.length] === '/') break
    leave()
  }
  const from = levels.at(-1)?.path
  if (path === '.' || path === from) return
  for (const name of (from === undefined ? path : path.slice(from.length + 1)).split('/')) enter(name)
}

/** Each folder is listed when it is met, and left when nothing is in it any more. */
function emptyFolder({ here, at, enter, leave }: FolderTrail): void {
  const pending: string[][] = [emptyOfFiles(here(), at)]
  for (let names = pending.at(-1); names; names = pending.at(-1)) {
    const name = names.at(-1)
    if (name === undefined) {
      pending.pop()
      if (pending.length === 0) return
      leave()
      const done = pending.at(-1)?.pop()
      if (done !== undefined) rmdirSync(at(done))
    } else {
      enter(name)
      pending.push(emptyOfFiles(here(), at))
    }
  }
}

function emptyOfFiles(here: string | Buffer, at: FolderTrail['at']): string[] {
  chmodSync(here, OWNER)
  const folders: string[] = []
  for (const { name, isFolder } of listFolder(here)) {
    if (isFolder) folders.push(name)
    else unlinkSync(at(name))
  }
  return folders
}
