import { isUtf8 } from 'node:buffer'
import { type FileContent, type Result, fail, succeed } from '../../core/index.ts'

const NEW_LINE = 10

/** Text is what is valid UTF-8 and holds no NUL. */
export const isTextFile = (bytes: Uint8Array): boolean => !bytes.includes(0) && isUtf8(bytes)

export function requireText({ path, bytes }: FileContent): Result<Buffer> {
  if (isTextFile(bytes)) return succeed(bufferOf(bytes))
  return fail(
    'file_unsuitable',
    `${JSON.stringify(path)} is not text in UTF-8 (${bytes.length} bytes, binary or another encoding).`,
    {
      bytes: bytes.length,
    },
  )
}

/** The same memory, seen as a Buffer. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A last line without a line break counts; nothing after the last line break does not. */
export function countTextLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines++
  return bytes.length > 0 && bytes.at(-1) !== NEW_LINE ? lines + 1 : lines
}

export type LineRange = { readonly start: number; readonly count: number }
export type PickedLines = { readonly lines: readonly string[]; readonly total: number }

/** Numbers lines from 1 and decodes only what is shown, without byte order mark and carriage returns. */
export function pickLines(bytes: Buffer, { start, count }: LineRange): PickedLines {
  let [from, to, line] = [start === 1 ? 0 : bytes.length, bytes.length, 1]
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) {
    line++
    if (line === start) from = at + 1
    if (line === start + count) to = at
  }
  const total = bytes.length > 0 && bytes.at(-1) !== NEW_LINE ? line : line - 1
  const shown = Math.max(0, Math.min(count, total - start + 1))
  if (shown === 0) return { lines: [], total }
  const lines = bytes.toString('utf8', from, to).split('\n').slice(0, shown)
  return { lines: lines.map((each, index) => plainLine(each, start + index)), total }
}

function plainLine(line: string, number: number): string {
  const bare = number === 1 && line.startsWith('\u{feff}') ? line.slice(1) : line
  return bare.endsWith('\r') ? bare.slice(0, -1) : bare
}

/** Cut between characters, and visibly. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) return line
  const end = /[\ud800-\udbff]/.test(line[max - 1] ?? '') ? max - 1 : max
  return `${line.slice(0, end)} [… ${line.length - end} more characters in this line]`
}

export const linesWord = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
