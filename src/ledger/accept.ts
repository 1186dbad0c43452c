import { type Clock, type HeldIndex, type JsonObject, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { decodeLine, hasValidMac, membersOf } from './entry.ts'
import { EMPTY_HEAD, type Head, decodeHead, encodeHead, rootHex } from './head.ts'
import { DURABLE, HEAD, RECENT, SECRET, indexEntry } from './index-rows.ts'
import type { Mac } from './keys.ts'
import { TreeBuilder, leafHash } from './merkle.ts'
import { readLog } from './read-log.ts'
import { dropAfter } from './recover.ts'
import { knownReceiptKey } from './secret.ts'
import { type WrittenEntry, writeViews } from './view-writer.ts'
import { ATTEMPTS_VIEW, AUDIT_VIEW, PERMISSIONS_VIEW } from './views.ts'

type AcceptParts = { readonly disk: Disk; readonly mac: Mac; readonly clock: Clock }

const VIEWS = [AUDIT_VIEW, ATTEMPTS_VIEW, PERMISSIONS_VIEW, 'sessions', 'checkpoints']

/**
 * A person takes the log as it is now. Lines of this machine stay where they are. Files made from the log, and a log
 * that this machine did not write, are moved to `aside/`. The next entry says what was lost.
 */
export function acceptLog(held: HeldIndex, parts: AcceptParts): JsonObject {
  const stored = held.get(HEAD)
  const expected = stored ? decodeHead(stored) : EMPTY_HEAD
  held.remove(RECENT) // its places may be wrong now; reading the lines below fills it again
  const found = readAll(held, parts)
  const isForeign = found.own === 0 && found.lines > 0
  const aside = asideFolder(parts)
  parts.disk.makeFolder(aside)
  for (const name of isForeign ? ['log', 'secret.key', ...VIEWS] : VIEWS) putAside(name, aside, parts.disk)
  parts.disk.makeFolder('log')
  const head = isForeign ? EMPTY_HEAD : found.head
  const tornBytes = isForeign ? 0 : dropAfter(head, parts.disk)
  // Without a row, the next opening makes a new key.
  if (!knownReceiptKey(parts.disk, textOf(held.get(SECRET)?.['sha256']))) held.remove(SECRET)
  held.remove(DURABLE) // the files are written anew below and are not flushed yet
  held.set(HEAD, encodeHead({ ...head, at: Math.max(head.at, expected.at) }))
  if (!isForeign) writeAllViews(parts.disk)
  return {
    event: 'accepted',
    kind: isForeign ? 'foreign' : 'changed',
    expected: { size: expected.frontier.size, root: rootHex(expected.frontier) },
    found: { size: found.head.frontier.size, root: rootHex(found.head.frontier) },
    torn_bytes: tornBytes,
    without_our_mac: found.lines - found.own,
    put_aside: aside,
  }
}

type LogContent = { readonly head: Head; readonly lines: number; readonly own: number }

/** Reads every line. Keys and approvals that our own lines used up stay used up, whatever happened to the rest. */
function readAll(held: HeldIndex, { disk, mac }: AcceptParts): LogContent {
  const tree = new TreeBuilder()
  let [own, at] = [0, 0]
  let place = EMPTY_HEAD
  for (const { bytes, segment, offset, complete } of readLog(disk, { segment: 1, offset: 0 })) {
    if (!complete) break
    const text = bytes.toString()
    const entry = decodeLine(text)
    const leaf = leafHash(bytes)
    tree.add(leaf)
    const isOurs = hasValidMac(text, mac)
    if (isOurs) own += 1
    if (entry && isOurs) indexEntry(entry, { segment, offset, length: bytes.length }, held)
    at = Math.max(at, Date.parse(entry?.at ?? '') || 0)
    place = {
      frontier: EMPTY_HEAD.frontier,
      segment,
      offset: offset + bytes.length + 1,
      at,
      last: leaf.toString('hex'),
      lastLength: bytes.length,
    }
  }
  return { head: { ...place, frontier: tree.frontier() }, lines: tree.size, own }
}

const PART_BYTES = 1 << 20

/** Writes the files made from the log anew, a part at a time, because the log may be long. The old ones lie aside. */
function writeAllViews(disk: Disk): void {
  let part: WrittenEntry[] = []
  let bytes = 0
  for (const line of readLog(disk, { segment: 1, offset: 0 })) {
    const entry = decodeLine(line.bytes.toString())
    const members = entry && membersOf(entry.body)
    if (entry && members) part.push({ entry, members })
    bytes += line.bytes.length
    if (bytes < PART_BYTES) continue
    writeViews(part, disk)
    part = []
    bytes = 0
  }
  writeViews(part, disk)
}

function asideFolder({ disk, clock }: AcceptParts): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')
  const taken = new Set(disk.list('aside'))
  let name = stamp
  for (let count = 2; taken.has(name); count++) name = `${stamp}-${count}`
  return `aside/${name}`
}

function putAside(name: string, aside: string, disk: Disk): void {
  if (disk.list('').includes(name)) disk.setAside(name, `${aside}/${name}`)
}
