import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ground } from './ground.ts'

/** Settings that make git start nothing and look nowhere else. Every other one may. */
const SECTIONS: ReadonlyMap<string, ReadonlySet<string> | 'all'> = new Map<string, ReadonlySet<string> | 'all'>([
  [
    'core',
    new Set(
      'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf quotepath abbrev'.split(
        ' ',
      ),
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
 * Why git may not write its records here unasked, if it may not: only where it starts nobody else. The repository is the workspace's own; it has
 * no hooks, and no setting that names a program or another place.
 */
export function refuseRepository({ workspace, folders, confined }: Ground): string | undefined {
  const git = join(workspace.root, '.git')
  if (!confined) return 'there is no sandbox around it'
  if (workspace.closesSome) return 'files that your rules close would be missing from what it records'
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory() !== true) return 'the workspace is not the top of a repository'
  if (folders.some(folder => hasOther(workspace.root, folder))) return 'another repository lies on the way'
  if (['commondir', 'config.worktree'].some(name => exists(join(git, name)))) return 'the repository has parts elsewhere'
  if (namesIn(join(git, 'hooks')).some(name => !name.endsWith('.sample'))) return 'it has hooks, which would run'
  if (!isPlainConfig(join(git, 'config'))) return 'its settings may start other programs'
  return recordsOurs(join(git, 'index')) ? 'our own folder is among its files' : undefined
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT' ? [] : ['unreadable']
  }
}

/** Git takes the nearest one, seen from where it stands. */
function hasOther(root: string, folder: string): boolean {
  const names = folder.split('/').filter(name => name !== '.' && name !== '')
  if (folder.startsWith('/') || names.includes('..')) return true
  return names.some((_, at) => exists(join(root, ...names.slice(0, at + 1), '.git')))
}

function isPlainConfig(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size > MAX_CONFIG) return false
  let keys: ReadonlySet<string> | 'all' | undefined
  for (const line of readFileSync(path, 'latin1').split(/\r?\n/)) {
    const text = line.trim()
    if (text === '' || text.startsWith('#') || text.startsWith(';')) continue
    const section = /^\[(?<name>[A-Za-z]+)(?: "[^"\\\]]*")?\]$/.exec(text)?.groups?.['name']
    if (section !== undefined) keys = SECTIONS.get(section.toLowerCase())
    const key = section === undefined ? /^(?<key>[A-Za-z][A-Za-z0-9-]*)(?:\s*=[^\\]*)?$/.exec(text)?.groups?.['key']?.toLowerCase() : ''
    if (keys === undefined || key === undefined || (key !== '' && keys !== 'all' && !keys.has(key))) return false
    if (key === 'bare' && !/=\s*false$/i.test(text)) return false
  }
  return true
}

/** In the index names may share their beginnings with the ones before. */
function recordsOurs(index: string): boolean {
  try {
    return readFileSync(index).includes('ol-room/')
  } catch {
    return exists(index)
  }
}
