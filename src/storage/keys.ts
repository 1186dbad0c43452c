import { StorageFailure } from '../core/index.ts'

const MAX_BYTES = 1_024

/** Names and keys are kept as bytes: as text, SQLite would end them at the first NUL. */
export function keyBytes(key: string): Uint8Array {
  if (!key.isWellFormed()) throw new RangeError('A key must not hold half a character (a lone surrogate).')
  const bytes = Buffer.from(key)
  if (bytes.length > MAX_BYTES)
    throw new RangeError(`A key has at most ${MAX_BYTES} bytes; this one has ${bytes.length}.`)
  return bytes
}

export function keyText(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new StorageFailure('A kept key is damaged: it is not made of bytes.')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/** The order of the keys' UTF-8 bytes. JavaScript's own order differs for characters beyond the first 65536. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates stand for what comes after all single units, though their numbers do not. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

export type KeyRange = { readonly prefix?: string | undefined; readonly after?: string | undefined }

/** From the first key (included) to the second (excluded). No byte of UTF-8 is 0xff; key + NUL is the next key. */
export function rangeBytes({ prefix = '', after }: KeyRange): readonly [Uint8Array, Uint8Array] {
  const start = keyBytes(prefix)
  const behind = after === undefined ? start : Buffer.concat([keyBytes(after), Buffer.of(0)])
  return [Buffer.compare(start, behind) > 0 ? start : behind, Buffer.concat([start, Buffer.of(0xff)])]
}
