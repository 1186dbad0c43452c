import { closeSync, constants, openSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { textOfBytes } from '../../path-bytes.ts'
import type { Reach } from '../../sandbox/index.ts'
import { type ClosingRules, isHidden, isWritable } from './ask-rules.ts'
import { type Tree, type TreeEntry, isNotThere, openTree } from './open-tree.ts'
import { type Surveyed, kindOf, surveyedOf } from './surveyed.ts'

export type Survey = {
  /** What a command may change, by its path from the workspace down; the workspace itself is `.`. */
  readonly entries: ReadonlyMap<string, Surveyed>
  readonly hiddenFolders: readonly string[]
  readonly hiddenFiles: readonly string[]
  readonly fixed: readonly string[]
  readonly anchored: readonly string[]
  /** Names that must stay unseen inside folders that are kept as they are, whatever is new in them. */
  readonly coveredFolders: readonly string[]
  readonly coveredFiles: readonly string[]
  /** What is hidden, fixed or anchored, by its absolute path: which thing it is, wherever it is moved. */
  readonly identities: ReadonlyMap<string, string>
  /** There are too many entries to look at, or too deep ones; after a command, too many new ones in what was there. */
  readonly tooMany: boolean
  /** Folders that cannot be read, so that a command's changes in them stay unknown. */
  readonly unreadable: readonly string[]
}

export type Surveying = ClosingRules & {
  readonly reach: Reach
  /** Folders of these names are left as they are, and are looked into only for what must not be seen. */
  readonly readOnlyFolders: ReadonlySet<string>
  /** After a command: what was there before it. What the command made is surveyed whole, under any name. */
  readonly before?: Survey
}

const MAX_ENTRIES = 200_000
const MAX_CHARACTERS = 128 * 1024 * 1024 // of all paths together, which grow with the depth
const MAX_LENGTH = 16 * 1024 // of one path
const MAX_CLOSED = 2_000

/** Looks at every name once: what the command may change, what it must not see, and what must stay as it is. */
export function surveyWorkspace(surveying: Surveying): Survey {
  const tree = openTree(surveying.workspace.root, { unlock: surveying.before !== undefined })
  try {
    const survey = walk({ surveying, tree, lists: emptyLists(), was: new Set(surveying.before?.identities.values()) })
    tree.lock()
    return survey
  } finally {
    tree.close()
  }
}

type SurveyLists = {
  readonly entries: Map<string, Surveyed>
  readonly hiddenFolders: string[]
  readonly hiddenFiles: string[]
  readonly fixed: string[]
  readonly anchored: string[]
  readonly identities: Map<string, string>
  /** Folders in which not all is listed. */
  readonly unlisted: Set<string>
  /** Folders that are left as they are, to be looked through for what must not be seen. */
  readonly apart: string[]
}

const emptyLists = (): SurveyLists => ({
  entries: new Map(),
  hiddenFolders: [],
  hiddenFiles: [],
  fixed: [],
  anchored: [],
  identities: new Map(),
  unlisted: new Set(),
  apart: [],
})

type Looking = {
  readonly surveying: Surveying
  readonly tree: Tree
  readonly lists: SurveyLists
  /** Which things were closed before the command. */
  readonly was: ReadonlySet<string>
}

function walk(looking: Looking): Survey {
  const { surveying, tree, lists } = looking
  const room = createRoom(surveying)
  const root = surveying.reach === 'read' ? undefined : tree.find('.')
  if (root) lists.entries.set('.', surveyedOf(root))
  const open = ['.']
  // What could not be seen before a command cannot be told from what is new, though it could be opened afterwards.
  const unreadable: string[] = [...(surveying.before?.unreadable ?? [])]
  for (let folder = open.pop(); folder !== undefined && !room.isFull(); folder = open.pop()) {
    if (unreadable.includes(folder)) continue
    try {
      for (const entry of tree.list(folder)) {
        const path = below(folder, entry.name)
        if (!room.take(path)) lists.unlisted.add(folder)
        else if (look(path, entry, looking) === 'enter') open.push(path)
      }
    } catch (thrown) {
      // A folder that is gone since holds nothing; any other is closed to ourselves.
      if (!isNotThere(thrown)) unreadable.push(folder)
    }
  }
  const { apart, unlisted, ...found } = lists
  const isCut = [...unlisted].map(folder => markUnlisted(folder, looking)).includes('from before')
  const covered = coverApart(apart, looking)
  const closed = found.hiddenFiles.length + found.hiddenFolders.length + found.fixed.length + covered.count
  return { ...found, ...covered.lists, tooMany: isCut || closed > MAX_CLOSED, unreadable }
}

/** What is in a new folder can be told from what was there without a list of it. */
function markUnlisted(folder: string, { surveying, lists }: Looking): 'new' | 'from before' {
  const found = lists.entries.get(folder)
  if (!found || !surveying.before || surveying.before.entries.has(folder)) return 'from before'
  lists.entries.set(folder, { ...found, unlisted: true })
  return 'new'
}

type Room = { readonly take: (path: string) => boolean; readonly isFull: () => boolean }

/** Before a command, too many entries end the survey. After it, what was there is always looked at, whatever came. */
function createRoom({ before, workspace }: Surveying): Room {
  let [entries, characters, refused] = [0, 0, false]
  return {
    isFull: () => !before && refused,
    take(path) {
      if (before?.entries.has(path) || before?.identities.has(join(workspace.root, path))) return true
      if (path.length > MAX_LENGTH || entries >= MAX_ENTRIES || characters >= MAX_CHARACTERS) {
        refused = true
        return false
      }
      entries++
      characters += path.length
      return true
    },
  }
}

const below = (folder: string, name: string): string => (folder === '.' ? name : `${folder}/${name}`)

type Covered = {
  readonly lists: { readonly coveredFolders: readonly string[]; readonly coveredFiles: readonly string[] }
  readonly count: number
}

/** Rules of the person hold in packages and in git's own folder as well. */
function coverApart(apart: readonly string[], looking: Looking): Covered {
  const { surveying } = looking
  const [coveredFolders, coveredFiles]: [string[], string[]] = [[], []]
  if (surveying.someOnly || surveying.someClosed) {
    let room = MAX_ENTRIES
    for (const folder of apart) {
      const found = closedIn(folder, looking, room)
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

/** Undefined: too many entries, or too many closed ones to cover. */
function closedIn(top: string, { surveying, tree }: Looking, room: number): ClosedThere | undefined {
  const { root } = surveying.workspace
  const [folders, files]: [string[], string[]] = [[], []]
  const open = [top]
  let seen = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = listApart(tree, folder)
    if (!entries) folders.push(join(root, folder))
    for (const entry of entries ?? []) {
      const path = below(folder, entry.name)
      if (!isHidden(path, entry, surveying)) {
        if (entry.isFolder) open.push(path)
      } else if (entry.isFolder) folders.push(join(root, path))
      else if (!entry.isLink) files.push(join(root, path))
    }
    seen += entries?.length ?? 0
    if (seen > room || folders.length + files.length > MAX_COVERED) return undefined
  }
  return { folders, files, seen }
}

/** Undefined: closed to ourselves. A folder that is gone since holds nothing. */
function listApart(tree: Tree, folder: string): readonly TreeEntry[] | undefined {
  try {
    return tree.list(folder)
  } catch (thrown) {
    return isNotThere(thrown) ? [] : undefined
  }
}

function look(path: string, entry: TreeEntry, looking: Looking): 'enter' | 'pass' {
  const { surveying, tree, lists } = looking
  const { workspace, reach, readOnlyFolders } = surveying
  const { name, isFolder, isLink } = entry
  if (isHidden(path, entry, surveying)) {
    return isLink ? 'pass' : keep(path, isFolder ? lists.hiddenFolders : lists.hiddenFiles, looking)
  }
  const isApart = isFolder && (name === '.git' || (readOnlyFolders.has(name) && wasThere(path, looking)))
  if (isApart) lists.apart.push(path)
  if (reach === 'read') return isFolder && !isApart ? 'enter' : 'pass'
  if (isFolder && name === '.git') return fixGit(path, looking)
  if (isApart || (!isLink && !isWritable(path, workspace))) return keep(path, lists.fixed, looking)
  const found = tree.find(path)
  if (!found) return 'pass'
  if (reach === 'build' && cannotComeBack(found, path, looking)) return keep(path, lists.fixed, looking)
  lists.entries.set(path, surveyedOf(found, found.isSymbolicLink() ? readLink(tree, path) : undefined))
  return isFolder ? 'enter' : 'pass'
}

/** Before a command, everything; after it, what is one of the things that were closed before. */
function wasThere(path: string, { surveying, tree, was }: Looking): boolean {
  if (!surveying.before) return true
  const found = tree.find(path)
  return found !== undefined && was.has(`${found.dev} ${found.ino}`)
}

type Found = NonNullable<ReturnType<Tree['find']>>

/**
 * A file whose other names may lie outside, where nothing is put back; one that cannot be copied; and pipes, sockets
 * and devices: unasked, none of them is changed.
 */
function cannotComeBack(found: Found, path: string, looking: Looking): boolean {
  const kind = kindOf(found)
  if (kind === 'link') return false
  // What was closed before stays so, whatever it is like by now, and whatever the rules are.
  if (looking.surveying.before) return wasThere(path, looking)
  if (kind === 'folder') return false
  return kind !== 'file' || found.nlink > 1n || !canCopy(found, path, looking)
}

function canCopy({ mode, uid }: Found, path: string, { tree }: Looking): boolean {
  if (Number(uid) === process.geteuid?.() && (mode & 0o400n) !== 0n) return true
  try {
    closeSync(openSync(tree.at(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
    return true
  } catch {
    return false
  }
}

export const readLink = (tree: Tree, path: string): string =>
  textOfBytes(readlinkSync(tree.at(path), { encoding: 'buffer' }))

/** Names a thing that stays as it is, and remembers which one it is. */
function keep(path: string, list: string[], { surveying, tree, lists }: Looking): 'pass' {
  const found = tree.find(path)
  const absolute = join(surveying.workspace.root, path)
  list.push(absolute)
  if (found) lists.identities.set(absolute, `${found.dev} ${found.ino}`)
  return 'pass'
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

function fixGit(path: string, looking: Looking): 'pass' {
  const { surveying, tree, lists } = looking
  if (surveying.reach !== 'open') return keep(path, lists.fixed, looking)
  keep(path, lists.anchored, looking)
  for (const name of GIT_ORDERS) {
    const found = tree.find(`${path}/${name}`)
    if (found && !found.isSymbolicLink()) keep(`${path}/${name}`, lists.fixed, looking)
  }
  return 'pass'
}
