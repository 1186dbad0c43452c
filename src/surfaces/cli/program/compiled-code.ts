import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** A file of the bundle, and the bytes of it that are being run. */
export type Source = { readonly file: string; readonly bytes: Uint8Array }

const DIGEST_BYTES = 32
const MADE_BY = `${process.version} ${process.arch} ${process.platform}\n`

/** Beside the file, where nobody may write who could not write the file itself. */
export const compiledPath = (file: string): string => `${file}.compiled`

/** What an earlier run compiled of exactly these bytes with exactly this node. V8 itself compares only their length, and lets damage pass. */
export function readCompiled(source: Source): Buffer | undefined {
  const kept = readGuarded(source.file)
  if (kept === undefined) return undefined
  const code = kept.subarray(DIGEST_BYTES)
  return digestOf(source, code).equals(kept.subarray(0, DIGEST_BYTES)) ? code : undefined
}

/** Nothing depends on it, so whatever prevents it is left unsaid. */
export function writeCompiled(source: Source, code: Uint8Array): void {
  const path = compiledPath(source.file)
  const fresh = `${path}.${process.pid}`
  try {
    if (!isOurs(source.file)) return
    writeFileSync(fresh, Buffer.concat([digestOf(source, code), code]), { flag: 'wx', mode: 0o644 })
    renameSync(fresh, path)
  } catch {
    rmSync(fresh, { force: true })
  }
}

function digestOf({ bytes }: Source, code: Uint8Array): Buffer {
  return createHash('sha256').update(MADE_BY).update(bytes).update(code).digest()
}

/** What is executed must have the owner of the file that it stands for, and be writable for no one else. */
function readGuarded(file: string): Buffer | undefined {
  let opened: number | undefined
  try {
    opened = openSync(compiledPath(file), 'r')
    const [code, kept] = [statSync(file), fstatSync(opened)]
    const isGuarded = kept.uid === code.uid && (kept.mode & ~code.mode & 0o022) === 0
    return isGuarded ? readFileSync(opened) : undefined
  } catch {
    return undefined
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Of somebody else's installation nothing is changed, not even by a superuser. */
function isOurs(file: string): boolean {
  const self = process.geteuid?.() // there are none on Windows
  return self === undefined || statSync(file).uid === self
}
