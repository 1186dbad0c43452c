import { type Model, type ModelRequest, type Result, StorageFailure, fail, messageOf, succeed } from '../core/index.ts'
import { type CompactionMethod, type Conversation, type Remembered, groupTurns } from './conversation.ts'
import { conversationTokens, fitWindow, summaryTokens, turnTokens } from './fit-window.ts'
import type { SessionStore } from './session-store.ts'
import { MAX_SUMMARY, cutText } from './session-records.ts'

export type SummaryRequest = (messages: readonly Remembered[], knowledge: readonly string[]) => ModelRequest

export type CompressOptions = {
  readonly sessions: SessionStore
  readonly model: Model
  readonly session: string
  readonly method: CompactionMethod
  /** How many of the newest turns stay as they are; 1 unless told. */
  readonly keepTurns?: number
  readonly signal: AbortSignal
  readonly summaryRequest: SummaryRequest
  /** Takes what a model thought aloud out of its text. */
  readonly readSummary?: (text: string) => string
}

/** Tokens of what is remembered before and after, and how many messages the summary replaced. */
export type CompressionResult = { readonly before: number; readonly after: number; readonly replaced: number }

const UNKNOWN_CONTEXT = 8_192 // what small models read at once
const SHARE = 0.7 // the rest is for the instruction, the answer and a wrong guess
const SHORTEST = 200

/** Asks a model for a summary of the oldest part. After any failure the conversation stays as it is (MEM-16). */
export async function compressConversation(options: CompressOptions): Promise<Result<CompressionResult>> {
  try {
    return await compress(options)
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
    throw thrown
  }
}

async function compress(options: CompressOptions): Promise<Result<CompressionResult>> {
  const { sessions, model, session, method, signal } = options
  const conversation = await sessions.load(session)
  const before = conversationTokens(conversation)
  const { oldest, ...shown } = oldestPart(conversation, options)
  if (oldest.length === 0) return succeed({ before, after: before, replaced: 0 })

  const summary = await askForSummary(shown, options)
  if (!summary.ok) return summary
  if (signal.aborted)
    return fail('tool_cancelled', 'Cancelled while the conversation was summarised; it stays as it is.')
  const change = { method, summary: summary.value, replaces: oldest.length, model: model.id, from: conversation.from }
  const changed = await sessions.compact(session, change)
  if (!changed.ok) return changed
  return succeed({ before, after: before - turnTokens(oldest) + summaryTokens(summary.value), replaced: oldest.length })
}

type SummaryInput = { readonly messages: readonly Remembered[]; readonly knowledge: readonly string[] }
type OldestPart = SummaryInput & { readonly oldest: readonly Remembered[] }

/** Whole turns from the oldest on, as many as the model can read but at least one, and the newest earlier summaries. */
function oldestPart(conversation: Conversation, { model, keepTurns = 1 }: CompressOptions): OldestPart {
  const room = (model.contextTokens ?? UNKNOWN_CONTEXT) * SHARE
  const { knowledge } = fitWindow({ ...conversation, messages: [] }, { limitTokens: room / 2, reservedTokens: 0 })
  const left = room - conversationTokens({ ...conversation, knowledge, messages: [] })
  const turns = groupTurns(conversation.messages)
  const offered = turns.slice(0, Math.max(0, turns.length - keepTurns))
  let used = 0
  const tooMuch = offered.findIndex((turn, at) => {
    used += turnTokens(turn)
    return at > 0 && used > left
  })
  const oldest = (tooMuch === -1 ? offered : offered.slice(0, tooMuch)).flat()
  return { oldest, knowledge, messages: shorten(oldest, left) }
}

/** A turn longer than the model can read is shown without the middle of its texts; the stream keeps all of it. */
function shorten(messages: readonly Remembered[], room: number): readonly Remembered[] {
  const share = room / turnTokens(messages)
  if (share >= 1) return messages
  const cut = (text: string): string => cutText(text, Math.max(SHORTEST, Math.floor(text.length * share)))
  return messages.map(message => ({
    ...message,
    text: cut(message.text),
    ...(message.role === 'call' && { args: { shortened: cut(JSON.stringify(message.args)) } }),
  }))
}

async function askForSummary({ messages, knowledge }: SummaryInput, options: CompressOptions): Promise<Result<string>> {
  const { model, signal, summaryRequest, readSummary = text => text } = options
  try {
    const reply = await readReply(model.reply(summaryRequest(messages, knowledge), signal))
    if (!reply.ok) return reply
    const summary = readSummary(reply.value).trim()
    return summary === ''
      ? fail('output_invalid', 'The model gave no summary, so the conversation stays as it is.')
      : succeed(summary)
  } catch (thrown) {
    return fail('tool_failed', `The model failed while it summarised: ${messageOf(thrown)}`)
  }
}

async function readReply(chunks: ReturnType<Model['reply']>): Promise<Result<string>> {
  let text = ''
  for await (const chunk of chunks) {
    if (chunk.kind === 'text') text += chunk.text
    if (text.length > MAX_SUMMARY)
      return fail('output_invalid', 'The summary is far too long, so the conversation stays as it is.')
    if (chunk.kind !== 'end') continue
    if (chunk.fault) return { ok: false, error: chunk.fault }
    if (chunk.promptCut)
      return fail(
        'context_full',
        'The model did not read all that it was to summarise, so the conversation stays as it is.',
      )
    if (chunk.finish === 'length' || chunk.finish === 'filtered')
      return fail(
        'output_invalid',
        `The summary was not finished (${chunk.finish}), so the conversation stays as it is.`,
      )
    return succeed(text)
  }
  return fail('tool_network', 'The model broke off while it summarised, so the conversation stays as it is.')
}
