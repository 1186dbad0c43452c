import {
  type Clock,
  type Fault,
  type HeldIndex,
  type JsonObject,
  type LedgerIndex,
  type Receipt,
  type Result,
  fail,
  causeOf,
  succeed,
  textOf,
} from '../core/index.ts'
import { signCheckpoint, verifierKey } from './checkpoint.ts'
import type { Disk } from './disk.ts'
import { type Entry, decodeLine, hasValidMac } from './entry.ts'
import { type Head, EMPTY_HEAD, checkEnd, decodeHead, encodeHead, segmentPath } from './head.ts'
import { BEGUN, DURABLE, HEAD, batchesOf, intentKey, receiptKey, useKey } from './index-rows.ts'
import { type SigningKey, lineMac } from './keys.ts'
import { type Draft, Ledger } from './ledger.ts'
import { rootOf } from './merkle.ts'
import { isLogEmpty, readLog } from './read-log.ts'
import { isLonger, recoverTail } from './recover.ts'
import { receiptIn } from './receipt.ts'
import { type ReceiptKey, loadReceiptKey } from './secret.ts'
import { type ReceiptPage, readSessionReceipts } from './session-receipts.ts'
import { rebuildViews } from './view-writer.ts'
import { CHECKPOINTS, viewsOf } from './views.ts'

export type LedgerOptions = {
  readonly disk: Disk
  readonly index: LedgerIndex
  readonly clock: Clock
  readonly macKey: Uint8Array
  readonly signingKey: SigningKey
  /** Names this log in its checkpoints. */
  readonly origin: string
  readonly segmentBytes?: number
}

/** What is known about a call that claimed this key. */
export type KeyState =
  | { readonly kind: 'done' | 'failed'; readonly receipt: Receipt }
  | { readonly kind: 'unknown'; readonly call: string }

export type OpenLedger = {
  readonly append: (draft: Draft) => Promise<Result<Entry>>
  readonly note: (draft: Draft) => void
  readonly flush: () => Promise<Result<undefined>>
  /** Does the log still end as this machine remembers it? */
  readonly check: () => Result<unknown>
  /** Why nothing could be written last time. */
  readonly trouble: () => Fault | undefined
  readonly now: () => number
  readonly receiptKey: ReceiptKey
  readonly findReceipt: (id: string) => Receipt | undefined
  /** A session's receipts behind `from` bytes of its file, the oldest first. Those in `made` are not read again. */
  readonly receiptsOf: (session: string, from: number, made?: readonly Receipt[]) => ReceiptPage
  readonly entryOf: (receipt: string) => Entry | undefined
  readonly keyState: (idempotencyKey: string) => KeyState | undefined
  /** Who took something that can be taken once: the call, and its place in the log. */
  readonly useOf: (use: string) => JsonObject | undefined
  /** How many calls of a session are recorded. */
  readonly callsOf: (session: string) => number
  /** Calls that this process is making right now. */
  readonly acting: Set<string>
  readonly unfinished: () => readonly { readonly call: string; readonly seq: number }[]
  /** The place of an intent whose outcome is not recorded yet. */
  readonly openIntent: (call: string) => number | undefined
  readonly checkpoint: () => Promise<Result<string>>
  /** One a minute is enough, and none where nothing was written. */
  readonly checkpointIfDue: () => Promise<Result<string | undefined>>
  readonly close: () => Promise<Result<undefined>>
}

/** Opens the log for writing. Repairs what a crash left, and refuses a log that was cut, exchanged or brought along. */
export async function openLedger(options: LedgerOptions): Promise<Result<OpenLedger>> {
  const mac = lineMac(options)
  try {
    const prepared = await options.index.exclusively(async held => prepare(held, options))
    if (!prepared.ok) return prepared
    const ledger = new Ledger({ ...options, mac })
    const started = prepared.value.isNew ? await ledger.append(genesis(options)) : undefined
    const isFailed = started !== undefined && !started.ok && started.error.detail?.['taken'] !== BEGUN
    if (isFailed) return started
    const { recovered, isBehind } = prepared.value
    if (recovered) await ledger.append({ type: 'system', body: () => recovered })
    const caughtUp = isBehind ? await ledger.catchUp() : undefined
    if (caughtUp && !caughtUp.ok) return caughtUp
    return succeed(facade(ledger, prepared.value.key, options))
  } catch (thrown) {
    return fail('ledger_unavailable', `The log cannot be opened: ${causeOf(thrown)}.`)
  }
}

type Prepared = {
  readonly key: ReceiptKey
  readonly isNew: boolean
  readonly recovered: JsonObject | undefined
  /** A process that is gone has written lines that the index does not know. */
  readonly isBehind: boolean
}

function prepare(held: HeldIndex, options: LedgerOptions): Result<Prepared> {
  const { disk } = options
  const stored = held.get(HEAD)
  if (!stored && !isLogEmpty(disk)) return foreignLog()
  disk.makeFolder('log')
  if (!stored) held.set(HEAD, encodeHead(EMPTY_HEAD))
  const exchanged = stored && checkEnd(decodeHead(stored), disk)
  if (exchanged && !exchanged.ok) return exchanged
  const isRestarted = stored !== undefined && textOf(held.get(BOOT)?.['id']) !== options.clock.boot
  const recovered = isRestarted ? afterRestart(held, options) : undefined
  held.set(BOOT, { id: options.clock.boot })
  const head = decodeHead(held.get(HEAD) ?? {})
  const isBehind = recovered === undefined && isLonger(head, disk)
  return succeed({ key: loadReceiptKey(disk, held), isNew: head.frontier.size === 0, recovered, isBehind })
}

const foreignLog = (): { readonly ok: false; readonly error: Fault } =>
  fail('ledger_unknown', 'This folder brings a log that this machine did not write, so nothing runs here yet.')

const BOOT = 'boot'

/** After a power cut: takes over whole lines that the head does not know, and repairs the files made from the log. */
function afterRestart(held: HeldIndex, options: LedgerOptions): JsonObject | undefined {
  const { disk } = options
  const { head, adopted, droppedBytes } = recoverTail(decodeHead(held.get(HEAD) ?? {}), held, {
    disk,
    mac: lineMac(options),
  })
  held.set(HEAD, encodeHead(head))
  rebuildViews(disk, Number(held.get(DURABLE)?.['size'] ?? 0))
  const isNothing = adopted.length === 0 && droppedBytes === 0
  return isNothing ? undefined : { event: 'recovered', adopted: adopted.length, dropped_bytes: droppedBytes }
}

/** Taken once, so that of two processes which find a new log only one begins it. */
const genesis = ({ origin, signingKey }: LedgerOptions): Draft => ({
  type: 'system',
  uses: [BEGUN],
  body: () => ({ event: 'begun', origin, public_key: verifierKey(origin, signingKey.publicKey) }),
})

function facade(ledger: Ledger, receiptKeyNow: ReceiptKey, options: LedgerOptions): OpenLedger {
  const { index, disk } = options
  const entryOf = (id: string): Entry | undefined => readEntry(id, options)
  return {
    append: draft => ledger.append(draft),
    note: draft => ledger.note(draft),
    flush: () => ledger.flush(),
    check: () => ledger.check(),
    trouble: () => ledger.trouble,
    now: () => ledger.now(),
    receiptKey: receiptKeyNow,
    entryOf,
    findReceipt: id => findReceipt(options, id),
    receiptsOf: (session, from, made = []) =>
      readSessionReceipts({ disk, find: id => findReceipt(options, id), session, from, made }),
    keyState(idempotencyKey) {
      const taken = index.get(useKey(`idempotency:${idempotencyKey}`))
      if (!taken) return undefined
      const failed = textOf(taken['failed'])
      const receipt = findReceipt(options, failed || textOf(taken['receipt']))
      if (!receipt) return { kind: 'unknown', call: textOf(taken['call']) }
      return { kind: failed === '' ? 'done' : 'failed', receipt }
    },
    useOf: use => index.get(useKey(use)),
    callsOf: session => ledger.callsOf(session),
    acting: new Set(),
    unfinished: () =>
      index
        .list(intentKey(''))
        .map(({ key, value }) => ({ call: key.slice(intentKey('').length), seq: Number(value['seq']) })),
    openIntent(call) {
      const row = index.get(intentKey(call))
      return row ? Number(row['seq']) : undefined
    },
    checkpoint: () => writeCheckpoint(options),
    checkpointIfDue: async () => (isCheckpointDue(options) ? writeCheckpoint(options) : succeed(undefined)),
    async close() {
      const flushed = await ledger.flush()
      disk.close()
      return flushed
    },
  }
}

/** The entry of a receipt, if it still is where and what it was: what somebody has put there since is not believed. */
function readEntry(receipt: string, options: LedgerOptions): Entry | undefined {
  const row = options.index.get(receiptKey(receipt))
  const line = row ? lineAt(row, options.disk) : lineOf(receipt, options)
  const entry = line !== undefined && hasValidMac(line, lineMac(options)) ? decodeLine(line) : undefined
  return receiptIn(entry)?.receipt_id === receipt ? entry : undefined
}

/** The line at the place that a row of the index names. */
export function lineAt(row: JsonObject, disk: Disk): string | undefined {
  const [segment, offset, length] = [Number(row['segment']), Number(row['offset']), Number(row['length'])]
  const path = segmentPath(segment)
  if ((disk.size(path) ?? 0) < offset + length) return undefined
  return Buffer.from(disk.read(path, offset, length)).toString()
}

/** Where the index knows only about where it stands, or, behind the head, does not know it yet. */
function lineOf(receipt: string, { disk, index }: LedgerOptions): string | undefined {
  const named = `"receipt_id":${JSON.stringify(receipt)}`
  const head = index.get(HEAD)
  const lineFrom = (place: Pick<Head, 'segment' | 'offset'>): string | undefined => {
    for (const { bytes } of readLog(disk, place)) if (bytes.includes(named)) return bytes.toString()
    return undefined
  }
  for (const place of batchesOf(receipt, index)) {
    const line = lineFrom(place)
    if (line !== undefined) return line
  }
  return head && lineFrom(decodeHead(head))
}

/** The files that lines behind the last checkpoint have been copied to; the others are flushed already. */
function writtenSince(durable: JsonObject | undefined, disk: Disk): ReadonlySet<string> {
  const from = { segment: Number(durable?.['segment'] ?? 1), offset: Number(durable?.['offset'] ?? 0) }
  const files = new Set<string>()
  for (const { bytes } of readLog(disk, from)) {
    const entry = decodeLine(bytes.toString())
    for (const { file } of entry ? viewsOf(entry) : []) if (disk.size(file) !== undefined) files.add(file)
  }
  return files
}

const CHECKPOINT_MS = 60_000

function isCheckpointDue({ index, clock }: LedgerOptions): boolean {
  const last = index.get(DURABLE)
  const hasGrown = Number(index.get(HEAD)?.['size'] ?? 0) > Number(last?.['size'] ?? 0)
  return hasGrown && Math.abs(clock.now() - Number(last?.['at'] ?? 0)) >= CHECKPOINT_MS
}

/** Signs where the log ends now. A copy kept elsewhere proves later that nothing before it was changed. */
export async function writeCheckpoint({
  index,
  disk,
  origin,
  signingKey,
  clock,
}: LedgerOptions): Promise<Result<string>> {
  try {
    return await index.exclusively(async held => {
      const stored = held.get(HEAD)
      if (!stored) return isLogEmpty(disk) ? fail('ledger_unavailable', 'There is no log here yet.') : foreignLog()
      const head = decodeHead(stored)
      const there = checkEnd(head, disk)
      if (!there.ok) return there // what is not there must not be signed
      const { frontier, segment, offset } = head
      const note = signCheckpoint({ origin, size: frontier.size, root: rootOf(frontier.peaks) }, signingKey)
      disk.makeFolder(CHECKPOINTS)
      for (const file of writtenSince(held.get(DURABLE), disk)) await disk.sync(file)
      held.set(DURABLE, { size: frontier.size, at: clock.now(), segment, offset })
      disk.replace(`${CHECKPOINTS}/${String(frontier.size).padStart(12, '0')}.txt`, Buffer.from(note))
      return succeed(note)
    })
  } catch (thrown) {
    return fail('ledger_unavailable', `The checkpoint cannot be written: ${causeOf(thrown)}.`)
  }
}

/** One receipt by its place in the index, if the line there is still ours. */
export const findReceipt = (options: LedgerOptions, id: string): Receipt | undefined =>
  receiptIn(readEntry(id, options))
