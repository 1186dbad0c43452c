import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs'
import { type Fault, type PathUse, type Result, fail, fault, succeed } from '../core/index.ts'
import { diskFault } from './disk-faults.ts'
import type { Folder } from './folder.ts'
import { type CompiledRules, KEPT_BACK } from './path-rules.ts'
import { readWords, showPath } from './path-words.ts'
import type { PrivatePlace } from './private-place.ts'
import { isPrivateName } from './protected-names.ts'

/** What a workspace stands on: its open root, the spellings of its path, its rules, and what in it is ours. */
export type WorkspaceRoot = {
  readonly root: Folder
  readonly roots: readonly string[]
  /** Exchanged as a whole when a person changes them. */
  rules: CompiledRules
  readonly ours: PrivatePlace
}

export type PathRequest = { readonly path: string; readonly use: PathUse }

/**
 * Where a path leads. `rest`: the names below the last open folder, none for a folder, several only if they do not
 * exist.
 */
export type Spot = {
  readonly request: PathRequest
  readonly trail: Trail
  readonly rest: readonly string[]
  readonly kind: 'folder' | 'file' | 'other' | 'absent'
}

const MAX_LINKS = 40 // as Linux has it

const BELONGS_TO_GIT = 'Tools may not write to this path: it belongs to git.'
const LEADS_OUT = 'The path leads out of the workspace.'

export const canonicalNames = ({ trail, rest }: Spot): readonly string[] => [...trail.top().names, ...rest]
export const canonicalPath = (spot: Spot): string => pathOf(canonicalNames(spot))
export const pathOf = (names: readonly string[]): string => (names.length === 0 ? '.' : names.join('/'))

/**
 * Goes to the path, lets `work` act there, and closes every folder behind it. System errors become faults here only.
 */
export function atPath<T>(workspace: WorkspaceRoot, request: PathRequest, work: (spot: Spot) => Result<T>): Result<T> {
  const trail = createTrail(workspace.root)
  try {
    if (!workspace.root.inPlace())
      return fail('path_blocked', 'The folder of this workspace was moved or deleted. Open it again.')
    const spot = follow(workspace, request, trail)
    return spot.ok ? work(spot.value) : spot
  } catch (thrown) {
    return diskFault(thrown, request.path)
  } finally {
    trail.close()
  }
}

/** Walks name by name. Links are followed here, never by the system, and every path on the way must pass the rules. */
function follow(workspace: WorkspaceRoot, request: PathRequest, trail: Trail): Result<Spot> {
  const words = readWords(request.path, workspace.roots)
  if (!words.ok) return words
  if (request.use === 'write' && isGitFolder(workspace.root)) return fail('path_blocked', BELONGS_TO_GIT)
  const ahead = words.value.toReversed()
  let links = 0
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === '..') {
      if (!trail.leave()) return fail('path_blocked', LEADS_OUT)
      continue
    }
    const closed = findClosed(workspace, request, [...trail.top().names, name])
    if (closed) return { ok: false, error: closed }
    const found = lstatSync(trail.top().at(name), { bigint: true, throwIfNoEntry: false })
    if (found?.isSymbolicLink()) {
      if (++links > MAX_LINKS) return fail('path_blocked', `${showPath(request.path)} goes through too many links.`)
      const target = readLink(workspace, trail, name)
      if (!target.ok) return target
      ahead.push(...target.value.toReversed())
    } else if (found?.isDirectory()) {
      const barred = enter(workspace, request, { trail, name })
      if (barred) return { ok: false, error: barred }
    } else if (found?.isFile() && workspace.ours.isFile(found)) return fail('path_blocked', KEPT_BACK)
    else return arrive(workspace, { request, trail, rest: [name, ...ahead.toReversed()], kind: kindOf(found) })
  }
  return arrive(workspace, { request, trail, rest: [], kind: 'folder' })
}

const kindOf = (found: BigIntStats | undefined): Spot['kind'] =>
  found === undefined ? 'absent' : found.isFile() ? 'file' : 'other'

function findClosed({ rules }: WorkspaceRoot, { use }: PathRequest, names: readonly string[]): Fault | undefined {
  const because = rules.closed(names, use)
  return because === undefined ? undefined : fault('path_blocked', because)
}

/** An absolute target starts again at the workspace, if it lies in it. */
function readLink({ roots }: WorkspaceRoot, trail: Trail, name: string): Result<readonly string[]> {
  const target = readlinkSync(trail.top().at(name))
  const words = readWords(target, roots)
  if (!words.ok) return fail('path_blocked', 'The path goes through a link that leads out of the workspace.')
  if (target.startsWith('/')) trail.restart()
  return words
}

type NextFolder = { readonly trail: Trail; readonly name: string }

function enter(workspace: WorkspaceRoot, { path, use }: PathRequest, { trail, name }: NextFolder): Fault | undefined {
  if (trail.full()) return fault('path_blocked', `${showPath(path)} lies too deep.`)
  trail.enter(name)
  if (workspace.ours.isFolder(trail.top())) return fault('path_blocked', KEPT_BACK)
  return use === 'write' && isGitFolder(trail.top()) ? fault('path_blocked', BELONGS_TO_GIT) : undefined
}

/** The end of the way, or the first name that does not exist; the names after it must pass the rules as well. */
function arrive(workspace: WorkspaceRoot, spot: Spot): Result<Spot> {
  const { request, trail, rest, kind } = spot
  if (canonicalNames(spot).length > MAX_DEPTH) return fail('path_blocked', `${showPath(request.path)} lies too deep.`)
  for (let count = 2; count <= rest.length; count++) {
    if (rest[count - 1] === '..' || kind !== 'absent')
      return fail('file_not_found', `There is no file or folder ${showPath(request.path)}.`)
    const closed = findClosed(workspace, request, [...trail.top().names, ...rest.slice(0, count)])
    if (closed) return { ok: false, error: closed }
  }
  if (!workspace.rules.admits(canonicalNames(spot)) && kind !== 'folder')
    return fail('path_blocked', 'Only the paths that this workspace lists (allow_read) are open to tools.')
  return succeed(spot)
}

/** By the words alone: refused whatever stands on the disk. */
export function refuseWords({ roots, rules }: WorkspaceRoot, { path, use }: PathRequest): Fault | undefined {
  const words = readWords(path, roots)
  if (!words.ok) return words.error.code === 'path_blocked' ? words.error : undefined
  if (words.value[0] === '..') return fault('path_blocked', LEADS_OUT)
  if (words.value.some(isPrivateName)) return fault('path_blocked', KEPT_BACK)
  if (words.value.includes('..')) return undefined
  for (let count = 1; count <= words.value.length; count++) {
    const because = rules.closed(words.value.slice(0, count), use)
    if (because !== undefined) return fault('path_blocked', because)
  }
  return undefined
}

const MARKS = ['HEAD', 'objects', 'refs'] as const // what git itself looks for

/** A folder that git takes for a repository, whatever its name: its hooks are programs, its config can start some. */
function isGitFolder(folder: Folder): boolean {
  return MARKS.every(mark => lstatSync(folder.at(mark), { throwIfNoEntry: false }) !== undefined)
}

const MAX_DEPTH = 100 // each folder on the way holds a descriptor

/** The folders that are open on the way to a path, from the workspace down. */
type Trail = {
  readonly top: () => Folder
  readonly enter: (name: string) => void
  /** `..`; false when that would leave the workspace. */
  readonly leave: () => boolean
  readonly restart: () => void
  readonly full: () => boolean
  readonly close: () => void
}

function createTrail(root: Folder): Trail {
  const entered: Folder[] = []
  const top = (): Folder => entered.at(-1) ?? root
  const leave = (): boolean => {
    const left = entered.pop()
    left?.close()
    return left !== undefined
  }
  const restart = (): void => {
    while (leave());
  }
  return {
    top,
    leave,
    restart,
    close: restart,
    enter: name => void entered.push(top().enter(name)),
    full: () => entered.length >= MAX_DEPTH,
  }
}
