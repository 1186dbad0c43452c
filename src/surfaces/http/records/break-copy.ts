import { type Result, fail, succeed } from '../../../core/index.ts'
import {
  type Disk,
  type LedgerOptions,
  type LogPlace,
  readOwnBack,
  receiptIn,
  segmentPath,
} from '../../../ledger/index.ts'

/** An in-memory copy of the log with one flipped bit. */
type BrokenCopy = {
  readonly options: LedgerOptions
  readonly line: number
  readonly byte: number
  readonly before: string
  readonly after: string
  readonly around: string
}

const AROUND = 24

/** Flips one bit in a copy of a receipt's line. Nothing is written: only readers of the copy see it. */
export function breakCopy(options: LedgerOptions, receiptId: string): Result<BrokenCopy> {
  const entries = readOwnBack(options)
  if (!entries.ok) return entries
  for (const { entry, before: place } of entries.value) {
    if (receiptIn(entry)?.receipt_id !== receiptId) continue
    const line = lineAt(options.disk, place)
    const byte = letterIn(line)
    if (byte < 0) return fail('receipt_unknown', `The line of ${receiptId} has no letter to flip.`)
    const before = line[byte] ?? 0
    const flipped = before ^ BIT
    const disk = flippingDisk(options.disk, {
      path: segmentPath(place.segment),
      offset: place.offset + byte,
      value: flipped,
    })
    const around = line.toString('utf8', Math.max(0, byte - AROUND), byte + AROUND)
    return succeed({
      options: { ...options, disk },
      line: entry.seq,
      byte,
      before: String.fromCharCode(before),
      after: String.fromCharCode(flipped),
      around: around.replaceAll('\uFFFD', ''),
    })
  }
  return fail('receipt_unknown', `There is no receipt ${receiptId} here.`)
}

const BIT = 1
const CHUNK = 65_536
const NEWLINE = 10

function lineAt(disk: Disk, { segment, offset }: LogPlace): Buffer {
  const path = segmentPath(segment)
  const size = disk.size(path) ?? 0
  const parts: Buffer[] = []
  for (let at = offset; at < size; at += CHUNK) {
    const chunk = Buffer.from(disk.read(path, at, Math.min(CHUNK, size - at)))
    const end = chunk.indexOf(NEWLINE)
    parts.push(end < 0 ? chunk : chunk.subarray(0, end))
    if (end >= 0) break
  }
  return Buffer.concat(parts)
}

/** The position of a letter in the receipt's output that is still a letter with its last bit flipped. */
function letterIn(line: Buffer): number {
  const outputs = Math.max(0, line.lastIndexOf('"outputs":'))
  const from = Math.max(outputs, ...TEXTS.map(key => line.indexOf(key, outputs) + key.length))
  for (let at = from; at < line.length; at++)
    if (isLetter(line[at]) && isLetter((line[at] ?? 0) ^ BIT) && line[at - 1] !== BACKSLASH) return at
  return -1
}

const TEXTS = ['"text":"', '"excerpt":"']
const BACKSLASH = 0x5c
const isLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x61 && byte <= 0x7a

function refuse(): never {
  throw new Error('this copy is read-only')
}

type Flip = { readonly path: string; readonly offset: number; readonly value: number }

function flippingDisk(disk: Disk, flip: Flip): Disk {
  const read: Disk['read'] = (path, from, length) => {
    const bytes = disk.read(path, from, length)
    const at = flip.offset - from
    if (path !== flip.path || at < 0 || at >= bytes.length) return bytes
    const copy = Uint8Array.from(bytes)
    copy[at] = flip.value
    return copy
  }
  return {
    read,
    list: path => disk.list(path),
    size: path => disk.size(path),
    makeFolder: refuse,
    append: refuse,
    sync: refuse,
    truncate: refuse,
    replace: refuse,
    setAside: refuse,
    close: () => undefined,
  }
}
