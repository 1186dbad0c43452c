import type { Remembered } from './conversation.ts'
import { type StreamPlace, readRecords } from './read-records.ts'
import { decodeRecord } from './session-records.ts'

/** A turn, and the record with which it begins. */
export type PastTurn = { readonly turn: string; readonly seq: number; readonly messages: readonly Remembered[] }

type Growing = { readonly turn: string; readonly seq: number; readonly messages: Remembered[] }

/** Keeps no more than it needs, however long the conversation is. */
export async function pastTurns(
  place: StreamPlace,
  { limit, before = Number.POSITIVE_INFINITY }: { readonly limit: number; readonly before?: number },
): Promise<readonly PastTurn[]> {
  let turns: Growing[] = []
  await readRecords(place, (seq, value) => {
    const record = seq < before ? decodeRecord(value) : undefined
    if (record?.kind !== 'message') return
    const { message } = record
    const last = turns.at(-1)
    if (last?.turn === message.turn) last.messages.push(message)
    else turns.push({ turn: message.turn, seq, messages: [message] })
    if (turns.length > 2 * limit) turns = turns.slice(-limit)
  })
  return turns.slice(-limit)
}
