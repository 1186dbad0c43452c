import { type Result, fail, succeed } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Entry, decodeLine, hasValidMac } from './entry.ts'
import { segmentPath } from './head.ts'
import { HEAD } from './index-rows.ts'
import { type Mac, lineMac } from './keys.ts'
import type { LedgerOptions } from './open-ledger.ts'
import { linesFromEnd, readLog, readStoredLines, segmentsOf } from './read-log.ts'

/** The entries that this machine wrote, in order. Other lines are skipped, and a foreign log is refused. */
export function readOwnEntries(options: LedgerOptions): Result<Iterable<Entry>> {
  const foreign = refuseForeign(options)
  return foreign.ok ? succeed(ownEntries(options)) : foreign
}

/** How many entries this machine remembers, whatever lies in the folder. */
export const knownSize = ({ index }: Pick<LedgerOptions, 'index'>): number => Number(index.get(HEAD)?.['size'] ?? 0)

function refuseForeign({ index, disk }: LedgerOptions): Result<undefined> {
  const isForeign = !index.get(HEAD) && segmentsOf(disk).length > 0
  return isForeign
    ? fail('ledger_unknown', 'This folder brings a log that this machine did not write.')
    : succeed(undefined)
}

function* ownEntries(options: LedgerOptions): Generator<Entry> {
  const mac = lineMac(options)
  for (const line of readStoredLines(options)) {
    const entry = ownEntry(line, mac)
    if (entry) yield entry
  }
}

const ownEntry = (line: string, mac: Mac): Entry | undefined => (hasValidMac(line, mac) ? decodeLine(line) : undefined)

/** Behind a line: where the next one will begin. */
export type LogPlace = { readonly segment: number; readonly offset: number }
export type OwnPart = { readonly entries: readonly Entry[]; readonly next: LogPlace }

/** The newest entries, the oldest of them first, and the place behind them. Reads no more of the log than they take. */
export function readNewestEntries(options: LedgerOptions, count: number): Result<OwnPart> {
  const foreign = refuseForeign(options)
  if (!foreign.ok) return foreign
  const newestFirst: Entry[] = []
  let next: LogPlace | undefined
  for (const { entry, place } of entriesFromEnd(options)) {
    next ??= place
    if (newestFirst.length >= count) break
    newestFirst.push(entry)
    if (newestFirst.length === count) break
  }
  return succeed({ entries: newestFirst.toReversed(), next: next ?? { segment: 1, offset: 0 } })
}

type PlacedEntry = { readonly entry: Entry; readonly place: LogPlace; readonly before: LogPlace }

function* entriesFromEnd(options: LedgerOptions, from?: LogPlace): Generator<PlacedEntry> {
  const mac = lineMac(options)
  const segments = segmentsOf(options.disk).filter(segment => from === undefined || segment <= from.segment)
  for (const segment of segments.toReversed()) {
    const until = segment === from?.segment ? from.offset : undefined
    for (const { bytes, end } of linesFromEnd(options.disk, segmentPath(segment), until)) {
      const entry = ownEntry(bytes.toString(), mac)
      if (entry) yield { entry, place: { segment, offset: end }, before: { segment, offset: end - bytes.length - 1 } }
    }
  }
}

/** An entry, and the place before it: whoever goes on from there comes to the one before. */
export type BackEntry = Pick<PlacedEntry, 'entry' | 'before'>

/** From the newest, or from a place, towards the beginning; no more of the log is read than is asked for. */
export function readOwnBack(options: LedgerOptions, from?: LogPlace): Result<Iterable<BackEntry>> {
  const foreign = refuseForeign(options)
  return foreign.ok ? succeed(entriesFromEnd(options, from)) : foreign
}

/** The entries behind a place. An unfinished line, and one that is not ours, is looked at again the next time. */
export function readOwnOn(options: LedgerOptions, from: LogPlace): Result<OwnPart> {
  const mac = lineMac(options)
  const disk = stillDisk(options.disk, from.segment)
  if (!isBehindLine(disk, from))
    return fail(
      'ledger_cut',
      `The log no longer goes on from where it stood: segment ${from.segment} was cut or exchanged.`,
    )
  const entries: Entry[] = []
  let next = from
  for (const { bytes, segment, offset, complete } of readLog(disk, from)) {
    const entry = complete ? ownEntry(bytes.toString(), mac) : undefined
    if (!entry) continue
    entries.push(entry)
    next = { segment, offset: offset + bytes.length + 1 }
  }
  return succeed({ entries, next })
}

/**
 * The log as it is at one moment. Later segments are measured first: a segment is complete before the next one begins,
 * so no line is missed that is written meanwhile.
 */
function stillDisk(disk: Disk, from: number): Disk {
  const names = disk.list('log')
  const segments = segmentsOf({ ...disk, list: () => names }).filter(segment => segment >= from)
  const sizes = new Map(segments.toReversed().map(segment => [segmentPath(segment), disk.size(segmentPath(segment))]))
  return { ...disk, list: () => names, size: path => sizes.get(path) }
}

const NEWLINE = 10

function isBehindLine(disk: Disk, { segment, offset }: LogPlace): boolean {
  const path = segmentPath(segment)
  if (offset === 0) return true
  return (disk.size(path) ?? 0) >= offset && disk.read(path, offset - 1, 1)[0] === NEWLINE
}
