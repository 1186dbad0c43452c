import type { Disk } from './disk.ts'
import { type Entry, decodeLine } from './entry.ts'
import { segmentNumber, segmentPath } from './head.ts'

/** A line's bytes without the newline, and where they stand. The last line of a segment may lack its newline. */
export type StoredLine = {
  readonly bytes: Buffer
  readonly segment: number
  readonly offset: number
  readonly complete: boolean
}

const CHUNK = 1 << 20
const NEWLINE = 10

export function segmentsOf(disk: Disk): readonly number[] {
  const numbers = disk.list('log').map(segmentNumber)
  return numbers.filter(number => number !== undefined).toSorted((a, b) => a - b)
}

export const isLogEmpty = (disk: Disk): boolean =>
  segmentsOf(disk).every(segment => (disk.size(segmentPath(segment)) ?? 0) === 0)

/** All lines from a place on, in order, through all later segments. */
export function* readLog(
  disk: Disk,
  from: { readonly segment: number; readonly offset: number },
): Generator<StoredLine> {
  for (const segment of segmentsOf(disk)) {
    if (segment < from.segment) continue
    const start = segment === from.segment ? from.offset : 0
    for (const { bytes, offset, complete } of readLines(disk, segmentPath(segment), start))
      yield { bytes, segment, offset, complete }
  }
}

export type FileLine = { readonly bytes: Buffer; readonly offset: number; readonly complete: boolean }

export function* readLines(disk: Disk, path: string, from = 0): Generator<FileLine> {
  const size = disk.size(path) ?? 0
  let parts: Buffer[] = [] // of a line that has not ended yet: joined once, however long it is
  let offset = from
  for (let at = from; at < size; at += CHUNK) {
    const chunk = Buffer.from(disk.read(path, at, Math.min(CHUNK, size - at)))
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const bytes =
        parts.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...parts, chunk.subarray(start, end)])
      yield { bytes, offset, complete: true }
      parts = []
      start = end + 1
      offset += bytes.length + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
    if (chunk.length === 0) break
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), offset, complete: false }
}

const END_CHUNK = 1 << 16

/**
 * The lines of a file from the last to the first, each with the place behind it; `until` leaves out what ends later.
 */
export function* linesFromEnd(
  disk: Disk,
  path: string,
  until: number = Number.POSITIVE_INFINITY,
): Generator<{ readonly bytes: Buffer; readonly end: number }> {
  let parts: Buffer[] = [] // of a line whose beginning is not read yet, the last one first
  let lineEnd: number | undefined
  for (let before = Math.min(until, disk.size(path) ?? 0); before > 0; before = Math.max(0, before - END_CHUNK)) {
    const start = Math.max(0, before - END_CHUNK)
    const chunk = Buffer.from(disk.read(path, start, before - start))
    let stop = chunk.length
    for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
      if (lineEnd !== undefined) yield { bytes: joined(chunk.subarray(at + 1, stop), parts), end: lineEnd }
      parts = []
      lineEnd = start + at + 1
      stop = at
    }
    if (lineEnd !== undefined) parts.push(chunk.subarray(0, stop))
  }
  if (lineEnd !== undefined) yield { bytes: joined(Buffer.alloc(0), parts), end: lineEnd }
}

const joined = (first: Buffer, rest: readonly Buffer[]): Buffer =>
  rest.length === 0 ? first : Buffer.concat([first, ...rest.toReversed()])

/** What the log tells, from an entry on. A line that cannot be read is passed over here; `verify` names it. */
export function* readEntries({ disk }: { readonly disk: Disk }, afterSeq = 0): Generator<Entry> {
  for (const { bytes, complete } of readLog(disk, { segment: 1, offset: 0 })) {
    const entry = complete ? decodeLine(bytes.toString()) : undefined
    if (entry && entry.seq > afterSeq) yield entry
  }
}

export function* readStoredLines({ disk }: { readonly disk: Disk }): Generator<string> {
  for (const { bytes, complete } of readLog(disk, { segment: 1, offset: 0 })) if (complete) yield bytes.toString()
}
