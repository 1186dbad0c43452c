import { type BigIntStats, type Dirent, lstatSync } from 'node:fs'
import { type FolderEntry, type Result, type WalkOptions, fail, succeed } from '../core/index.ts'
import { showPath } from './path-words.ts'
import { modifiedMs } from './read-file.ts'
import { type WorkspaceRoot, atPath, canonicalNames, canonicalPath, pathOf } from './resolve.ts'

/** What a walk has to know of an entry. */
type FoundPath = Pick<FolderEntry, 'path' | 'kind' | 'leadsTo'>

/** `hidden`: the allow list does not name it, but a folder may hold things that it does name. */
type Scanned<E extends FoundPath> = { readonly name: string; readonly entry: E; readonly hidden: boolean }

/** What is told of each entry that may be read. */
type DescribeEntry<E extends FoundPath> = (workspace: WorkspaceRoot, child: Child) => E | undefined

export function listFolder(workspace: WorkspaceRoot, path: string): Result<readonly FolderEntry[]> {
  const scanned = scan(workspace, path, { look: describe })
  return scanned.ok ? succeed(scanned.value.filter(({ hidden }) => !hidden).map(({ entry }) => entry)) : scanned
}

/** The first folder is read at once, so that a wrong path is reported before the walk; the others in turn. */
export function walkFolder(
  workspace: WorkspaceRoot,
  path: string,
  options: WalkOptions,
): Result<Iterable<FolderEntry>> {
  return walkWith(workspace, path, { options, look: describe })
}

/** The same for the files alone: their names are in the folders, so that none of them has to be looked at. */
export function walkFiles(workspace: WorkspaceRoot, path: string, options: WalkOptions): Result<Iterable<string>> {
  const found = walkWith(workspace, path, { options, look: tell })
  return found.ok ? succeed(pathsOfFiles(found.value)) : found
}

function* pathsOfFiles(entries: Iterable<FoundPath>): Generator<string> {
  for (const { kind, path } of entries) if (kind === 'file') yield path
}

type Walking<E extends FoundPath> = { readonly options: WalkOptions; readonly look: DescribeEntry<E> }

function walkWith<E extends FoundPath>(
  workspace: WorkspaceRoot,
  path: string,
  walking: Walking<E>,
): Result<Iterable<E>> {
  const scanned = scan(workspace, path, walking)
  return scanned.ok ? succeed(walk(workspace, scanned.value, walking)) : scanned
}

function* walk<E extends FoundPath>(
  workspace: WorkspaceRoot,
  scanned: readonly Scanned<E>[],
  { options, look }: Walking<E>,
): Generator<E> {
  const { depth = Number.POSITIVE_INFINITY, skip, signal } = options
  for (const { name, entry, hidden } of scanned) {
    if (signal?.aborted === true) return
    if (!hidden) yield entry
    if (depth <= 1 || entry.kind !== 'folder' || entry.leadsTo !== undefined || skip?.(name) === true) continue
    const below = scan(workspace, entry.path, { look, stay: true })
    if (below.ok) yield* walk(workspace, below.value, { options: { ...options, depth: depth - 1 }, look })
  }
}

/** `stay`: if the folder has become a link since it was named, it is not entered. */
type Scan<E extends FoundPath> = { readonly look: DescribeEntry<E>; readonly stay?: boolean }

function scan<E extends FoundPath>(
  workspace: WorkspaceRoot,
  path: string,
  { look, stay = false }: Scan<E>,
): Result<readonly Scanned<E>[]> {
  return atPath(workspace, { path, use: 'read' }, spot => {
    if (spot.kind === 'absent') return fail('file_not_found', `There is no folder ${showPath(path)}.`)
    if (spot.kind !== 'folder') return fail('file_unsuitable', `${showPath(path)} is not a folder.`)
    const names = canonicalNames(spot)
    if (stay && pathOf(names) !== path) return fail('file_not_found', `There is no folder ${showPath(path)}.`)
    const folder = spot.trail.top()
    const scanned: Scanned<E>[] = []
    for (const dirent of folder.entries()) {
      const child = { dirent, names: [...names, dirent.name], at: folder.at(dirent.name) }
      const entry = workspace.rules.closed(child.names, 'read') === undefined ? look(workspace, child) : undefined
      if (entry) scanned.push({ name: dirent.name, entry, hidden: !workspace.rules.admits(child.names) })
    }
    return succeed(scanned.sort((a, b) => (a.name < b.name ? -1 : 1)))
  })
}

type Child = { readonly dirent: Dirent; readonly names: readonly string[]; readonly at: string }

function describe(workspace: WorkspaceRoot, { dirent, names, at }: Child): FolderEntry | undefined {
  if (dirent.isSymbolicLink()) return followLink(workspace, pathOf(names))
  const stat = lstatSync(at, { bigint: true, throwIfNoEntry: false })
  return stat && entryOf(pathOf(names), stat)
}

function tell(workspace: WorkspaceRoot, { dirent, names }: Child): FoundPath | undefined {
  if (dirent.isSymbolicLink()) return followLink(workspace, pathOf(names))
  return { path: pathOf(names), kind: kindOf(dirent) }
}

function followLink(workspace: WorkspaceRoot, path: string): FolderEntry | undefined {
  const found = lookAt(workspace, path)
  return found.ok ? { ...found.value, path, leadsTo: found.value.path } : undefined
}

export function lookAt(workspace: WorkspaceRoot, path: string): Result<FolderEntry> {
  return atPath(workspace, { path, use: 'read' }, spot => {
    const stat = lstatSync(spot.trail.top().at(spot.rest[0] ?? '.'), { bigint: true, throwIfNoEntry: false })
    if (spot.kind === 'absent' || stat === undefined)
      return fail('file_not_found', `There is no file or folder ${showPath(path)}.`)
    return succeed(entryOf(canonicalPath(spot), stat))
  })
}

const kindOf = (stat: BigIntStats | Dirent): FolderEntry['kind'] =>
  stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'

const entryOf = (path: string, stat: BigIntStats): FolderEntry => ({
  path,
  kind: kindOf(stat),
  bytes: stat.isFile() ? Number(stat.size) : 0,
  modifiedMs: modifiedMs(stat),
})
