import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, readSync, statfsSync } from 'node:fs'
import type { JsonObject } from '../../../core/index.ts'
import { showBytes } from '../../path-bytes.ts'
import { isSameAttributes, readAttributes } from './file-attributes.ts'
import { type Tree, openTree } from './open-tree.ts'
import type { Snapshot } from './snapshot.ts'
import { type EntryKind, type Surveyed, isSameTime } from './surveyed.ts'

/** What became of one path. Hashes are null where there is no file. */
export type PathChange = {
  readonly path: string
  readonly what: 'created' | 'changed' | 'deleted'
  readonly kind: EntryKind
  readonly before: string | null
  readonly after: string | null
  readonly was?: Surveyed
  readonly is?: Surveyed
}

/** Everything that differs, sorted by path. */
export function compareWith(snapshot: Snapshot, now: ReadonlyMap<string, Surveyed>): readonly PathChange[] {
  const changes: PathChange[] = []
  const tree = openTree(snapshot.root)
  try {
    const comparing = { snapshot, tree, tells: createTellsWrites() }
    for (const [path, was] of snapshot.entries) {
      const is = now.get(path)
      if (is && is.kind === was.kind) changes.push(...compareOne(path, { ...comparing, was, is }))
      else {
        changes.push({ path, what: 'deleted', kind: was.kind, before: copyHash(snapshot, path), after: null, was })
        if (is) changes.push(createdAt(path, is, tree))
      }
    }
    for (const [path, is] of now) if (!snapshot.entries.has(path)) changes.push(createdAt(path, is, tree))
  } finally {
    tree.close()
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
}

const createdAt = (path: string, is: Surveyed, tree: Tree): PathChange => ({
  path,
  what: 'created',
  kind: is.kind,
  before: null,
  after: is.kind === 'file' ? hashNow(tree, path) : null,
  is,
})

const copyHash = (snapshot: Snapshot, path: string): string | null => {
  const copy = snapshot.copyOf(path)
  return copy === undefined ? null : (hashFile(copy) ?? null)
}

/** Null where it cannot be read. */
function hashNow(tree: Tree, path: string): string | null {
  try {
    return hashFile(tree.at(path)) ?? null
  } catch {
    return null
  }
}

type Pair = {
  readonly was: Surveyed
  readonly is: Surveyed
  readonly snapshot: Snapshot
  readonly tree: Tree
  readonly tells: TellsWrites
}

/** A change that leaves all facts and the content as they were is none. */
function compareOne(path: string, { was, is, snapshot, tree, tells }: Pair): readonly PathChange[] {
  const isTouched = was.changed !== is.changed || was.inode !== is.inode
  if (!isTouched && (is.kind !== 'file' || tells(is.device, () => tree.at(path)))) return []
  const base = { path, what: 'changed', kind: is.kind, was, is } as const
  const isAlike = isAlikeFor(is.kind, was, is) && (was.inode === is.inode || hasItsAttributes(path, snapshot, tree))
  if (is.kind !== 'file') return isAlike ? [] : [{ ...base, before: null, after: null }]
  const [before, after] = [copyHash(snapshot, path), hashNow(tree, path)]
  // Without a copy the earlier content is unknown, so it counts as changed.
  return isAlike && before !== null && before === after ? [] : [{ ...base, before, after }]
}

function isAlikeFor(kind: EntryKind, was: Surveyed, is: Surveyed): boolean {
  if (was.mode !== is.mode || was.uid !== is.uid || was.gid !== is.gid) return false
  if (kind === 'folder') return !isSetBack(was, is)
  if (kind === 'fifo') return true // whoever writes through it moves its time
  return was.links === is.links && was.link === is.link && isSameTime(was.modified, is.modified)
}

/** Written again with the same bytes, as builds do: nothing but its time differs, and nobody set that. */
export const isWrittenAgain = ({ path, kind, before, after, was, is }: PathChange, { attributes }: Snapshot): boolean =>
  kind === 'file' &&
  was !== undefined &&
  is !== undefined &&
  before !== null &&
  before === after &&
  was.links === is.links &&
  was.mode === is.mode &&
  was.uid === is.uid &&
  was.gid === is.gid &&
  (was.inode === is.inode ? is.isTimeSet !== true : attributes?.get(path) === undefined)

/** Another may have come into its place, with the same content and times. */
function hasItsAttributes(path: string, { attributes }: Snapshot, tree: Tree): boolean {
  const was = attributes?.get(path)
  return was === undefined || isSameAttributes(readAttributes(tree, [path])?.get(path), was)
}

/** New names in a folder move its time forward to the moment. A time before, or after that, was set by somebody. */
const isSetBack = (was: Surveyed, is: Surveyed): boolean =>
  !isSameTime(was.modified, is.modified) &&
  (BigInt(is.modified) < BigInt(was.modified) || BigInt(is.modified) > BigInt(is.changed))

const CHUNK = 1024 * 1024

export function hashFile(path: string | Buffer): string | undefined {
  const hash = createHash('sha256')
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      hash.update(buffer.subarray(0, read))
    return hash.digest('hex')
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

const MAX_SHOWN = 50

export const showChanges = (changes: readonly PathChange[]): readonly JsonObject[] =>
  changes
    .slice(0, MAX_SHOWN)
    .map(({ path, what, kind, before, after }) => ({ path: showBytes(path), what, kind, before, after }))

/** ext2 to ext4, XFS, Btrfs, F2FS. */
const TELLING: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010])

type TellsWrites = (device: string, path: () => string | Buffer) => boolean

/**
 * Whether the times of a file move with everything that is written to it. On a disk in memory they do not: what a
 * program has mapped and read first, it may write without a word. Nor is it known of disks that lie elsewhere or upon
 * others, so only those count that are listed.
 */
function createTellsWrites(): TellsWrites {
  const known = new Map<string, boolean>()
  return (device, path) => {
    const tells = known.get(device) ?? isTelling(path)
    known.set(device, tells)
    return tells
  }
}

function isTelling(path: () => string | Buffer): boolean {
  try {
    return TELLING.has(statfsSync(path()).type)
  } catch {
    return false
  }
}
