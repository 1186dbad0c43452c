import { type BigIntStats, type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../../../core/index.ts'
import type { Reach } from '../../sandbox/index.ts'

export type EntryKind = 'file' | 'folder' | 'link' | 'other'
export const ENTRY_KINDS: readonly EntryKind[] = ['file', 'folder', 'link', 'other']

/** One file or folder at one moment; `stamp` changes whenever it is touched, where the disk reports every touch. */
export type Surveyed = {
  readonly kind: EntryKind
  readonly mode: number
  readonly size: number
  readonly stamp: string
  readonly device: string
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
  /** Names that must stay unseen inside folders that are kept as they are, whatever is new in them. */
  readonly coveredFolders: readonly string[]
  readonly coveredFiles: readonly string[]
  /** There are too many entries to look at. */
  readonly tooMany: boolean
  /** A folder that cannot be read, so that a command's changes in it stay unknown. */
  readonly unreadable: string | undefined
  /** Something whose name is no text: it can be neither copied nor covered. */
  readonly nameless: string | undefined
}

export type Surveying = {
  readonly workspace: Workspace
  readonly reach: Reach
  /** Only some paths may be read at all, so every file is asked about. */
  readonly someOnly: boolean
  /** Rules close some paths, wherever they are; without any, an ordinary name cannot be closed. */
  readonly someClosed: boolean
  /** Folders of these names are left as they are, and are looked into only for what must not be seen. */
  readonly readOnlyFolders: ReadonlySet<string>
  /** After a command: which of them existed before, under any name; what the command made is surveyed like the rest. */
  readonly wasLeft?: (absolute: string) => boolean
}

const MAX_ENTRIES = 200_000
const MAX_CLOSED = 2_000

type SurveyLists = {
  readonly entries: Map<string, Surveyed>
  readonly hiddenFolders: string[]
  readonly hiddenFiles: string[]
  readonly fixed: string[]
  readonly anchored: string[]
  /** Folders that are left as they are, to be looked through for what must not be seen. */
  readonly apart: string[]
}

/** Looks at every name once: what the command may change, what it must not see, and what must stay as it is. */
export function surveyWorkspace(surveying: Surveying): Survey {
  const { apart, ...lists }: SurveyLists = {
    entries: new Map(),
    hiddenFolders: [],
    hiddenFiles: [],
    fixed: [],
    anchored: [],
    apart: [],
  }
  const open = ['.']
  let seen = 0
  let [unreadable, nameless]: (string | undefined)[] = []
  for (let folder = open.pop(); folder !== undefined && seen <= MAX_ENTRIES; folder = open.pop()) {
    const entries = entriesIn(surveying.workspace.root, folder)
    if (!entries) unreadable ??= folder
    for (const entry of entries ?? []) {
      seen++
      const path = below(folder, entry.name)
      if (isNameless(join(surveying.workspace.root, path))) nameless ??= path
      else if (look(path, entry, { surveying, lists: { ...lists, apart } }) === 'enter') open.push(path)
    }
  }
  const covered = coverApart(apart, surveying)
  const closed = lists.hiddenFiles.length + lists.hiddenFolders.length + lists.fixed.length + covered.count
  return { ...lists, ...covered.lists, tooMany: seen > MAX_ENTRIES || closed > MAX_CLOSED, unreadable, nameless }
}

const below = (folder: string, name: string): string => (folder === '.' ? name : `${folder}/${name}`)

/** Bytes that are no text were replaced by this sign when the name was read, and nothing answers to it. */
const isNameless = (absolute: string): boolean =>
  absolute.includes('\uFFFD') && !lstatSync(absolute, { throwIfNoEntry: false })

/** Undefined: closed to ourselves. A folder that is gone since holds nothing. */
function entriesIn(root: string, folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch (thrown) {
    return isGone(thrown) ? [] : undefined
  }
}

const isGone = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')

type Covered = {
  readonly lists: { readonly coveredFolders: readonly string[]; readonly coveredFiles: readonly string[] }
  readonly count: number
}

/** Rules of the person hold in packages and in git's own folder as well. */
function coverApart(apart: readonly string[], surveying: Surveying): Covered {
  const [coveredFolders, coveredFiles]: [string[], string[]] = [[], []]
  if (surveying.someOnly || surveying.someClosed) {
    let room = MAX_ENTRIES
    for (const folder of apart) {
      const found = closedIn(folder, surveying, room)
      room -= found?.seen ?? room
      // What cannot be looked through is not left open.
      coveredFolders.push(...(found?.folders ?? [join(surveying.workspace.root, folder)]))
      coveredFiles.push(...(found?.files ?? []))
    }
  }
  return { lists: { coveredFolders, coveredFiles }, count: coveredFolders.length + coveredFiles.length }
}

const MAX_COVERED = 200 // in one folder; where more is closed, the whole folder is

type ClosedThere = { readonly folders: readonly string[]; readonly files: readonly string[]; readonly seen: number }

/** Undefined: too many entries, too many closed ones to cover, or one without a usable name. */
function closedIn(top: string, surveying: Surveying, room: number): ClosedThere | undefined {
  const { root } = surveying.workspace
  const [folders, files]: [string[], string[]] = [[], []]
  const open = [top]
  let seen = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = entriesIn(root, folder)
    if (!entries) folders.push(join(root, folder))
    for (const entry of entries ?? []) {
      const path = below(folder, entry.name)
      if (isNameless(join(root, path))) return undefined
      if (!isHidden(path, entry, surveying)) {
        if (entry.isDirectory()) open.push(path)
      } else if (entry.isDirectory()) folders.push(join(root, path))
      else if (!entry.isSymbolicLink()) files.push(join(root, path))
    }
    seen += entries?.length ?? 0
    if (seen > room || folders.length + files.length > MAX_COVERED) return undefined
  }
  return { folders, files, seen }
}

type Looking = { readonly surveying: Surveying; readonly lists: SurveyLists }

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
  const isLeft = readOnlyFolders.has(name) && surveying.wasLeft?.(absolute) !== false
  const isApart = isFolder && (name === '.git' || isLeft)
  if (isApart) lists.apart.push(path)
  if (reach === 'read') return isFolder && !isApart ? 'enter' : 'pass'
  if (isFolder && name === '.git') return fixGit(absolute, { reach, lists })
  if (isApart) return fix(absolute, lists)
  if (!entry.isSymbolicLink() && workspace.refuse(path, 'write')) return fix(absolute, lists)
  const found = lstatSync(absolute, { bigint: true, throwIfNoEntry: false })
  // Its other names may lie outside, where nothing is put back.
  if (reach === 'build' && found?.isFile() === true && found.nlink > 1n) return fix(absolute, lists)
  if (found) lists.entries.set(path, stateOf(absolute, found))
  return isFolder ? 'enter' : 'pass'
}

/** Our own names begin with a dot, or have the short forms of old disks. */
const ORDINARY_NAME = /^[\w-][\w. -]*$/

function fix(absolute: string, { fixed }: SurveyLists): 'pass' {
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

/** Files that git obeys. A missing one cannot be bound read-only, so a new one is found afterwards. */
export const GIT_ORDERS: readonly string[] = [
  'hooks',
  'config',
  'config.worktree',
  'commondir',
  'modules',
  'worktrees',
  'info',
]

function fixGit(absolute: string, { reach, lists }: { readonly reach: Reach; readonly lists: SurveyLists }): 'pass' {
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
  const [mode, size, modifiedMs] = [Number(found.mode & 0o7777n), Number(found.size), Number(found.mtimeMs)]
  const facts = { kind, mode, size, stamp, device: String(found.dev), modifiedMs } as const
  return kind === 'link' ? { ...facts, link: readlinkSync(absolute) } : facts
}
