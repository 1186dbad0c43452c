import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ShellLocation } from './shell-location.ts'

/** Settings that make git start nothing and look nowhere else. Every other one may. */
const SECTIONS: ReadonlyMap<string, ReadonlySet<string> | 'all'> = new Map<string, ReadonlySet<string> | 'all'>([
  [
    'core',
    new Set(
      (
        'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol ' +
        'safecrlf quotepath abbrev'
      ).split(' '),
    ),
  ],
  ['user', new Set(['name', 'email'])],
  ['init', new Set(['defaultbranch'])],
  ['remote', new Set(['url', 'fetch', 'pushurl', 'push', 'tagopt', 'prune'])],
  ['branch', new Set(['remote', 'merge', 'rebase', 'description'])],
  ['pull', new Set(['rebase', 'ff'])],
  ['push', new Set(['default', 'autosetupremote', 'followtags'])],
  ['color', 'all'],
  ['advice', 'all'],
])
const MAX_CONFIG = 65_536

/**
 * Why git may not write its records here unasked, if it may not: only where it starts nobody else. The repository is
 * the workspace's own; it has no hooks, and no setting that names a program or another place.
 */
export function refuseRepository({ workspace, folders, confined }: ShellLocation): string | undefined {
  const git = join(workspace.root, '.git')
  if (!confined) return 'there is no sandbox around it'
  if (workspace.closesSome) return 'files that your rules close would be missing from what it records'
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory() !== true)
    return 'the workspace is not the top of a repository'
  if (folders.some(folder => !isPlainWay(folder, workspace)))
    return 'it does not stand in a plain folder of the repository'
  if (['commondir', 'config.worktree'].some(name => exists(join(git, name))))
    return 'the repository has parts elsewhere'
  if (namesIn(join(git, 'hooks')).some(name => !name.endsWith('.sample'))) return 'it has hooks, which would run'
  if (!isPlainConfig(join(git, 'config'))) return 'its settings may start other programs'
  const index = bytesOf(join(git, 'index'))
  // In the index names may share their beginnings with the ones before.
  if (index?.includes('ol-room/') !== false) return 'our own folder is among its files'
  if (index.includes(GITLINK) || exists(join(git, 'modules')) || hasInner(workspace.root))
    return 'there are other repositories in it, whose settings git obeys'
  return undefined
}

/** Nothing in which git could look for its records: it can only say so, and the workspace is read-only for it. */
export function lacksRepository({ workspace, folders, confined }: ShellLocation): boolean {
  const ways = folders.flatMap(folder => folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')))
  return (
    confined &&
    folders.every(folder => isPlainWay(folder, workspace)) &&
    ['.', ...ways].every(folder => !exists(join(workspace.root, folder, '.git')))
  )
}

const GITLINK = Buffer.from([0, 0, 0xe0, 0]) // the kind of an entry that is another repository

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' ? [] : ['unreadable']
  }
}

/** Without links, which git would resolve before it looks for a repository above. */
function isPlainWay(folder: string, workspace: ShellLocation['workspace']): boolean {
  const located = workspace.locate(folder, 'read')
  const names = folder.split('/').filter(name => name !== '.' && name !== '')
  return located.ok && located.value === (names.join('/') || '.')
}

const MAX_FOLDERS = 20_000

/** Another repository anywhere below. Folders that git ignores by name are left out. */
function hasInner(root: string): boolean {
  const ignored = new Set(
    (bytesOf(join(root, '.gitignore'))?.toString() ?? '').split('\n').map(line => line.trim().replaceAll('/', '')),
  )
  const isLeft = (name: string): boolean => LARGE.has(name) && ignored.has(name)
  const open = [root]
  for (let folder = open.pop(), seen = 0; folder !== undefined; folder = open.pop(), seen++) {
    const entries = entriesOf(folder)
    if (!entries || seen > MAX_FOLDERS || (folder !== root && entries.some(({ name }) => name === '.git'))) return true
    const inner = entries.filter(
      entry => entry.isDirectory() && !isLeft(entry.name) && !(folder === root && entry.name === '.git'),
    )
    open.push(...inner.map(({ name }) => join(folder ?? root, name)))
  }
  return false
}

function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

const LARGE: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'target', 'dist'])

function isPlainConfig(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size > MAX_CONFIG) return false
  let keys: ReadonlySet<string> | 'all' | undefined
  for (const line of readFileSync(path, 'latin1').split(/\r?\n/)) {
    const text = line.trim()
    if (text === '' || text.startsWith('#') || text.startsWith(';')) continue
    const section = /^\[(?<name>[A-Za-z]+)(?: "[^"\\\]]*")?\]$/.exec(text)?.groups?.['name']
    if (section !== undefined) keys = SECTIONS.get(section.toLowerCase())
    const key =
      section === undefined
        ? /^(?<key>[A-Za-z][A-Za-z0-9-]*)(?:\s*=[^\\]*)?$/.exec(text)?.groups?.['key']?.toLowerCase()
        : ''
    if (keys === undefined || key === undefined || (key !== '' && keys !== 'all' && !keys.has(key))) return false
    if (key === 'bare' && !/=\s*false$/i.test(text)) return false
  }
  return true
}

/** Empty if there is none, undefined if it cannot be read. */
function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return exists(path) ? undefined : Buffer.alloc(0)
  }
}
