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
import { type Result, fail, sha256, succeed } from '../core/index.ts'

/** Keys, grants and heads of the logs: what no workspace may bring along. */
export type StateFolder = {
  readonly path: string
  /** Where what concerns this workspace is kept. */
  readonly own: string
  /** Names the workspace by the place where it lies; a copy elsewhere is another one. */
  readonly workspaceId: string
  /** A secret of the user, made when it is first asked for. */
  readonly secret: (name: string, make: () => Uint8Array | string) => Result<Buffer>
}

export type StateOptions = { readonly path: string; readonly workspaceRoot: string }

const PRIVATE = 0o700
const ID_LENGTH = 16

const workspaceIdOf = (root: string): string => sha256(root).slice(0, ID_LENGTH)

/** What the state folder keeps about one workspace; the root is canonical. */
export const ownFolder = (state: string, root: string): string => join(state, 'workspaces', workspaceIdOf(root))

export function openStateFolder({ path, workspaceRoot }: StateOptions): Result<StateFolder> {
  const place = resolve(path)
  if (isWithin(realPlace(place), workspaceRoot))
    return fail(
      'state_unsafe',
      'The state folder lies inside the workspace, so the workspace could give itself rights. Set COUNTERSIGN_STATE to another place.',
    )
  const workspaceId = workspaceIdOf(workspaceRoot)
  const own = ownFolder(place, workspaceRoot)
  try {
    mkdirSync(own, { recursive: true, mode: PRIVATE })
  } catch (thrown) {
    return fail('state_unsafe', `The state folder cannot be made: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
  const unsafe = [place, join(place, 'workspaces'), own].map(whyUnsafe).find(reason => reason !== undefined)
  if (unsafe !== undefined) return fail('state_unsafe', unsafe)
  return succeed({ path: place, own, workspaceId, secret: (name, make) => loadSecret(join(place, name), make) })
}

/** Where it really lies, as far as it exists: a link could lead it into the workspace. */
function realPlace(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPlace(parent), basename(path))
  }
}

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)

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
    return fail('state_unsafe', `A key cannot be read or made: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

function create(path: string, content: Uint8Array | string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600)
  try {
    writeSync(fd, typeof content === 'string' ? Buffer.from(content) : content)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  try {
    linkSync(temporary, path)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
  } finally {
    unlinkSync(temporary)
  }
}
