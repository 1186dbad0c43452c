import { type BigIntStats, type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../../../core/index.ts'
import type { Reach } from '../../sandbox/index.ts'

export type EntryKind = 'file' | 'folder' | 'link' | 'other'
export const ENTRY_KINDS: readonly EntryKind[] = ['file', 'folder', 'link', 'other']

/** One thing in the workspace as it was at one moment; `stamp` changes whenever it is touched in any way. */
export type Surveyed = {
  readonly kind: EntryKind
  readonly mode: number
  readonly size: number
  readonly stamp: string
  readonly modifiedMs: number
  readonly link?: string
}

export type Survey = {
  /** What a command may change, by its path from the workspace down. */
  readonly entries: ReadonlyMap<string, Surveyed>
  readonly hiddenFolders: readonly string[]
  readonly hiddenFiles: readonly string[]
  readonly fixed: readonly string[]
  readonly anchored: readonly string[]
  /** There is more than anybody would look at. */
  readonly tooMany: boolean
}

export type Surveying = {
  readonly workspace: Workspace
  readonly reach: Reach
  /** Only some paths may be read at all, so every file is asked about. */
  readonly someOnly: boolean
  /** Rules close some paths, wherever they are; without any, an ordinary name cannot be closed. */
  readonly someClosed: boolean
  /** Folders of these names are left as they are, and are not looked into. */
  readonly readOnlyFolders: ReadonlySet<string>
}

const MAX_ENTRIES = 200_000
const MAX_CLOSED = 2_000

type Lists = {
  readonly entries: Map<string, Surveyed>
  readonly hiddenFolders: string[]
  readonly hiddenFiles: string[]
  readonly fixed: string[]
  readonly anchored: string[]
}

/** Looks at every name once: what the command may change, what it must not see, and what must stay as it is. */
export function surveyWorkspace(surveying: Surveying): Survey {
  const lists: Lists = { entries: new Map(), hiddenFolders: [], hiddenFiles: [], fixed: [], anchored: [] }
  const open = ['.']
  let seen = 0
  for (let folder = open.pop(); folder !== undefined && seen <= MAX_ENTRIES; folder = open.pop()) {
    for (const entry of entriesIn(surveying.workspace.root, folder)) {
      seen++
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (look(path, entry, { surveying, lists }) === 'enter') open.push(path)
    }
  }
  const closed = lists.hiddenFiles.length + lists.hiddenFolders.length + lists.fixed.length
  return { ...lists, tooMany: seen > MAX_ENTRIES || closed > MAX_CLOSED }
}

function entriesIn(root: string, folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch {
    return [] // gone since, or closed to ourselves
  }
}

type Looking = { readonly surveying: Surveying; readonly lists: Lists }

function look(path: string, entry: Dirent, { surveying, lists }: Looking): 'enter' | 'pass' {
  const { workspace, reach, readOnlyFolders } = surveying
  const { name } = entry
  const absolute = join(workspace.root, path)
  const isFolder = entry.isDirectory()
  if (isHidden(path, entry, surveying)) {
    if (isFolder) lists.hiddenFolders.push(absolute)
    else if (!entry.isSymbolicLink()) lists.hiddenFiles.push(absolute)
    return 'pass'
  }
  if (reach === 'read') return isFolder && name !== '.git' && !readOnlyFolders.has(name) ? 'enter' : 'pass'
  if (isFolder && name === '.git') return fixGit(absolute, { reach, lists })
  if (isFolder && readOnlyFolders.has(name)) return fix(absolute, lists)
  if (!entry.isSymbolicLink() && workspace.refuse(path, 'write')) return fix(absolute, lists)
  const found = lstatSync(absolute, { bigint: true, throwIfNoEntry: false })
  // Its other names may lie outside, where nothing is put back.
  if (reach === 'build' && found?.isFile() === true && found.nlink > 1n) return fix(absolute, lists)
  if (found) lists.entries.set(path, stateOf(absolute, found))
  return isFolder ? 'enter' : 'pass'
}

/** Our own names begin with a dot, or have the short forms of old disks. */
const ORDINARY_NAME = /^[\w-][\w. -]*$/

function fix(absolute: string, { fixed }: Lists): 'pass' {
  fixed.push(absolute)
  return 'pass'
}

function isHidden(path: string, entry: Dirent, { workspace, someOnly, someClosed }: Surveying): boolean {
  if (!someOnly && !someClosed && ORDINARY_NAME.test(entry.name)) return false
  if (workspace.refuse(path, 'read')) return true
  if (!someOnly || entry.isDirectory() || entry.isSymbolicLink()) return false
  const located = workspace.locate(path, 'read')
  return !located.ok && located.error.code === 'path_blocked'
}

/** What git obeys. A file that is not there cannot be bound; whoever makes one is found out afterwards. */
export const GIT_ORDERS: readonly string[] = ['hooks', 'config', 'config.worktree', 'commondir', 'modules', 'worktrees', 'info']

function fixGit(absolute: string, { reach, lists }: { readonly reach: Reach; readonly lists: Lists }): 'pass' {
  if (reach !== 'open') return fix(absolute, lists)
  lists.anchored.push(absolute)
  for (const name of GIT_ORDERS) {
    const found = lstatSync(join(absolute, name), { throwIfNoEntry: false })
    if (found && !found.isSymbolicLink()) lists.fixed.push(join(absolute, name))
  }
  return 'pass'
}

export function stateOf(absolute: string, found: BigIntStats): Surveyed {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other'
  const stamp = `${found.ino} ${found.ctimeNs}`
  const facts = { kind, mode: Number(found.mode & 0o7777n), size: Number(found.size), stamp, modifiedMs: Number(found.mtimeMs) } as const
  return kind === 'link' ? { ...facts, link: readlinkSync(absolute) } : facts
}
