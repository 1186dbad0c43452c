import {
  type HeldIndex,
  type Json,
  type JsonObject,
  type LedgerIndex,
  isJsonList,
  isJsonObject,
  textOf,
} from '../core/index.ts'
import type { Entry } from './entry.ts'

export type Position = {
  readonly segment: number
  readonly offset: number
  readonly length: number
  /** The process that writes the line; left out where a line of a process that is gone is taken over. */
  readonly writer?: JsonObject
}

export const HEAD = 'head'
export const SECRET = 'secret'
export const BEGUN = 'begun'
/** A person has looked at what a call of unknown outcome did. */
export const LOOKED_AT = 'looked_at'
export const useKey = (use: string): string => `use:${use}`
export const receiptKey = (id: string): string => `receipt:${id}`
export const intentKey = (call: string): string => `intent:${call}`
/** How many calls a session has made: counted from the log, so that no crash and no second process loses one. */
export const callsKey = (session: string): string => `calls:${session}`
/** Up to where the other files are flushed, too. */
export const DURABLE = 'durable'
/**
 * The newest receipts of calls that used nothing up: the place of the first, and all ids. A full row starts a new one.
 */
export const RECENT = 'head:recent'
export const BATCH = 'receipts:'
const BATCH_SIZE = 16
const ID_ROOM = 32 // characters, so that it is known from its length how many a row holds

/** Our ids all fit; a longer one gets a row of its own. */
const padded = (id: string): string => id.padEnd(ID_ROOM)

/** What the index knows follows from the lines alone, so it can be made again from them after a crash. */
export function indexEntry(entry: Entry, position: Position, held: HeldIndex): void {
  if (entry.type === 'intent') indexIntent(entry, position, held)
  if (entry.type === 'system' && entry.body['event'] === LOOKED_AT)
    held.remove(intentKey(textOf(entry.body['call_id'])))
  if (entry.body['event'] === BEGUN) held.set(useKey(BEGUN), { seq: entry.seq })
  if (entry.type === 'outcome' || entry.type === 'refusal') indexReceipt(entry, position, held)
  if (isFirstTold(entry)) countCall(entry, held)
}

const hasIntent = (facts: Json | undefined): boolean => isJsonObject(facts) && typeof facts['intent'] === 'number'

/** A call counts with the first line that tells of it, so that one whose end was lost counts, too. */
function isFirstTold({ type, body }: Entry): boolean {
  if (type === 'outcome') return !hasIntent(body['facts'])
  return type === 'intent' || type === 'refusal' || type === 'replay'
}

function countCall({ body }: Entry, held: HeldIndex): void {
  const { audit, session_id } = body
  const key = callsKey(textOf(isJsonObject(audit) ? audit['session_id'] : session_id))
  held.set(key, { calls: Number(held.get(key)?.['calls'] ?? 0) + 1 })
}

function indexIntent({ seq, body }: Entry, position: Position, held: HeldIndex): void {
  const { attempt, uses, call_id, idempotency_key = null } = body
  for (const use of isJsonList(uses) ? uses : [])
    held.set(useKey(textOf(use)), { seq, call: call_id ?? null, idempotency_key })
  const isHanded = isJsonObject(attempt) && attempt['result'] === 'handed_over'
  held.set(intentKey(textOf(call_id)), { seq, idempotency_key, ...position, ...(isHanded && { handed: true }) })
}

function indexReceipt({ seq, body }: Entry, { segment, offset, length }: Position, held: HeldIndex): void {
  const { receipt, facts } = body
  if (!isJsonObject(receipt) || !isJsonObject(facts)) return
  const id = textOf(receipt['receipt_id'])
  const isClaimed = hasIntent(facts)
  if (isClaimed || id.length > ID_ROOM) held.set(receiptKey(id), { seq, segment, offset, length })
  else addRecent(id, { seq, segment, offset }, held)
  if (isClaimed) closeIntent({ receipt, facts }, held)
}

/** Receipts share rows, because random ids would each change another page of the database. */
function addRecent(
  id: string,
  first: { readonly seq: number; readonly segment: number; readonly offset: number },
  held: HeldIndex,
): void {
  const known = held.get(RECENT)
  const before = textOf(known?.['ids'])
  const { seq, segment, offset } = known !== undefined && before !== '' ? known : first
  const batch = { ids: before + padded(id), offset: Number(offset), segment: Number(segment), seq: Number(seq) }
  const isFull = batch.ids.length >= BATCH_SIZE * ID_ROOM
  if (isFull) held.set(`${BATCH}${String(batch.seq).padStart(16, '0')}`, batch)
  held.set(RECENT, isFull ? {} : batch)
}

/**
 * The places from which on a receipt without a row of its own is to be looked for, the likeliest first; after an
 * acceptance there may be several. The older ones are looked up only by who goes on to them, because there may be very
 * many.
 */
export function* batchesOf(id: string, index: LedgerIndex): Generator<BatchPlace> {
  const mayHold = ({ ids }: JsonObject): boolean => textOf(ids).includes(padded(id))
  const recent = index.get(RECENT) ?? {}
  if (mayHold(recent)) yield placeOf(recent)
  for (const { value } of index.list(BATCH).toReversed()) if (mayHold(value)) yield placeOf(value)
}

type BatchPlace = Pick<Position, 'segment' | 'offset'>

const placeOf = ({ segment, offset }: JsonObject): BatchPlace => ({ segment: Number(segment), offset: Number(offset) })

/** A call that failed for sure may be tried again under its key; one that may have acted keeps it, with its receipt. */
function closeIntent(
  { receipt, facts }: { readonly receipt: JsonObject; readonly facts: JsonObject },
  held: HeldIndex,
): void {
  const { idempotency_key, call_id, result, certain } = facts
  held.remove(intentKey(textOf(call_id)))
  if (typeof idempotency_key !== 'string') return
  const key = useKey(`idempotency:${idempotency_key}`)
  if (certain === true && result !== 'success') return held.remove(key)
  held.set(key, { ...held.get(key), [result === 'success' ? 'receipt' : 'failed']: receipt['receipt_id'] ?? null })
}
