import type { Disk } from './disk.ts'
import { type Entry, type Members, membersOf } from './entry.ts'
import { readEntries } from './read-log.ts'
import { viewFiles, viewTexts } from './views.ts'

export type WrittenEntry = { readonly entry: Entry; readonly members: Members }

/** Appends what these entries say to the files that are made from the log. The caller holds the index. */
export function writeViews(written: readonly WrittenEntry[], disk: Disk): void {
  for (const [file, text] of textsByFile(written)) disk.append(file, 'end', Buffer.from(text))
}

/**
 * The same after a crash between the log and these files: lines may be there already, whole or in part. Only what is
 * missing at the end is added.
 */
export function completeViews(entries: readonly Entry[], disk: Disk): void {
  const written = entries.flatMap(entry => {
    const members = membersOf(entry.body)
    return members ? [{ entry, members }] : []
  })
  for (const [file, text] of textsByFile(written)) completeView(file, Buffer.from(text), disk)
}

function textsByFile(written: readonly WrittenEntry[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { entry, members } of written)
    for (const { file, text } of viewTexts(entry, members)) texts.set(file, (texts.get(file) ?? '') + text)
  return texts
}

/** Lines carry ids that occur once, so an end that begins like the text is the text. */
function completeView(file: string, text: Buffer, disk: Disk): void {
  const size = disk.size(file) ?? 0
  const tail = Buffer.from(
    size === 0 ? [] : disk.read(file, Math.max(0, size - text.length), Math.min(size, text.length)),
  )
  const lineEnd = tail.lastIndexOf(10) + 1
  // What a torn write left after the last whole line is taken away before the line is written again.
  const torn = tail.length - lineEnd
  const whole = tail.subarray(0, lineEnd)
  if (torn > 0 && lineEnd > 0) disk.truncate(file, size - torn)
  else if (torn > 0 && size === tail.length) disk.truncate(file, 0)
  const there = overlap(whole, text)
  if (there < text.length) disk.append(file, 'end', text.subarray(there))
}

/** The length of the longest beginning of the text that the tail ends with. */
function overlap(tail: Buffer, text: Buffer): number {
  for (let length = Math.min(tail.length, text.length); length > 0; length = lineStartBefore(text, length))
    if (tail.subarray(tail.length - length).equals(text.subarray(0, length))) return length
  return 0
}

/** Only whole lines come into question. */
function lineStartBefore(text: Buffer, length: number): number {
  return length < 2 ? 0 : text.lastIndexOf(10, length - 2) + 1
}

/**
 * After a power cut everything written to these files since their last flush may be damaged. Each is cut back to what
 * was flushed, and the rest is written again from the log. A file shorter than that was cut by somebody, and stays so.
 */
export function rebuildViews(disk: Disk, flushedSeq: number): void {
  const flushed = new Map<string, number>()
  const open = new Map<string, Buffer[]>()
  const pending = (file: string): Buffer[] => {
    const known = open.get(file)
    if (known) return known
    cutBack(file, flushed.get(file) ?? 0, disk)
    const fresh: Buffer[] = []
    open.set(file, fresh)
    return fresh
  }
  for (const entry of readEntries({ disk })) {
    for (const { file, text } of viewTexts(entry, membersOf(entry.body) ?? new Map())) {
      const bytes = Buffer.from(text)
      if (entry.seq <= flushedSeq) flushed.set(file, (flushed.get(file) ?? 0) + bytes.length)
      else pending(file).push(bytes)
    }
  }
  // A file of which the log says nothing more was written for lines that the power took.
  for (const file of viewFiles(disk)) if (!open.has(file)) cutBack(file, flushed.get(file) ?? 0, disk)
  for (const [file, parts] of open)
    if ((disk.size(file) ?? 0) === (flushed.get(file) ?? 0)) disk.append(file, 'end', Buffer.concat(parts))
}

/** What is cut off is kept: it may be what the power left, and it may be what somebody wrote there. */
function cutBack(file: string, size: number, disk: Disk): void {
  const actual = disk.size(file) ?? 0
  if (actual <= size) return
  disk.makeFolder('aside')
  disk.replace(`aside/${file.replaceAll('/', '_')}-from-${size}.bytes`, disk.read(file, size, actual - size))
  disk.truncate(file, size)
}
