import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'

/**
 * Has Node keep what V8 compiles of the program, so that the next start takes less time. Node executes what lies there,
 * so the folder must be out of reach of tools, workspaces and other users; without such a folder nothing is kept.
 */
export function enableCompileCache(args: readonly string[]): void {
  const enable: unknown = Reflect.get(module, 'enableCompileCache') // since Node 22.8
  if (typeof enable !== 'function' || (process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '') return
  const folder = compileCacheFolder({ args, environment: process.env, cwd: currentFolder() })
  if (folder !== undefined) Reflect.apply(enable, module, [folder])
}

/** Undefined if it was deleted while we are in it. */
function currentFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

type ProgramStart = {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string | undefined
}

/** The folder for compiled code, made if the state folder is there; undefined where none is safe. */
export function compileCacheFolder({ args, environment, cwd }: ProgramStart): string | undefined {
  const state = stateFolderOf(environment)
  if (state === undefined || cwd === undefined) return undefined
  try {
    if (!isPrivate(state)) return undefined
    const real = realpathSync(state)
    if (!foldersAbove(real).every(keepsWhatIsBelow) || mayLieInWorkspace(real, { args, cwd })) return undefined
    const folder = join(real, 'compile-cache')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isPrivate(folder) ? folder : undefined
  } catch {
    return undefined // something is missing or cannot be read: the program starts without a cache
  }
}

/** As the runtime finds it, which is not loaded yet. A relative one depends on the current folder. */
function stateFolderOf({
  COUNTERSIGN_STATE: named = '',
  XDG_STATE_HOME: xdg = '',
  HOME: home = '',
}: NodeJS.ProcessEnv): string | undefined {
  const state = named === '' ? join(isAbsolute(xdg) ? xdg : join(home, '.local', 'state'), 'countersign') : named
  return isAbsolute(state) ? state : undefined
}

/** A plain folder of this user that nobody else may enter. On Windows, which has no such owners, none is. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

const WRITABLE_BY_OTHERS = 0o022
const STICKY = 0o1000 // as in /tmp: what is inside can be moved by its owner only

/** Whoever may write to a folder above could put another one in our place, as could its owner. */
function keepsWhatIsBelow(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  const isOwn = uid === 0 || uid === process.getuid?.()
  return isOwn && ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0)
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

const WORKSPACE_MARKS = ['.control-room', 'countersign.toml']

/** Tools write to the workspace: the current folder, one above it with a mark, or whatever an argument names. */
function mayLieInWorkspace(
  state: string,
  { cwd, args }: { readonly cwd: string; readonly args: readonly string[] },
): boolean {
  const isIn = (folder: string): boolean => `${state}${sep}`.startsWith(folder.endsWith(sep) ? folder : folder + sep)
  const marked = foldersAbove(cwd).filter(folder => WORKSPACE_MARKS.some(mark => existsSync(join(folder, mark))))
  const named = args.map(arg => realPath(resolve(cwd, arg.slice(arg.indexOf('=') + 1))))
  return [cwd, ...marked, ...named].some(isIn)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
