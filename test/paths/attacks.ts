import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultCode } from '../../src/core/index.ts'
import { CANARY, SECRET, type World } from './world.ts'

/**
 * Somebody gives this path to every tool. `reading` and `writing` are what must be answered: `any` fault, a certain one, or `harmless`,
 * when the path is an odd name for something inside that may be used.
 */
export type Attack = {
  readonly title: string
  readonly path: string | ((world: World) => string)
  readonly prepare?: (world: World) => void
  readonly reading: FaultCode | 'any' | 'harmless'
  readonly writing: FaultCode | 'any' | 'harmless'
}

/** What every attack finds: ordinary files, our records, a git folder, links of all kinds, and an outside full of canaries. */
export function furnish(world: World): void {
  const { put, link, outside } = world
  put('notes/plan.md', 'a plan\n')
  put('src/deep/er/a.md', 'deep\n')
  put('.control-room/audit/secret.key', SECRET)
  put('.control-room/audit/log/000001.jsonl', SECRET)
  put('.git/config', '[core]\n')
  put('.git/HEAD', 'ref: refs/heads/main\n')
  put('.git/hooks/pre-commit', '#!/bin/sh\n')
  put('sub/.git', 'gitdir: ../real-git\n')
  put('real-git/HEAD', 'ref: refs/heads/main\n')
  put('real-git/objects/x', '')
  put('real-git/refs/x', '')
  put('real-git/hooks/pre-commit', '#!/bin/sh\n')
  put('book.git/config', '[core]\n')
  put('book.git/hooks/post-update', '#!/bin/sh\n')
  put('countersign.toml', 'x = 1\n')
  put('sub/countersign.toml', 'x = 1\n')
  mkdirSync(join(outside, 'folder/inner'), { recursive: true })
  for (const name of ['canary.txt', 'folder/canary.txt', 'folder/inner/canary.txt', 'folder/plan.md'])
    put(`../outside/${name}`, CANARY)
  link('to-inside', 'notes')
  link('to-plan', 'notes/plan.md')
}

const blocked = (title: string, path: Attack['path'], prepare?: Attack['prepare']): Attack => ({
  title,
  path,
  ...(prepare && { prepare }),
  reading: 'path_blocked',
  writing: 'path_blocked',
})
const closedToWriters = (title: string, path: string, prepare?: Attack['prepare']): Attack => ({
  ...blocked(title, path, prepare),
  reading: 'harmless',
})
const nowhere = (title: string, path: Attack['path'], prepare?: Attack['prepare']): Attack => ({
  ...blocked(title, path, prepare),
  reading: 'any',
  writing: 'harmless',
})

const TRAVERSALS: readonly Attack[] = [
  blocked('one step up', '../outside/canary.txt'),
  blocked('the parent itself', '..'),
  blocked('the parent with a slash', '../'),
  blocked('up and back in by name', '../ws/notes/plan.md'),
  blocked('many steps up', '../'.repeat(60) + 'etc/passwd'),
  blocked('more steps up than there are', '../'.repeat(1_000) + 'etc/passwd'),
  blocked('down and further up', 'notes/../../outside/canary.txt'),
  blocked('through a folder and out', 'src/deep/er/../../../../outside/canary.txt'),
  blocked('dots between', './../outside/canary.txt'),
  blocked('doubled slashes', '..//outside//canary.txt'),
  blocked('dot folders between', 'notes/./.././../outside/canary.txt'),
  blocked('trailing dot folder', '../outside/.'),
  blocked('from a link to a folder and up twice', 'to-inside/../../outside/canary.txt'),
  blocked('backslashes', '..\\outside\\canary.txt'),
  blocked('mixed slashes', '..\\../outside/canary.txt'),
  blocked('a backslash in a name', 'notes\\plan.md'),
  nowhere('percent-encoded dots', '%2e%2e/outside/canary.txt'),
  nowhere('percent-encoded slash', '..%2foutside%2fcanary.txt'),
  nowhere('doubly encoded', '%252e%252e%252foutside'),
  nowhere('overlong UTF-8 in percent signs', '..%c0%af..%c0%afetc/passwd'),
  nowhere('full-width dots', '．．/outside/canary.txt'),
  nowhere('two-dot leader', '‥/outside/canary.txt'),
  nowhere('division slash', '..∕outside∕canary.txt'),
  nowhere('three dots', '.../outside/canary.txt'),
  nowhere('four dots', '..../outside/canary.txt'),
  nowhere('dots and a space', '.. /outside/canary.txt'),
  nowhere('zero-width characters between the dots', '.\u200b./outside/canary.txt'),
  nowhere('semicolon as in servlets', '..;/outside/canary.txt'),
  nowhere('a folder that is not there, and up', 'none/deeper/canary.txt'),
  { ...nowhere('a folder that is not there, then up and out', 'none/../../outside/canary.txt'), writing: 'any' },
  { ...nowhere('a file as a folder', 'notes/plan.md/../../../outside/canary.txt'), writing: 'any' },
]

const ABSOLUTES: readonly Attack[] = [
  blocked('the password file', '/etc/passwd'),
  blocked('the root', '/'),
  blocked('doubled slash', '//etc/passwd'),
  blocked('the canary by its full path', ({ outside }) => join(outside, 'canary.txt')),
  blocked('the workspace and up', ({ root }) => `${root}/../outside/canary.txt`),
  blocked(
    'a sibling that begins like the workspace',
    ({ root }) => `${root}-two/canary.txt`,
    ({ put }) => put('../ws-two/canary.txt', CANARY),
  ),
  blocked('through proc to the root', '/proc/self/root/etc/passwd'),
  blocked('the environment', '/proc/self/environ'),
  blocked('our own descriptors', '/proc/self/fd/0'),
  blocked('the working folder in proc', '/proc/self/cwd/package.json'),
  blocked('standard input', '/dev/stdin'),
  blocked('home with a tilde', '~/.ssh/id_rsa'),
  blocked('home of root', '~root/.ssh/id_rsa'),
  blocked('a tilde alone', '~'),
  blocked('a drive letter', 'C:/Windows/win.ini'),
  blocked('a drive letter with backslashes', 'C:\\Windows\\win.ini'),
  blocked('a drive-relative path', 'c:canary.txt'),
  blocked('a network share', '\\\\server\\share\\canary.txt'),
  blocked('a device namespace', '\\\\?\\C:\\canary.txt'),
  blocked('a file URL', 'file:///etc/passwd'),
  blocked('a web URL', 'https://example.org/canary.txt'),
  nowhere('a variable', '$HOME/canary.txt'),
  nowhere('a command', '`cat ../outside/canary.txt`'.replaceAll('../', '')),
]

const STRANGE_NAMES: readonly Attack[] = [
  blocked('NUL at the end', 'notes/plan.md\0'),
  blocked('NUL and another ending', 'notes/plan.md\0.png'),
  blocked('NUL before a traversal', '\0../outside/canary.txt'),
  blocked('line break', 'notes/plan.md\n../outside/canary.txt'),
  blocked('carriage return', 'notes\r/plan.md'),
  blocked('tab', 'notes\t/plan.md'),
  blocked('escape sequence', '\u001b[2Jnotes'),
  blocked('delete', 'notes\u007f'),
  blocked('a control character of the second block', 'notes\u0085'),
  blocked('a name that is too long', 'n'.repeat(256)),
  blocked('a name that is too long in bytes', 'é'.repeat(128)),
  blocked('a path that is too long', 'n/'.repeat(2_100) + 'x'),
  blocked('a path that is too deep', 'n/'.repeat(150) + 'x'),
  { ...nowhere('nothing', ''), writing: 'any' },
]

const OWN_SPELLINGS = [
  '.control-room',
  '.control-room/',
  './.control-room/audit/secret.key',
  '.control-room/audit/secret.key',
  '.control-room/audit/../audit/secret.key',
  '.control-room/../.control-room/audit/secret.key',
  'notes/../.control-room/audit/secret.key',
  '.Control-Room/audit/secret.key',
  '.CONTROL-ROOM/audit/secret.key',
  '.control-room./audit/secret.key',
  '.control-room.../audit/secret.key',
  '.control-room /audit/secret.key',
  ' .control-room/audit/secret.key',
  '.control-room . ./audit/secret.key',
  '.control-room::$DATA',
  '.control-room:stream/audit/secret.key',
  '.control-room::$INDEX_ALLOCATION/audit/secret.key',
  '.control\u200b-room/audit/secret.key',
  '.control\u00ad-room/audit/secret.key',
  '\ufeff.control-room/audit/secret.key',
  '.con\u2060trol-room/audit/secret.key',
  '.\u200ccontrol\u200d-room/audit/secret.key',
  '.control-room\u{e0020}/audit/secret.key',
  '.control-room\ufe0f/audit/secret.key',
  '．control-room/audit/secret.key',
  '.ｃｏｎｔｒｏｌ-room/audit/secret.key',
  '.control－room/audit/secret.key',
  '.Ｃontrol-rOOm/audit/secret.key',
  'CONTRO~1/audit/secret.key',
  'contro~2/audit/secret.key',
  'sub/.control-room/audit/secret.key',
  '.control-room/not-there',
  '.control-room/not-there/../audit/secret.key',
  '.control-room/../notes/plan.md',
] as const

const OWN_RECORDS: readonly Attack[] = [
  ...OWN_SPELLINGS.map(path => blocked(`our records as ${JSON.stringify(path)}`, path)),
  blocked('our records by their full path', ({ root }) => `${root}/.control-room/audit/secret.key`),
  blocked('a file that is just being written', '.countersign-0123456789abcdef01234567.tmp', ({ put }) =>
    put('.countersign-0123456789abcdef01234567.tmp', SECRET),
  ),
  blocked('a link to our records', 'x/audit/secret.key', ({ link }) => link('x', '.control-room')),
  blocked('a link into our records', 'x', ({ link }) => link('x', '.control-room/audit/secret.key')),
  blocked('a link to our records by their full path', 'x/secret.key', ({ link, root }) =>
    link('x', join(root, '.control-room/audit')),
  ),
  blocked('a link through our records', 'x', ({ link }) => link('x', '.control-room/../notes/plan.md')),
  blocked('a link to another spelling of our records', 'x', ({ link }) => link('x', '.Control-Room/audit/secret.key')),
  blocked('a chain of links to our records', 'x/secret.key', ({ link }) => {
    link('x', 'y')
    link('y', 'z/audit')
    link('z', '.control-room')
  }),
  blocked('a second name of a record (hard link)', 'innocent.txt', ({ root }) =>
    linkSync(join(root, '.control-room/audit/secret.key'), join(root, 'innocent.txt')),
  ),
  blocked('our records behind a link of their own', 'data/records/audit/secret.key', ({ root }) => {
    mkdirSync(join(root, 'data'))
    renameSync(join(root, '.control-room'), join(root, 'data/records'))
    symlinkSync('data/records', join(root, '.control-room'))
  }),
]

const GIT_AND_CONFIG: readonly Attack[] = [
  closedToWriters('a git hook', '.git/hooks/pre-commit'),
  closedToWriters('the git configuration', '.git/config'),
  closedToWriters('any file of git', '.git/HEAD'),
  { ...closedToWriters('a new git hook', '.git/hooks/post-merge'), reading: 'any' },
  { ...closedToWriters('a hook in capitals', '.GIT/hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a hook with a dot behind', '.git./hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a hook with a space behind', '.git /hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a hook with a zero-width character', '.g\u200cit/hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a hook by a short name', 'GIT~1/hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a hook by a stream', '.git::$INDEX_ALLOCATION/hooks/pre-commit'), reading: 'any' },
  { ...closedToWriters('a repository in a folder', 'notes/.git/config'), reading: 'any' },
  closedToWriters('the file that points to a git folder', 'sub/.git'),
  { ...closedToWriters('a new file that points to a git folder', 'notes/.git'), reading: 'any' },
  closedToWriters('a hook of a git folder with another name', 'real-git/hooks/pre-commit'),
  { ...closedToWriters('the configuration of a git folder with another name', 'real-git/config'), reading: 'any' },
  closedToWriters('a hook of a bare repository', 'book.git/hooks/post-update'),
  closedToWriters('the configuration of a bare repository', 'book.git/config'),
  closedToWriters('a hook through a link', 'x/pre-commit', ({ link }) => link('x', '.git/hooks')),
  closedToWriters('the git configuration through a link', 'x', ({ link }) => link('x', '.git/config')),
  {
    ...closedToWriters('a new hook through a dangling link', 'x', ({ link }) => link('x', '.git/hooks/post-merge')),
    reading: 'any',
  },
  closedToWriters('our configuration', 'countersign.toml'),
  closedToWriters('our configuration further down', 'sub/countersign.toml'),
  { ...closedToWriters('a new configuration further down', 'notes/countersign.toml'), reading: 'any' },
  { ...closedToWriters('our configuration in capitals', 'Countersign.TOML'), reading: 'any' },
  { ...closedToWriters('our configuration with a dot behind', 'countersign.toml.'), reading: 'any' },
  { ...closedToWriters('our configuration with a long s', 'counterſign.toml'), reading: 'any' },
  closedToWriters('our configuration through a link', 'x', ({ link }) => link('x', 'countersign.toml')),
]

const LINKS: readonly Attack[] = [
  blocked('a link to an absolute file', 'x', ({ link, outside }) => link('x', join(outside, 'canary.txt'))),
  blocked('a link to a file beside', 'x', ({ link }) => link('x', '../outside/canary.txt')),
  blocked('a link to a folder beside', 'x/canary.txt', ({ link }) => link('x', '../outside/folder')),
  blocked('a link to an absolute folder', 'x/canary.txt', ({ link, outside }) => link('x', join(outside, 'folder'))),
  blocked('a link to the parent', 'x/outside/canary.txt', ({ link }) => link('x', '..')),
  blocked('a link to the root', 'x/etc/passwd', ({ link }) => link('x', '/')),
  blocked('a link to the parent of the workspace and back', 'x', ({ link }) => link('x', '../ws/notes/plan.md')),
  blocked('a link in the middle of a path', 'notes/x/inner/canary.txt', ({ link }) =>
    link('notes/x', '../../outside/folder'),
  ),
  blocked('a link and up from there', 'x/../canary.txt', ({ link }) => link('x', '../outside/folder')),
  blocked('a chain of links that ends outside', 'a', ({ link }) => {
    link('a', 'b')
    link('b', 'notes/../c')
    link('c', '../outside/canary.txt')
  }),
  blocked('a chain of folders that ends outside', 'a/canary.txt', ({ link }) => {
    link('a', 'b/x')
    link('b', 'c')
    link('c/x', '../../outside/folder')
  }),
  blocked('a long chain of links', 'l0', ({ link, put }) => {
    put('end.md')
    for (let at = 0; at < 60; at++) link(`l${at}`, at === 59 ? 'end.md' : `l${at + 1}`)
  }),
  blocked('a link to itself', 'x', ({ link }) => link('x', 'x')),
  blocked('two links to each other', 'x', ({ link }) => {
    link('x', 'y')
    link('y', 'x')
  }),
  blocked('a folder link into itself', 'x/x/x/canary.txt', ({ link }) => link('x', 'x/x')),
  blocked('a dangling link to the outside', 'x', ({ link }) => link('x', '../outside/new.txt')),
  blocked('a dangling link to an absolute place', 'x', ({ link, outside }) => link('x', join(outside, 'new.txt'))),
  blocked('a dangling link as a folder', 'x/new.txt', ({ link }) => link('x', '../outside/new-folder')),
  blocked('a link to an endless device', 'x', ({ link }) => link('x', '/dev/zero')),
  blocked('a link to the random device', 'x', ({ link }) => link('x', '/dev/random')),
  blocked('a link to the terminal', 'x', ({ link }) => link('x', '/dev/tty')),
  blocked('a link to standard input', 'x', ({ link }) => link('x', '/dev/stdin')),
  blocked('a link to the environment', 'x', ({ link }) => link('x', '/proc/self/environ')),
  blocked('a link to the root through proc', 'x/etc/passwd', ({ link }) => link('x', '/proc/self/root')),
  blocked('a link to the working folder through proc', 'x/package.json', ({ link }) => link('x', '/proc/self/cwd')),
  blocked('a link to a descriptor', 'x', ({ link }) => link('x', '/proc/self/fd/0')),
  blocked('a link with a backslash', 'x', ({ link }) => link('x', '..\\outside\\canary.txt')),
  blocked('a link with a line break', 'x', ({ link }) => link('x', 'notes\n/../../outside/canary.txt')),
  {
    ...nowhere('a link to a folder that is not there, and out', 'x', ({ link }) =>
      link('x', 'none/../../outside/canary.txt'),
    ),
    writing: 'any',
  },
  { ...nowhere('a dangling link inside', 'x', ({ link }) => link('x', 'notes/new.md')), reading: 'file_not_found' },
  { title: 'a link that stays inside', path: 'to-inside/plan.md', reading: 'harmless', writing: 'harmless' },
  {
    title: 'an absolute link that stays inside',
    path: 'x/plan.md',
    prepare: ({ link, root }) => link('x', join(root, 'notes')),
    reading: 'harmless',
    writing: 'harmless',
  },
  {
    title: 'an absolute link further down that stays inside',
    path: 'src/x/plan.md',
    prepare: ({ link, root }) => link('src/x', join(root, 'notes')),
    reading: 'harmless',
    writing: 'harmless',
  },
  { title: 'up and down inside', path: 'src/deep/../../notes/plan.md', reading: 'harmless', writing: 'harmless' },
  {
    title: 'the full path of a file inside',
    path: ({ root }) => `${root}/notes/plan.md`,
    reading: 'harmless',
    writing: 'harmless',
  },
]

const unsuitable = (title: string, path: string, prepare: Attack['prepare']): Attack => ({
  title,
  path,
  ...(prepare && { prepare }),
  reading: 'file_unsuitable',
  writing: 'file_unsuitable',
})

const NO_FILES: readonly Attack[] = [
  unsuitable('a pipe that nobody writes to', 'pipe', ({ root }) => void execFileSync('mkfifo', [join(root, 'pipe')])),
  unsuitable('a pipe through a link', 'x', ({ root, link }) => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    link('x', 'pipe')
  }),
  unsuitable('a socket', 'socket', ({ root }) => {
    const script = "require('net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))"
    spawnSync(process.execPath, ['-e', script], { cwd: root })
  }),
  unsuitable('a folder', 'notes', undefined),
  unsuitable('the workspace itself', '.', undefined),
  unsuitable('the workspace by its full path', './', undefined),
]

export const ATTACKS: readonly Attack[] = [
  ...TRAVERSALS,
  ...ABSOLUTES,
  ...STRANGE_NAMES,
  ...OWN_RECORDS,
  ...GIT_AND_CONFIG,
  ...LINKS,
  ...NO_FILES,
]
