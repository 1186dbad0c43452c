import { type Stats, lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type UserPlace, xdgFolder } from '../../runtime/index.ts'

/** The process environment of a command, passed in so that tests and servers can choose it. */
export type Surroundings = UserPlace & {
  /** Left out on systems without file owners. */
  readonly userId?: number
}

export function processSurroundings(): Surroundings {
  const around = { cwd: process.cwd(), home: homedir(), environment: process.env }
  return process.getuid === undefined ? around : { ...around, userId: process.getuid() }
}

const MARKS = ['.control-room', 'countersign.toml'] as const

type FoundWorkspace = {
  /** Canonical and absolute. */
  readonly folder: string
  /** Parent folders that look like workspaces but belong to another user. */
  readonly passedOver: readonly string[]
}

/**
 * `--workspace` wins; else the nearest parent with a workspace file, else the current folder. Another user's files do
 * not count.
 */
export function findWorkspace(flag: string | undefined, around: Surroundings): FoundWorkspace {
  const start = canonical(resolve(around.cwd, flag ?? '.'))
  if (flag !== undefined) return { folder: start, passedOver: [] }
  const passedOver: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    const marks = MARKS.map(mark => lookAt(join(folder, mark))).filter(mark => mark !== undefined)
    const isOurs = folder === start || [lookAt(folder), ...marks].every(entry => belongsTo(entry, around.userId))
    if (marks.length > 0 && isOurs) return { folder, passedOver }
    if (marks.length > 0) passedOver.push(folder)
    if (dirname(folder) === folder) return { folder: start, passedOver }
  }
}

/** On a shared machine anyone can put a `.control-room` into `/tmp`; it must not become this user's workspace. */
const belongsTo = (entry: Stats | undefined, userId: number | undefined): boolean =>
  userId === undefined || entry?.uid === userId

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

export function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** `--config FILE` replaces it. */
export function userConfigFile(flag: string | undefined, { cwd, home, environment }: Surroundings): string {
  if (flag !== undefined) return resolve(cwd, flag)
  return join(xdgFolder(environment['XDG_CONFIG_HOME'], join(home, '.config')), 'countersign', 'countersign.toml')
}

/** True for the folder itself and everything below it, with links resolved. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(canonical(folder), canonicalAsFarAsItExists(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Paths by which a folder that is gone may be recorded: as given, or with the links of its parents resolved. */
export function formerPaths(said: string, { cwd }: Surroundings): readonly string[] {
  const path = resolve(cwd, said)
  return [path, join(canonicalAsFarAsItExists(dirname(path)), basename(path))]
}

function canonicalAsFarAsItExists(path: string): string {
  const parent = dirname(path)
  if (parent === path || lookAt(path) !== undefined) return canonical(path)
  return join(canonicalAsFarAsItExists(parent), path.slice(parent.length).replace(/^[\\/]+/, ''))
}

export { stateFolder } from '../../runtime/index.ts'
