import {
  type Json,
  type JsonObject,
  type NativeCall,
  type ToolCall,
  FAULTS,
  parseJsonText,
  sha256,
  isJsonObject,
} from '../../core/index.ts'
import { isThinkKey } from '../../catalog/index.ts'
import { plainJson } from '../../executors/index.ts'
import { type Reading, type Rejection, Reader, readReply, refusedIn } from '../../protocol/index.ts'
import { auditLine } from '../call/audit-line.ts'
import { type ModelAnswer, askModel } from './ask-model.ts'
import type { Ask } from './asks.ts'
import { createOpenStream } from './open-stream.ts'
import { type Turn, addUsage } from './turn.ts'

/** One reply of the model, read. */
export type TurnAttempt = {
  readonly index: number
  readonly ask: Ask
  readonly asked: ModelAnswer
  readonly reading: Reading
  /** Native calls that held nothing but thoughts: not run, not an error. */
  readonly thoughts: readonly NativeCall[]
  readonly raw: string
}

/** Asks and reads; what the reply means stands in `reading`, what went wrong on the way in `asked.end`. */
export async function makeAttempt(ask: Ask, turn: Turn): Promise<TurnAttempt> {
  const { emit, progress, toolbox, runtime, signal, modelStop, listener } = turn
  const index = ++progress.attempts
  progress.budget.countRoundTrip()
  emit({
    type: 'attempt.started',
    attempt: index,
    step: progress.step,
    purpose: ask.purpose,
    profile: ask.read.profile,
    model: ask.model.id,
    provider: ask.model.provider,
  })
  const tools = ask.withoutTools ? runtime.catalog.only([]) : toolbox
  const reader = new Reader(ask.read, tools)
  const stream = createOpenStream({ emit, attempt: index, mayShow: listener.mayShow })
  const asked = await askModel({
    model: ask.model,
    request: ask.request,
    reader,
    onText(text) {
      stream.write(text)
      if (index === 1) listener.onText?.(text)
    },
    untilEnd: listener.untilEnd,
    clock: runtime.clock,
    signal,
    modelStop,
  })
  stream.end()
  addUsage(progress, asked.end.usage)
  const calls = asked.reply.calls.map(call => underName(call, turn.names.decode(call.name)))
  const thoughts = calls.filter(isOnlyThought)
  const { content, reasoning } = asked.reply
  const reply = {
    content,
    reasoning,
    calls: thoughts.length === 0 ? calls : calls.filter(call => !thoughts.includes(call)),
  }
  const isRead = reply.calls.length === 0 && content.trim() !== ''
  const isFinished = asked.end.finish === 'stop'
  const reading = ask.verbatim
    ? unread(content)
    : isRead
      ? reader.end(isFinished)
      : readReply(reply, isFinished ? { ...ask.read, isFinished } : ask.read, tools)
  const { end, milliseconds, wasCut } = asked
  return { index, ask, asked: { reply, end, milliseconds, wasCut }, reading, thoughts, raw: rawOf(asked) }
}

const underName = (call: NativeCall, name = call.name): NativeCall => (name === call.name ? call : { ...call, name })

const unread = (text: string): Reading => ({
  move: { kind: 'answer' },
  text,
  ignored: { objects: 0, text: false },
  requests: [],
  answers: [],
})

/** Reported once the reply is read, before anything comes of it. */
export function reportAttempt({ index, asked, reading, thoughts }: TurnAttempt, { emit }: Turn): void {
  const { end, wasCut, milliseconds } = asked
  const { move } = reading
  const isThought = thoughts.length > 0 && asked.reply.calls.length === 0
  const outcome = end.fault ? 'failed' : isThought ? 'thought' : move.kind
  const rejected = outcome === 'rejected' && move.kind === 'rejected' ? move.rejection.fault.code : null
  emit({
    type: end.fault ? 'attempt.failed' : 'attempt.completed',
    attempt: index,
    outcome,
    code: end.fault?.code ?? rejected,
    finish: end.finish ?? null,
    cut: wasCut,
    prompt_cut: end.promptCut === true,
    usage: end.usage ? { ...end.usage } : null,
    duration_ms: Math.round(milliseconds),
  })
}

function isOnlyThought({ arguments: written }: NativeCall): boolean {
  if (typeof written === 'string' && !MAY_THINK.test(written)) return false
  const args = typeof written === 'string' ? parseJsonText(written) : (written ?? undefined)
  const keys = isJsonObject(args) ? Object.keys(args) : []
  return keys.length > 0 && keys.every(isThinkKey)
}

const MAY_THINK = /tafc|\\/i // the key, or signs in other spellings, of which it may consist

/** What it said. What it only thought goes neither into the records nor into another prompt. */
function rawOf({ reply }: ModelAnswer): string {
  const text = reply.content
  return reply.calls.length === 0 ? text : `${text}${text === '' ? '' : '\n'}${JSON.stringify(reply.calls)}`
}

/** One of the calls that a reply held, or of those that were refused. */
type About = {
  readonly call?: ToolCall
  readonly rejection?: Rejection
  /** Of which call of the reply, where it holds several. */
  readonly requested?: string
  readonly args?: JsonObject
}
export type Recorded = {
  readonly outcome: string
  readonly about?: About | undefined
  /** What fell of an answer, by code. */
  readonly fallen?: readonly string[] | undefined
}

function aboutOf({ move }: Reading): About {
  if (move.kind === 'rejected') return { rejection: move.rejection }
  return move.kind === 'calls' ? { call: move.calls[0] } : {}
}

const NOT_KEPT = '[not kept: the reply holds a think field]'

/** The record for the attempt log: what was written, how it was read, where it first failed. */
export function attemptRecord(attempt: TurnAttempt, turn: Turn, { outcome, about, fallen }: Recorded): JsonObject {
  const described = describeAttempt(attempt, turn, { outcome, about, fallen })
  const sound = plainJson(described)
  if (isJsonObject(sound)) return sound
  return {
    first_failure: 'output_invalid',
    gate: null,
    idempotency_key: null,
    outcome,
    receipt_id: null,
    tool_result: null,
  }
}

/** With a null for everything that only the end of a call tells. */
function describeAttempt(attempt: TurnAttempt, turn: Turn, { outcome, about, fallen }: Recorded): JsonObject {
  const { ask, asked, reading, raw, index } = attempt
  const { run, turn: turnId, model, progress } = turn
  const { rejection, call } = about ?? aboutOf(reading)
  const hasThoughts = /tafc_?think/i.test(raw)
  const record = {
    aliases: [...(call?.reading.aliases ?? [])],
    attempt: index,
    detail: rejection?.fault.message ?? null,
    dialect: call?.reading.dialect ?? null,
    duration_ms: Math.round(asked.milliseconds),
    extracted: reading.requests.map(({ name, named, dialect }) => ({ args: withoutThoughts(named), dialect, name })),
    first_failure: rejection?.fault.code ?? null,
    fixups: [...(call?.reading.fixups ?? rejection?.fixups ?? [])],
    gate: null,
    idempotency_key: null,
    ignored: { ...reading.ignored, calls: notRunIn(reading) },
    layer: rejection?.layer ?? null,
    model: ask.model.id,
    nonce_forced: ask.recorded.nonce_forced,
    outcome,
    profile: ask.read.profile,
    prompt_cut: asked.end.promptCut === true,
    prompts: ask.prompts.map(({ id, hash }) => `${id}@${hash.slice(0, 12)}`),
    provider: model.provider,
    purpose: ask.purpose,
    raw_output: hasThoughts ? NOT_KEPT : withoutReasoning(raw),
    raw_sha256: sha256(raw),
    receipt_id: null,
    recovered_from: reading.recoveredFrom ?? null,
    repairs: progress.budget.repairs(),
    requested: call?.reading.requested ?? about?.requested ?? reading.requests[0]?.name ?? null,
    result: null,
    run_id: run ?? null,
    schema_enforced: ask.recorded.schema_enforced,
    session_id: null,
    step_id: `step_${progress.step}`,
    tool: null,
    tool_result: null,
    ts: null,
    turn_id: turnId,
    usage: asked.end.usage ? { ...asked.end.usage } : null,
  }
  return fallen ? { ...record, evidence_codes: [...new Set(fallen)] } : record
}

const MOST_NAMED = 16 // calls of one reply

/** The calls that were read and do not run, for records and events. */
export const notRunIn = ({
  answers,
}: Reading): { readonly requested: string; readonly code: string; readonly message: string }[] =>
  refusedIn(answers)
    .slice(0, MOST_NAMED)
    .map(({ requested, rejection: { fault } }) => ({ requested, code: fault.code, message: fault.message }))

const withoutThoughts = (args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !isThinkKey(key)))

/** Seeds 000 and 001: what a model thought is not kept. */
const withoutReasoning = (raw: string): string =>
  raw
    .replace(/<(think|thinking)>[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/\[(think|thinking|thought)\][\s\S]*?(\[\/\1\]|$)/gi, '')

/** A reply that led to no call: an attempt all the same, written with the next flush. */
export function noteAttempt(attempt: TurnAttempt, turn: Turn, recorded: string | Recorded): void {
  const { outcome, about, fallen }: Recorded = typeof recorded === 'string' ? { outcome: recorded } : recorded
  const { runtime, session, trust } = turn
  const { ledger, filter } = runtime
  const record = filter.json(attemptRecord(attempt, turn, { outcome, about, fallen }))
  const failure = (about ?? aboutOf(attempt.reading)).rejection?.fault
  const written = { session_id: session, tool: record['requested'] ?? null }
  const inputs = (): Json =>
    filter.json(plainJson(withoutThoughts(about?.args ?? attempt.reading.requests[0]?.named ?? {})) ?? null)
  const line = failure && { call: inputs(), error_category: FAULTS[failure.code].category }
  ledger.note({
    type: 'attempt',
    body: ({ at }) => ({
      attempt: { ...record, ...written, result: outcome, ts: at },
      ...(line && { audit: auditLine({ ...line, ...written, result: 'rejected', trust, ts: at }) }),
    }),
  })
}
