import { type Stats, lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type UserPlace, xdgFolder } from '../../runtime/index.ts'

/** What a command was started with: nothing here is read from the process, so that tests and servers decide. */
export type Surroundings = UserPlace & {
  /** Left out where the system has no owners. */
  readonly userId?: number
}

export function processSurroundings(): Surroundings {
  const around = { cwd: process.cwd(), home: homedir(), environment: process.env }
  return process.getuid === undefined ? around : { ...around, userId: process.getuid() }
}

const MARKS = ['.control-room', 'countersign.toml'] as const

export type FoundWorkspace = {
  /** Canonical and absolute. */
  readonly folder: string
  /** Folders further up that look like workspaces and belong to somebody else. */
  readonly passedOver: readonly string[]
}

/** `--workspace` wins; else the nearest folder upward with a mark, else the current one. What somebody else put there is passed over. */
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

/** On a machine of several people anyone can put a `.control-room` into `/tmp`; it must not become ours by our working below it. */
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

/** Is it the folder itself, or below it? Both as they really are, links followed as far as they exist. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(canonical(folder), canonicalAsFarAsItExists(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** What a folder that is gone may have been called: as it is said, or with the links on the way to it followed. */
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
