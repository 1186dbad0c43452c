import { isUtf8 } from 'node:buffer'

/**
 * The text of a name on disk. A byte that is no UTF-8 becomes one of U+DC80…U+DCFF, half a character that no other name
 * holds, so that the bytes can be had back; every other name stays as it is.
 */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  const parts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at] ?? 0)
    const sequence = bytes.subarray(at, at + length)
    const isText = sequence.length === length && isUtf8(sequence)
    parts.push(isText ? sequence.toString() : String.fromCharCode(ESCAPE + (bytes[at] ?? 0)))
    at += isText ? length : 1
  }
  return parts.join('')
}

const ESCAPE = 0xdc00

const sequenceLength = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1)

/** The way back: what the disk is asked for. */
export const bytesOfText = (text: string): string | Buffer => (text.isWellFormed() ? text : Buffer.concat(pieces(text)))

const pieces = (text: string): readonly Buffer[] =>
  text.split(/(\p{Cs})/u).map(piece => (/^\p{Cs}$/u.test(piece) ? byteOf(piece) : Buffer.from(piece)))

const byteOf = (half: string): Buffer => Buffer.from([(half.codePointAt(0) ?? 0) & 0xff])

/** For people and logs: `caf\xe9.txt`. */
export const showBytes = (text: string): string =>
  text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, half => `\\x${byteOf(half).toString('hex')}`)
