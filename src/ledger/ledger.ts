import {
  type Clock,
  type Fault,
  type HeldIndex,
  type JsonObject,
  type LedgerIndex,
  type Result,
  fail,
  fault,
  isoTime,
  messageOf,
  causeOf,
  isDiskFull,
  processSpace,
  succeed,
  thisProcess,
} from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Entry, type EntryType, canonicalMembers, encodeLine } from './entry.ts'
import { type Head, checkEnd, decodeHead, encodeHead, segmentPath } from './head.ts'
import { HEAD, callsKey, indexEntry, useKey } from './index-rows.ts'
import type { Mac } from './keys.ts'
import { TreeBuilder, leafHash } from './merkle.ts'
import { type Recovered, recoverTail } from './recover.ts'
import { type WrittenEntry, completeViews, writeViews } from './view-writer.ts'

export type EntryStamp = { readonly seq: number; readonly at: string }

/** Something to be recorded. Its number and time are known only when it is written. */
export type Draft = {
  readonly type: EntryType
  /** Taken with it, all or none; if one of them is gone, nothing is written. */
  readonly uses?: readonly string[]
  readonly body: (place: EntryStamp) => JsonObject
}

export type LedgerParts = {
  readonly disk: Disk
  readonly index: LedgerIndex
  readonly mac: Mac
  readonly clock: Clock
  /** Bytes after which a segment is closed. */
  readonly segmentBytes?: number
}

const SEGMENT_BYTES = 64 << 20
const MAX_GROUP = 1_000
const FLOOR_MS = 100
const NOT_OPENED = fault('ledger_unavailable', 'The log has not been opened.')

/** Ends a section of the index without leaving anything behind in it. */
class Withdrawn extends Error {
  readonly fault: Fault
  constructor(reason: Fault) {
    super(reason.message)
    this.fault = reason
  }
}

type Waiting = { readonly draft: Draft; readonly settle: (result: Result<Entry>) => void }
type Composed = {
  /** With their line ends. */
  readonly lines: readonly Uint8Array[]
  readonly written: readonly WrittenEntry[]
  readonly answers: readonly Result<Entry>[]
  readonly head: Head
}

/** The log. Whoever appends waits until the line is on disk; many who wait at the same time share one flush. */
export class Ledger {
  readonly #parts: LedgerParts
  readonly #writer: JsonObject
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  #broken: Fault | undefined
  #trouble: Fault | undefined
  /** The time of the last entry that this process knows of, and when it looked. */
  #floor = { at: -1, lookedAt: 0 }

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#writer = thisProcess(parts.clock, processSpace())
  }

  /** Resolves when the entry is flushed, or with the reason why it was not written. */
  append(draft: Draft): Promise<Result<Entry>> {
    return new Promise(resolve => {
      this.#waiting.push({ draft, settle: resolve })
      this.#flushing ??= this.#flushAll()
    })
  }

  /** Writes with the next flush, before anything appended later. If that flush fails, neither is written. */
  note(draft: Draft): void {
    this.#waiting.push({ draft, settle: () => undefined })
  }

  /** The time that counts: it does not go back below the last entry, whatever happens to the clock. */
  now(): number {
    const { clock, index } = this.#parts
    const monotonic = clock.monotonic()
    // Another process may have written a later entry, so the index is asked now and then.
    if (this.#floor.at < 0 || monotonic - this.#floor.lookedAt > FLOOR_MS)
      this.#floor = { at: Number(index.get(HEAD)?.['at'] ?? 0), lookedAt: monotonic }
    return Math.max(clock.now(), this.#floor.at)
  }

  /** How many calls of a session are recorded. */
  callsOf(session: string): number {
    return Number(this.#parts.index.get(callsKey(session))?.['calls'] ?? 0)
  }

  /** Does the log still end as this machine remembers it? Asked whenever work begins, before anything else is done. */
  check(): Result<unknown> {
    try {
      const stored = this.#parts.index.get(HEAD)
      return stored ? checkEnd(decodeHead(stored), this.#parts.disk) : { ok: false, error: NOT_OPENED }
    } catch (thrown) {
      return this.#unavailable(causeOf(thrown))
    }
  }

  /** Why the last flush failed; undefined after one that did not. */
  get trouble(): Fault | undefined {
    return this.#trouble
  }

  /** Takes over what a process that died has written and not noted, so that everybody finds it. */
  async catchUp(): Promise<Result<undefined>> {
    await this.#flush([])
    return this.#trouble ? { ok: false, error: this.#trouble } : succeed(undefined)
  }

  /** Writes what is only noted so far. */
  async flush(): Promise<Result<undefined>> {
    while (this.#flushing) await this.#flushing
    const noted = this.#waiting.splice(0)
    const results = noted.length === 0 ? [] : await this.#flush(noted.map(({ draft }) => draft))
    const lost = results.find(result => !result.ok)
    return lost && !lost.ok ? lost : succeed(undefined)
  }

  async #flushAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MAX_GROUP)
      const results = await this.#flush(group.map(({ draft }) => draft))
      group.forEach(({ settle }, index) => settle(results[index] ?? this.#unavailable('nothing was written')))
    }
    this.#flushing = undefined
  }

  async #flush(drafts: readonly Draft[]): Promise<readonly Result<Entry>[]> {
    if (this.#broken) return drafts.map(() => ({ ok: false, error: this.#broken ?? fault('ledger_unavailable', '') }))
    try {
      const results = await this.#parts.index.exclusively(held => this.#write(drafts, held))
      this.#trouble = undefined
      return results
    } catch (thrown) {
      const error = thrown instanceof Withdrawn ? thrown.fault : this.#unavailable(causeOf(thrown)).error
      this.#trouble = error
      return drafts.map(() => ({ ok: false, error }))
    }
  }

  async #write(drafts: readonly Draft[], held: HeldIndex): Promise<readonly Result<Entry>[]> {
    const { lines, written, answers, head } = this.#compose(drafts, await this.#ready(held), held)
    if (lines.length === 0) return answers
    await this.#store(head, lines)
    held.set(HEAD, encodeHead(head))
    writeViews(written, this.#parts.disk)
    this.#floor = { at: head.at, lookedAt: this.#parts.clock.monotonic() }
    return answers
  }

  /** The head, after whatever a crash left behind has been put right. */
  async #ready(held: HeldIndex): Promise<Head> {
    const { disk, segmentBytes = SEGMENT_BYTES } = this.#parts
    const stored = held.get(HEAD)
    if (!stored) throw new Withdrawn(NOT_OPENED)
    const head = decodeHead(stored)
    const actual = checkEnd(head, disk)
    if (!actual.ok) throw new Withdrawn(actual.error)
    // Only a process that found this segment full can have begun the next one.
    if (actual.value === head.offset && head.offset < segmentBytes) return head
    const recovered = recoverTail(head, held, this.#parts)
    return recovered.head === head && recovered.droppedBytes === 0 ? head : this.#noteRecovery(recovered, held)
  }

  /** The flush of this note covers the lines that were taken over; only then may other files speak of them. */
  async #noteRecovery({ head, adopted, droppedBytes }: Recovered, held: HeldIndex): Promise<Head> {
    held.set(HEAD, encodeHead(head))
    const what = { event: 'recovered', adopted: adopted.length, dropped_bytes: droppedBytes }
    const { lines, head: next } = this.#compose([{ type: 'system', body: () => what }], head, held)
    await this.#store(next, lines)
    held.set(HEAD, encodeHead(next))
    completeViews(adopted, this.#parts.disk)
    return next
  }

  #compose(drafts: readonly Draft[], head: Head, held: HeldIndex): Composed {
    const { mac, clock, segmentBytes = SEGMENT_BYTES } = this.#parts
    const tree = new TreeBuilder(head.frontier)
    const at = Math.max(clock.now(), head.at)
    const isFull = head.offset >= segmentBytes
    let place = isFull ? { segment: head.segment + 1, offset: 0 } : { segment: head.segment, offset: head.offset }
    let { last, lastLength } = head
    const lines: Uint8Array[] = []
    const written: WrittenEntry[] = []
    const answers = drafts.map((draft): Result<Entry> => {
      const taken = draft.uses?.find(use => held.get(useKey(use)) !== undefined)
      if (taken !== undefined)
        return { ok: false, error: fault('approval_invalid', `Used already: ${taken}.`, { taken }) }
      const when = { seq: tree.size + 1, at: isoTime(at) }
      const encoded = encode(draft, when, mac)
      if (!encoded.ok) return encoded
      const { entry, members, line } = encoded.value
      const bytes = Buffer.from(`${line}\n`)
      lastLength = bytes.length - 1
      const leaf = leafHash(bytes.subarray(0, lastLength))
      tree.add(leaf)
      last = leaf.toString('hex')
      const { segment, offset } = place
      indexEntry(entry, { segment, offset, length: lastLength, writer: this.#writer }, held)
      place = { segment, offset: offset + bytes.length }
      lines.push(bytes)
      written.push({ entry, members })
      return succeed(entry)
    })
    const { segment, offset } = place
    return { lines, written, answers, head: { frontier: tree.frontier(), segment, offset, at, last, lastLength } }
  }

  /** Writes and flushes. A failed write is taken back; after a failed flush nobody knows what the disk holds. */
  async #store({ segment, offset }: Head, [first = new Uint8Array(), ...more]: readonly Uint8Array[]): Promise<void> {
    const { disk } = this.#parts
    const bytes = more.length === 0 ? first : Buffer.concat([first, ...more])
    const path = segmentPath(segment)
    const start = offset - bytes.length
    try {
      disk.append(path, start, bytes)
    } catch (thrown) {
      if ((disk.size(path) ?? 0) > start) disk.truncate(path, start)
      throw thrown
    }
    try {
      await disk.sync(path)
    } catch (thrown) {
      this.#broken = this.#unavailable(`the last flush failed (${causeOf(thrown)}); start the program again`).error
      if (isDiskFull(thrown)) {
        // What lies before was flushed earlier, so the end is known again once this is taken back.
        disk.truncate(path, start)
        this.#broken = undefined
      }
      throw thrown
    }
  }

  #unavailable(why: string): { readonly ok: false; readonly error: Fault } {
    return { ok: false, error: fault('ledger_unavailable', `The log cannot be written: ${why}.`) }
  }
}

type Encoded = WrittenEntry & { readonly line: string }

/** A draft without a JSON form cannot be signed. The other drafts of the same flush are written all the same. */
function encode({ type, body }: Draft, place: EntryStamp, mac: Mac): Result<Encoded> {
  try {
    const { seq, at } = place
    const entry = { seq, at, type, body: body(place) }
    const members = canonicalMembers(entry.body)
    return succeed({ entry, members, line: encodeLine(entry, members, mac) })
  } catch (thrown) {
    return fail('ledger_unavailable', `This cannot be recorded: ${messageOf(thrown)}`)
  }
}
