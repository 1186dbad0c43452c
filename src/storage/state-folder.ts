import {
  constants,
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { CountersignError, type Result, causeOf, fail, isDiskFull, succeed } from '../core/index.ts'
import { noteMove, placeIdOf, workspaceAt } from './workspace-place.ts'

/** Keys, grants and heads of the logs: what no workspace may bring along. */
export type StateFolder = {
  readonly path: string
  /** Where what concerns this workspace is kept. */
  readonly own: string
  /** Names the workspace by the place where it began; a copy elsewhere is another one. */
  readonly workspaceId: string
  /** A secret of the user, made when it is first asked for. */
  readonly secret: (name: string, make: () => Uint8Array | string) => Result<Buffer>
}

export type StateOptions = { readonly path: string; readonly workspaceRoot: string }

const PRIVATE = 0o700

/** What the state folder keeps about one workspace; the root is canonical. */
export function ownFolder(state: string, root: string): string {
  const id = workspaceAt(workspacesIn(state), root)
  if (!id.ok) throw new CountersignError(id.error.code, id.error.message)
  return join(workspacesIn(state), id.value)
}

export function openStateFolder({ path, workspaceRoot }: StateOptions): Result<StateFolder> {
  const place = resolve(path)
  const workspaces = workspacesIn(place)
  if (isWithin(realPlace(place), workspaceRoot))
    return fail(
      'state_unsafe',
      'The state folder is inside the workspace, which could then give itself rights. Set COUNTERSIGN_STATE elsewhere.',
    )
  const outer = makeSafe([place, workspaces, join(workspaces, placeIdOf(workspaceRoot))])
  if (!outer.ok) return outer
  const id = workspaceAt(workspaces, workspaceRoot)
  if (!id.ok) return id
  const own = join(workspaces, id.value)
  const inner = makeSafe([own])
  return inner.ok
    ? succeed({ path: place, own, workspaceId: id.value, secret: (name, make) => loadSecret(join(place, name), make) })
    : inner
}

/** The person says that a workspace lies elsewhere now. Who is right about that must have been checked. */
export function moveState({
  path,
  from,
  to,
}: {
  readonly path: string
  readonly from: string
  readonly to: string
}): Result<undefined> {
  const opened = openStateFolder({ path, workspaceRoot: to })
  if (!opened.ok) return opened
  const workspaces = workspacesIn(resolve(path))
  const id = workspaceAt(workspaces, from)
  return id.ok ? noteMove(workspaces, id.value, to) : id
}

const workspacesIn = (state: string): string => join(state, 'workspaces')

function makeSafe(folders: readonly string[]): Result<undefined> {
  try {
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true, mode: PRIVATE })
      const unsafe = whyUnsafe(folder)
      if (unsafe !== undefined) return fail('state_unsafe', unsafe)
    }
    return succeed(undefined)
  } catch (thrown) {
    return unusable('The state folder cannot be made', thrown)
  }
}

/** A full disk is no fault of the folder. */
const unusable = (what: string, thrown: unknown): Result<never> =>
  fail(isDiskFull(thrown) ? 'storage_unavailable' : 'state_unsafe', `${what}: ${causeOf(thrown)}.`)

/** Where it really lies, as far as it exists: a link could lead it into the workspace. */
function realPlace(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent), basename(path))
  }
}

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)

function whyUnsafe(folder: string): string | undefined {
  const stat = lstatSync(folder)
  if (!stat.isDirectory()) return `${folder} is not a plain folder.`
  if (process.getuid !== undefined && stat.uid !== process.getuid()) return `${folder} belongs to another user.`
  return (stat.mode & 0o077) === 0 ? undefined : `${folder} is open to others. Close it with: chmod 700 ${folder}`
}

/** Two processes that make it at the same time end up with the same one. */
function loadSecret(path: string, make: () => Uint8Array | string): Result<Buffer> {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) create(path, make())
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(fd)
      if (!stat.isFile() || (stat.mode & 0o077) !== 0)
        return fail('state_unsafe', `${path} must be a plain file that only you can read: chmod 600 ${path}`)
      return succeed(readFileSync(fd))
    } finally {
      closeSync(fd)
    }
  } catch (thrown) {
    return unusable('A key cannot be read or made', thrown)
  }
}

function create(path: string, content: Uint8Array | string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const fd = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  )
  try {
    try {
      writeSync(fd, typeof content === 'string' ? Buffer.from(content) : content)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    linkSync(temporary, path)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  } finally {
    unlinkSync(temporary)
  }
}
