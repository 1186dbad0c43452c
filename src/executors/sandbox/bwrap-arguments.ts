import { lstatSync, realpathSync } from 'node:fs'
import { delimiter } from 'node:path'
import type { Confinement } from './confinement.ts'

const SYSTEM = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/libx32']

/** What programs need to find libraries, names, time and certificates; nothing that says who the user is. */
const SETTINGS = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/nsswitch.conf',
  '/etc/localtime',
  '/etc/os-release',
  '/etc/locale.alias',
  '/etc/mime.types',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/ca-certificates',
  '/etc/java-17-openjdk',
  '/etc/maven',
  '/etc/python3',
  '/etc/perl',
]

const ACCOUNT = 'user:x:UID:GID:user:/tmp/home:/bin/sh\n'
const GROUP = 'user:x:GID:\n'

/** Files that bwrap reads from descriptors: their place in the sandbox and their text. */
export type GivenFile = { readonly path: string; readonly text: string }

const GIT_IDENTITY = '/etc/git-identity'

/** `identity`: who commits, in the words of a git configuration. */
export const givenFiles = (uid: number, gid: number, identity: string): readonly GivenFile[] => [
  { path: '/etc/passwd', text: ACCOUNT.replace('UID', String(uid)).replace('GID', String(gid)) },
  { path: '/etc/group', text: GROUP.replace('GID', String(gid)) },
  { path: GIT_IDENTITY, text: identity },
  { path: '/etc/hosts', text: '127.0.0.1 localhost\n::1 localhost\n' },
]

export type Descriptors = {
  readonly status: number
  readonly filter: number
  readonly files: readonly (readonly [descriptor: number, path: string])[]
}

const MIB = 1024 * 1024

/** The whole command line of bwrap up to the program. */
export function bwrapArguments(confinement: Confinement, descriptors: Descriptors): readonly string[] {
  return [
    '--unshare-user',
    '--unshare-all',
    '--cap-drop',
    'ALL',
    '--disable-userns',
    '--new-session',
    '--die-with-parent',
    '--clearenv',
    '--hostname',
    'sandbox',
    '--json-status-fd',
    String(descriptors.status),
    '--seccomp',
    String(descriptors.filter),
    ...SYSTEM.flatMap(systemPlace),
    ...SETTINGS.flatMap(path => ['--ro-bind-try', path, path]),
    ...descriptors.files.flatMap(([descriptor, path]) => ['--ro-bind-data', String(descriptor), path]),
    '--proc',
    '/proc',
    '--remount-ro',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    String(64 * MIB),
    '--tmpfs',
    '/dev/shm',
    '--size',
    String(256 * MIB),
    '--tmpfs',
    '/tmp',
    '--dir',
    '/tmp/home',
    ...confinement.readable.flatMap(path => ['--ro-bind-try', path, path]),
    ...workspaceMounts(confinement),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    confinement.folder,
    ...Object.entries(environmentOf(confinement)).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/** On most systems `/bin` and `/lib` are links into `/usr`. */
function systemPlace(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (found.isSymbolicLink()) return ['--symlink', realpathSync(path).slice(1), path]
  return ['--ro-bind', path, path]
}

/** The order counts: what comes later covers what came before. */
function workspaceMounts(confinement: Confinement): readonly string[] {
  const { root, reach } = confinement
  const [anchored, fixed] = [within(confinement.anchored), within(confinement.fixed)]
  const [hiddenFolders, hiddenFiles] = [within(confinement.hiddenFolders), within(confinement.hiddenFiles)]
  return [
    reach === 'read' || reach === 'record' ? '--ro-bind' : '--bind',
    root,
    root,
    ...(reach === 'read' ? [] : anchored.near.flatMap(path => ['--bind', path, path])),
    ...(reach === 'read' ? [] : [...fixed.near, ...fixed.around, ...anchored.around].flatMap(readOnly)),
    ...[...hiddenFolders.near, ...hiddenFolders.around, ...hiddenFiles.around].flatMap(emptied),
    ...hiddenFiles.near.flatMap(path => ['--ro-bind', '/dev/null', path]),
  ]
}

const readOnly = (path: string): readonly string[] => ['--ro-bind', path, path]

const emptied = (path: string): readonly string[] => [
  '--size',
  '4096',
  '--perms',
  '0500',
  '--tmpfs',
  path,
  '--remount-ro',
  path,
]

const MAX_PATH = 3_500 // bytes; the system takes 4,096, and bwrap puts its own before it

const isNear = (path: string): boolean => Buffer.byteLength(path) <= MAX_PATH

/** What lies too deep to be named is covered by the folder around it that can be. */
function within(paths: readonly string[]): { readonly near: readonly string[]; readonly around: readonly string[] } {
  const around = paths.filter(path => !isNear(path)).map(path => path.slice(0, path.lastIndexOf('/', MAX_PATH / 3)))
  return { near: paths.filter(isNear), around: [...new Set(around)] }
}

/** While git may write, it starts no hooks, collects no garbage, and takes only its own folder for a repository. */
const ONLY_GIT: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['safe.bareRepository', 'explicit'],
]

/** Nothing of ours is handed on. Git obeys no settings but these and the repository's own. */
export function environmentOf({
  root,
  readable,
  reach,
}: Pick<Confinement, 'root' | 'readable' | 'reach'>): Readonly<Record<string, string>> {
  const programs = readable.flatMap(path => [`${path}/bin`, path])
  const git = [['core.fsmonitor', 'false'], ['safe.directory', root], ...(reach === 'record' ? ONLY_GIT : [])] as const
  return {
    PATH: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', ...programs].join(delimiter),
    HOME: '/tmp/home',
    USER: 'user',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    TMPDIR: '/tmp',
    CI: '1',
    NO_COLOR: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: GIT_IDENTITY,
    GIT_CONFIG_COUNT: String(git.length),
    ...Object.fromEntries(
      git.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    npm_config_update_notifier: 'false',
    npm_config_cache: '/tmp/home/.npm',
    // There is no network, so nothing waits for one.
    npm_config_offline: 'true',
    CARGO_NET_OFFLINE: 'true',
    GOPROXY: 'off',
    PIP_NO_INDEX: '1',
    // Caches would change from run to run.
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_ADDOPTS: '-o cache_dir=/tmp/home/.pytest_cache',
  }
}
