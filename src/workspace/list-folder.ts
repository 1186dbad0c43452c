import { type BigIntStats, type Dirent, lstatSync } from 'node:fs'
import { type Entry, type Result, type WalkOptions, fail, succeed } from '../core/index.ts'
import { showPath } from './path-words.ts'
import { modifiedMs } from './read-file.ts'
import { type Ground, atPath, canonicalNames, canonicalPath, pathOf } from './resolve.ts'

/** `hidden`: the allow list does not name it, but a folder may hold things that it does name. */
type Scanned = { readonly name: string; readonly entry: Entry; readonly hidden: boolean }

export function listFolder(ground: Ground, path: string): Result<readonly Entry[]> {
  const scanned = scan(ground, path)
  return scanned.ok ? succeed(scanned.value.filter(({ hidden }) => !hidden).map(({ entry }) => entry)) : scanned
}

/** The first folder is read at once, so that a wrong path is told before anything is walked; those below when their turn comes. */
export function walkFolder(ground: Ground, path: string, options: WalkOptions): Result<Iterable<Entry>> {
  const scanned = scan(ground, path)
  return scanned.ok ? succeed(walk(ground, scanned.value, options)) : scanned
}

function* walk(ground: Ground, scanned: readonly Scanned[], options: WalkOptions): Generator<Entry> {
  const { depth = Number.POSITIVE_INFINITY, skip, signal } = options
  for (const { name, entry, hidden } of scanned) {
    if (signal?.aborted === true) return
    if (!hidden) yield entry
    if (depth <= 1 || entry.kind !== 'folder' || entry.leadsTo !== undefined || skip?.(name) === true) continue
    const below = scan(ground, entry.path, { stay: true })
    if (below.ok) yield* walk(ground, below.value, { ...options, depth: depth - 1 })
  }
}

/** `stay`: if the folder has become a link since it was named, it is not entered. */
function scan(ground: Ground, path: string, { stay = false }: { readonly stay?: boolean } = {}): Result<readonly Scanned[]> {
  return atPath(ground, { path, use: 'read' }, spot => {
    if (spot.kind === 'absent') return fail('file_not_found', `There is no folder ${showPath(path)}.`)
    if (spot.kind !== 'folder') return fail('file_unsuitable', `${showPath(path)} is not a folder.`)
    const names = canonicalNames(spot)
    if (stay && pathOf(names) !== path) return fail('file_not_found', `There is no folder ${showPath(path)}.`)
    const folder = spot.trail.top()
    const scanned: Scanned[] = []
    for (const dirent of folder.entries()) {
      const entry = describe(ground, { dirent, names: [...names, dirent.name], at: folder.at(dirent.name) })
      if (entry) scanned.push({ name: dirent.name, entry, hidden: !ground.rules.admits([...names, dirent.name]) })
    }
    return succeed(scanned.sort((a, b) => (a.name < b.name ? -1 : 1)))
  })
}

type Child = { readonly dirent: Dirent; readonly names: readonly string[]; readonly at: string }

function describe(ground: Ground, { dirent, names, at }: Child): Entry | undefined {
  if (ground.rules.closed(names, 'read') !== undefined) return undefined
  if (dirent.isSymbolicLink()) return followLink(ground, pathOf(names))
  const stat = lstatSync(at, { bigint: true, throwIfNoEntry: false })
  return stat && entryOf(pathOf(names), stat)
}

function followLink(ground: Ground, path: string): Entry | undefined {
  const found = lookAt(ground, path)
  return found.ok ? { ...found.value, path, leadsTo: found.value.path } : undefined
}

export function lookAt(ground: Ground, path: string): Result<Entry> {
  return atPath(ground, { path, use: 'read' }, spot => {
    const stat = lstatSync(spot.trail.top().at(spot.rest[0] ?? '.'), { bigint: true, throwIfNoEntry: false })
    if (spot.kind === 'absent' || stat === undefined) return fail('file_not_found', `There is no file or folder ${showPath(path)}.`)
    return succeed(entryOf(canonicalPath(spot), stat))
  })
}

const kindOf = (stat: BigIntStats): Entry['kind'] => (stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other')

const entryOf = (path: string, stat: BigIntStats): Entry => ({
  path,
  kind: kindOf(stat),
  bytes: stat.isFile() ? Number(stat.size) : 0,
  modifiedMs: modifiedMs(stat),
})
