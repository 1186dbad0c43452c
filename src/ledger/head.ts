import { type JsonObject, type Result, fail, succeed, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Frontier, leafHash, rootOf } from './merkle.ts'

/**
 * Where the log ends after a flush. It is kept outside the workspace, so a cut or exchanged log cannot agree with it.
 */
export type Head = {
  readonly frontier: Frontier
  readonly segment: number
  /** Bytes of the current segment that are flushed. */
  readonly offset: number
  /** Time of the last entry, in milliseconds; the next one is not earlier. */
  readonly at: number
  /** Hash of the last line, hex: a tail that was exchanged for another of the same length shows. */
  readonly last: string
  /** And its length in bytes. */
  readonly lastLength: number
}

export const EMPTY_HEAD: Head = {
  frontier: { size: 0, peaks: [] },
  segment: 1,
  offset: 0,
  at: 0,
  last: '',
  lastLength: 0,
}

export const rootHex = ({ peaks }: Frontier): string => rootOf(peaks).toString('hex')

export function encodeHead({ frontier, segment, offset, at, last, lastLength }: Head): JsonObject {
  // The peaks are the root and more; written as one text, because this happens at every flush.
  const peaks = Buffer.concat(frontier.peaks).toString('base64')
  return { size: frontier.size, peaks, segment, offset, at, last, lastLength }
}

/** Only ever read from our own state folder, where it was written by `encodeHead`. */
export function decodeHead(value: JsonObject): Head {
  const peaks = hashesIn(Buffer.from(textOf(value['peaks']), 'base64'))
  const number = (key: string): number => Number(value[key])
  return {
    frontier: { size: number('size'), peaks },
    segment: number('segment'),
    offset: number('offset'),
    at: number('at'),
    last: textOf(value['last']),
    lastLength: number('lastLength'),
  }
}

const HASH_BYTES = 32

const hashesIn = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  )

export const segmentPath = (segment: number): string => `log/${String(segment).padStart(6, '0')}.jsonl`

export function segmentNumber(name: string): number | undefined {
  const digits = /^(\d{6,})\.jsonl$/.exec(name)?.[1]
  // Two spellings of one number would be two files for one segment.
  return digits !== undefined && segmentPath(Number(digits)) === `log/${name}` ? Number(digits) : undefined
}

/**
 * Checks that the log is as long as the head says and ends in the same line, and returns the bytes of its last segment.
 * `verify` checks everything before it.
 */
export function checkEnd({ segment, offset, last, lastLength, frontier }: Head, disk: Disk): Result<number> {
  const path = segmentPath(segment)
  const actual = disk.size(path) ?? 0
  const isLong = actual >= offset
  const lineHash = (): string => leafHash(disk.read(path, offset - lastLength - 1, lastLength)).toString('hex')
  if (frontier.size === 0 || (isLong && lineHash() === last)) return succeed(actual)
  const found = isLong
    ? 'ends in another line than the one written last'
    : `should hold ${offset} bytes and holds ${actual}`
  return fail('ledger_cut', `The log was cut or exchanged: segment ${segment} ${found}.`, {
    size: frontier.size,
    segment,
    expected_bytes: offset,
    actual_bytes: actual,
  })
}
