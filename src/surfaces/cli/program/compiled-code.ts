import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the bundle, and the bytes of it that are being run. */
export type Source = { readonly file: string; readonly bytes: Uint8Array }

const DIGEST_BYTES = 32
const MADE_BY = `${process.version} ${process.arch} ${process.platform}\n`

/** In the state folder, as the runtime finds it: what V8 executes must lie where no tool, no workspace and no other user can write. */
export function compiledFolder(installation: string): string | undefined {
  const { COUNTERSIGN_STATE: named = '', XDG_STATE_HOME: xdg = '', HOME: home = '' } = process.env
  const state = named === '' ? join(isAbsolute(xdg) ? xdg : join(home, '.local', 'state'), 'countersign') : named
  if (!isAbsolute(state)) return undefined // it would lie wherever we are, and that may be a workspace
  return join(state, 'compiled', createHash('sha256').update(MADE_BY).update(installation).digest('hex').slice(0, 16))
}

/** What an earlier run compiled of exactly these bytes with exactly this node. V8 itself compares only their length, and lets damage pass. */
export function readCompiled(folder: string, source: Source): Buffer | undefined {
  try {
    const kept = readFileSync(join(folder, basename(source.file)))
    const code = kept.subarray(DIGEST_BYTES)
    return digestOf(source, code).equals(kept.subarray(0, DIGEST_BYTES)) ? code : undefined
  } catch {
    return undefined
  }
}

/** Nothing depends on it, so whatever prevents it is left unsaid. */
export function writeCompiled(folder: string, source: Source, code: Uint8Array): void {
  const path = join(folder, basename(source.file))
  const fresh = `${path}.${process.pid}`
  try {
    writeFileSync(fresh, Buffer.concat([digestOf(source, code), code]), { flag: 'wx', mode: 0o600 })
    renameSync(fresh, path)
  } catch {
    removeQuietly(fresh)
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true })
  } catch {
    return // the next run tries again
  }
}

/** What is run is made of the file by this very file, so both must be the same. */
function digestOf({ bytes }: Source, code: Uint8Array): Buffer {
  maker ??= readFileSync(fileURLToPath(import.meta.url))
  return createHash('sha256').update(MADE_BY).update(maker).update(bytes).update(code).digest()
}

let maker: Buffer | undefined

/** Whether it and the two above it, up to the state folder, are ours alone. Where there are no users to tell apart, nothing is. */
export const isPrivate = (folder: string): boolean => [folder, dirname(folder), dirname(dirname(folder))].every(isOurs)

function isOurs(folder: string): boolean {
  try {
    const found = lstatSync(folder)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
  } catch {
    return false
  }
}

const MARKS = ['.control-room', 'countersign.toml']

export type Surroundings = { readonly cwd: string | undefined; readonly args: readonly string[] }

/** Tools write to the workspace, so what lies in a folder that may be one is not run: the one where we are, one above it with a mark, or whatever an argument names. */
export function isOutsideWorkspaces(folder: string, { cwd, args }: Surroundings): boolean {
  if (cwd === undefined) return false
  const state = realOf(dirname(dirname(folder)))
  const isIn = (other: string): boolean => `${state}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`)
  for (let [here, above] = [cwd, dirname(cwd)]; above !== here; [here, above] = [above, dirname(above)])
    if (isIn(above) && MARKS.some(mark => existsSync(join(above, mark)))) return false
  return !isIn(cwd) && !args.some(arg => isIn(realOf(resolve(cwd, arg.slice(arg.indexOf('=') + 1)))))
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Makes the folder, and removes from it what belongs to files that are no longer there, and what a killed run left half written. */
export function prepareFolder(folder: string, chunks: string): boolean {
  try {
    if (!existsSync(dirname(dirname(folder)))) return false // a run that needed no state makes none
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isPrivate(folder)) return false
    for (const name of readdirSync(folder)) if (!existsSync(join(chunks, name))) removeQuietly(join(folder, name))
    return true
  } catch {
    return false
  }
}
