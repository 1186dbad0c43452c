import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText } from '../../../src/core/index.ts'
import { builtProgram } from '../../built-program.ts'
import type { Saying } from './judge.ts'
import { type Picture, pictureOf } from './pictures.ts'

export type Person = 'root' | 'an ordinary user'
const OTHER = 65_534
const isRoot = process.getuid?.() === 0
/** Only root can be somebody else for a test. */
export const PERSONS: readonly Person[] = isRoot ? ['root', 'an ordinary user'] : ['an ordinary user']

type Identity = { readonly uid?: number; readonly gid?: number }
const identityOf = (person: Person): Identity => (isRoot && person !== 'root' ? { uid: OTHER, gid: OTHER } : {})

export type Place = {
  readonly folder: string
  readonly root: string
  readonly state: string
  readonly person: Person
  readonly picture: () => Picture
  readonly script: (text: string) => void
}

export type PlaceOptions = { readonly person: Person; readonly features: readonly string[]; readonly on?: string }

/** What everybody can run, not only root. */
const PATH = '/usr/local/bin:/usr/bin:/bin'
const MAKER = fileURLToPath(new URL('make-tree.py', import.meta.url))

/** A workspace that holds everything, a state folder, and a folder outside with a second name of a file. */
export function makePlace({ person, features, on = tmpdir() }: PlaceOptions): Place {
  const folder = realpathSync(mkdtempSync(join(on, 'countersign-test-')))
  onTestFinished(() => void spawnSync('sh', ['-c', 'chmod -R u+rwX "$1"; rm -rf "$1"', 'sh', folder]))
  const [root, outside, state] = [join(folder, 'workspace'), join(folder, 'outside'), join(folder, 'state')]
  chmodSync(folder, 0o755)
  const { uid, gid } = identityOf(person)
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  execFileSync('python3', [MAKER, root, outside, ...features], { ...identityOf(person), env: { PATH }, stdio: 'pipe' })
  return {
    folder,
    root,
    state,
    person,
    picture: () => pictureOf(root, outside),
    script(text) {
      writeFileSync(join(root, 'build.sh'), `echo ran\n${text}\n`)
      if (uid !== undefined && gid !== undefined) chownSync(join(root, 'build.sh'), uid, gid)
    },
  }
}

/** Why this person cannot start the program here; undefined if he can. */
export function cannotStart(person: Person): string | undefined {
  const program = builtProgram()
  for (const each of [dirname(dirname(program)), dirname(dirname(dirname(program)))]) if (isRoot) chmodSync(each, 0o755)
  const tried = spawnSync(process.execPath, [program, '--version'], {
    ...identityOf(person),
    cwd: '/',
    encoding: 'utf8',
  })
  if (tried.status !== 0) return `${person} cannot read the program: ${tried.stderr.slice(0, 200)}`
  const box = spawnSync('bwrap', ['--unshare-all', '--unshare-user', '--ro-bind', '/', '/', 'true'], identityOf(person))
  return box.status === 0 ? undefined : `${person} cannot make a sandbox`
}

export type Starting = {
  readonly arguments: readonly string[]
  readonly environment?: { readonly [name: string]: string }
}
export type Started = { readonly child: ChildProcess; readonly ended: Promise<Saying> }

export const BUILD: readonly string[] = ['call', 'bash', 'command=bash build.sh', '--allow', 'SystemExecute']

/** The list of changes is not cut short, however long the paths are. */
const WHOLE = { COUNTERSIGN_TOOLS_MAX_RESULT_CHARS: '5000000' }

/** Starts the program as this person would, in the workspace. */
export function start({ root, state, folder, person }: Place, { arguments: words, environment }: Starting): Started {
  const child = spawn(process.execPath, [builtProgram(), ...words, '--json', '--workspace', root], {
    ...identityOf(person),
    cwd: folder,
    env: { PATH, HOME: folder, COUNTERSIGN_STATE: state, ...WHOLE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => void out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => void err.push(chunk))
  const ended = once(child, 'close').then(() => sayingOf(Buffer.concat(out).toString(), Buffer.concat(err).toString()))
  return { child, ended }
}

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const textsIn = (value: Json | undefined): readonly string[] =>
  isJsonList(value) ? value.filter(each => typeof each === 'string') : []

function sayingOf(out: string, err: string): Saying {
  const answer = objectIn(parseJsonText(out.trim()) ?? parseJsonText(err.trim().split('\n').at(-1) ?? ''))
  const fault = objectIn(answer['fault'] ?? answer['error'])
  const detail = objectIn(fault['detail'])
  const data = Object.keys(objectIn(answer['data'])).length > 0 ? objectIn(answer['data']) : detail
  const effects = objectIn(data['effects'] ?? detail['effects'])
  const changes = isJsonList(effects['changes']) ? effects['changes'].map(objectIn) : undefined
  const paths = (isNew: boolean): readonly string[] =>
    (changes ?? []).filter(({ what }) => (what === 'created') === isNew).map(({ path }) => textIn(path))
  const count = Number(effects['change_count'] ?? changes?.length ?? 0)
  return {
    code: typeof fault['code'] === 'string' ? fault['code'] : null,
    message: textIn(fault['message'] ?? answer['text']),
    missing: [...textsIn(detail['missing']), ...textsIn(data['missing'])],
    ...(changes && { created: { paths: paths(true), count: count - paths(false).length, others: paths(false) } }),
    rolledBack: effects['rolled_back'] !== undefined,
    stdout: textIn(data['stdout']),
    text: `${out}\n${err}`,
  }
}

export const copiesIn = ({ state }: Place): readonly string[] =>
  existsSync(state)
    ? readdirSync(state, { recursive: true, encoding: 'utf8' }).filter(path => /changes\/change_[0-9a-f]+$/.test(path))
    : []
