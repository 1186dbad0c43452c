import type { HeldIndex } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Entry, decodeLine, hasValidMac } from './entry.ts'
import { type Head, segmentPath } from './head.ts'
import { indexEntry } from './index-rows.ts'
import type { Mac } from './keys.ts'
import { TreeBuilder, leafHash } from './merkle.ts'
import { type StoredLine, readLog, segmentsOf } from './read-log.ts'

export type Recovered = { readonly head: Head; readonly adopted: readonly Entry[]; readonly droppedBytes: number }
type RecoveryParts = { readonly disk: Disk; readonly mac: Mac }

/**
 * After a process died between writing lines and moving the head. Whole lines with our mac are taken over, up to the
 * first that is not one. The rest was never flushed, so nobody was told of it, and it is put aside.
 */
export function recoverTail(head: Head, held: HeldIndex, { disk, mac }: RecoveryParts): Recovered {
  if (!isLonger(head, disk)) return { head, adopted: [], droppedBytes: 0 }
  const tree = new TreeBuilder(head.frontier)
  const adopted: Entry[] = []
  let last = head
  for (const line of readLog(disk, head)) {
    const entry = ownEntry(line, mac)
    if (!entry || entry.seq !== tree.size + 1) break
    const leaf = leafHash(line.bytes)
    tree.add(leaf)
    const { segment, offset, bytes } = line
    indexEntry(entry, { segment, offset, length: bytes.length }, held)
    last = {
      frontier: last.frontier,
      segment,
      offset: offset + bytes.length + 1,
      at: Date.parse(entry.at),
      last: leaf.toString('hex'),
      lastLength: bytes.length,
    }
    adopted.push(entry)
  }
  const recovered = adopted.length === 0 ? head : { ...last, frontier: tree.frontier() }
  return { head: recovered, adopted, droppedBytes: dropAfter(recovered, disk) }
}

/** Whether lines stand behind the head. */
export function isLonger({ segment, offset }: Head, disk: Disk): boolean {
  if ((disk.size(segmentPath(segment)) ?? 0) > offset) return true
  return disk.size(segmentPath(segment + 1)) !== undefined
}

function ownEntry({ bytes, complete }: StoredLine, mac: Mac): Entry | undefined {
  const text = bytes.toString()
  return complete && hasValidMac(text, mac) ? decodeLine(text) : undefined
}

/** Puts aside what stands behind the head; how many bytes that were. */
export function dropAfter({ segment, offset, frontier }: Head, disk: Disk): number {
  let dropped = 0
  for (const later of segmentsOf(disk).filter(number => number >= segment)) {
    const start = later === segment ? offset : 0
    const path = segmentPath(later)
    const length = (disk.size(path) ?? 0) - start
    if (length <= 0) continue
    disk.replace(`log/torn-${frontier.size + 1}-${later}.bytes`, disk.read(path, start, length))
    disk.truncate(path, start)
    dropped += length
  }
  return dropped
}
