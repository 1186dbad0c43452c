import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../../core/index.ts'
import type { Snapshot } from './snapshot.ts'
import type { Surveyed } from './survey.ts'

/** What became of one path. Hashes are null where there is no file. */
export type PathChange = {
  readonly path: string
  readonly what: 'created' | 'changed' | 'deleted'
  readonly kind: Surveyed['kind']
  readonly before: string | null
  readonly after: string | null
  readonly was?: Surveyed
  readonly is?: Surveyed
}

/** Everything that differs, sorted by path. A file that was only touched has not changed. */
export function compareWith(snapshot: Snapshot, now: ReadonlyMap<string, Surveyed>): readonly PathChange[] {
  const changes: PathChange[] = []
  const tells = createTellsWrites()
  for (const [path, was] of snapshot.entries) {
    const is = now.get(path)
    if (is && is.kind === was.kind) changes.push(...compareOne(path, { was, is, snapshot, tells }))
    else {
      changes.push({ path, what: 'deleted', kind: was.kind, before: copyHash(snapshot, path), after: null, was })
      if (is) changes.push(createdAt(path, is, snapshot.root))
    }
  }
  for (const [path, is] of now) if (!snapshot.entries.has(path)) changes.push(createdAt(path, is, snapshot.root))
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
}

const createdAt = (path: string, is: Surveyed, root: string): PathChange => ({
  path,
  what: 'created',
  kind: is.kind,
  before: null,
  after: is.kind === 'file' ? (hashFile(join(root, path)) ?? null) : null,
  is,
})

const copyHash = (snapshot: Snapshot, path: string): string | null => {
  const copy = snapshot.copyOf(path)
  return copy === undefined ? null : (hashFile(copy) ?? null)
}

type Pair = { readonly was: Surveyed; readonly is: Surveyed; readonly snapshot: Snapshot; readonly tells: TellsWrites }

function compareOne(path: string, { was, is, snapshot, tells }: Pair): readonly PathChange[] {
  if (was.stamp === is.stamp && (is.kind !== 'file' || tells(is.device, join(snapshot.root, path)))) return []
  const base = { path, what: 'changed', kind: is.kind, was, is } as const
  if (is.kind !== 'file')
    return was.mode === is.mode && was.link === is.link ? [] : [{ ...base, before: null, after: null }]
  const [before, after] = [copyHash(snapshot, path), hashFile(join(snapshot.root, path)) ?? null]
  // Without a copy the earlier content is unknown, so it counts as changed.
  return before !== null && before === after && was.mode === is.mode ? [] : [{ ...base, before, after }]
}

const CHUNK = 1024 * 1024

export function hashFile(path: string): string | undefined {
  const hash = createHash('sha256')
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
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
  changes.slice(0, MAX_SHOWN).map(({ path, what, kind, before, after }) => ({ path, what, kind, before, after }))

/** ext2 to ext4, XFS, Btrfs, F2FS. */
const TELLING: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010])

type TellsWrites = (device: string, path: string) => boolean

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

function isTelling(path: string): boolean {
  try {
    return TELLING.has(statfsSync(path).type)
  } catch {
    return false
  }
}
