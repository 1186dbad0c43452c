import { type EvidenceReport, type JsonObject, StorageFailure, succeed } from '../../core/index.ts'
import type { Draft } from '../../ledger/index.ts'
import { PREFIXES } from '../../policy/index.ts'
import type { Remembered } from '../../session/index.ts'
import type { OutputFilter } from '../call/call-runtime.ts'
import { evidenceReport } from './evidence-report.ts'
import { type FinishedTurn, type HookReport, type PostHook, type TurnMemory, runHook } from './post-hook.ts'
import { memoryHook } from './remember-facts.ts'
import { failedTurn } from './stops.ts'
import { readTraceparent } from './tracer.ts'
import type { TurnReport } from './turn-request.ts'
import { type OpenTurn, type TurnEnd, receiptsIn } from './turn.ts'

/** Ends every turn alike: turn grants end, the conversation is remembered, and the pipeline record is written. */
export async function finishTurn(came: TurnEnd, opened: OpenTurn): Promise<TurnReport> {
  const end = withoutSecrets(came, opened)
  opened.emit({ type: 'turn.answered', text: end.text, code: end.stopped?.code ?? null })
  const messages = messagesOf(end, opened)
  const { says, keeps, facts, revoked, writes } = await runHooks(end, messages, opened)
  const evidence = await evidenceReport(end, hasKept(facts), opened)
  const kept = await remember(
    end,
    keeps === '' ? messages : messagesOf({ ...end, text: joined(end.text, keeps) }, opened),
    opened,
  )
  const noted = end.stopped === null ? { ...end, text: joined(end.text, says) } : end
  const last = kept.ok ? withOpenQuestion(noted, opened) : failedTurn(kept.error)
  const { ledger, filter } = opened.runtime
  const draft: Draft = {
    type: 'system',
    body: ({ at }) => filter.json(pipelineRecord(at, { opened, end: last, revoked, writes })),
  }
  // The intents of handed calls are on disk already, so this line may be flushed later.
  const mayFollow = came.client?.rejected.length === 0 && ledger.trouble() === undefined
  const written = mayFollow ? succeed(ledger.note(draft)) : await ledger.append(draft)
  const told = report(written.ok ? last : failedTurn(written.error), evidence, opened)
  if (!written.ok) return told
  const memory = memoryOf({ note: noted === end ? '' : says, stored: facts?.stored ?? [], asked: facts?.asked ?? [] })
  return { ...told, ...memory, ...(came.client && { client: came.client }) }
}

/** Something that was said is stored now, or was before. */
const hasKept = (facts: HookReport['facts']): boolean =>
  facts !== undefined && facts.stored.length + facts.known.length > 0

const memoryOf = (memory: TurnMemory): Pick<TurnReport, 'memory'> =>
  memory.note === '' && memory.stored.length + memory.asked.length === 0 ? {} : { memory }

const joined = (...texts: readonly string[]): string => texts.filter(text => text !== '').join('\n\n')

type Hooked = {
  readonly says: string
  readonly keeps: string
  readonly facts: HookReport['facts']
  readonly revoked: number
  readonly writes: number
}

/** In this order, so that what a turn was allowed lasts until everything else is done. */
async function runHooks(end: TurnEnd, messages: readonly Remembered[], opened: OpenTurn): Promise<Hooked> {
  const { runtime, kind, turn } = opened
  let [revoked, writes] = [0, 0]
  const cleanup: PostHook = {
    name: 'cleanup',
    async run() {
      revoked = runtime.broker.endTurn(turn) // grants of one turn end with it
      return { did: { permissions_revoked: revoked } }
    },
  }
  const memory = kind.isKept && runtime.memory ? [memoryHook(runtime.memory, count => (writes = count))] : []
  const others = [...memory, ...runtime.postHooks]
  const finished = finishedTurn(end, others.length === 0 ? [] : [...(await saidBefore(opened)), ...messages], opened)
  const reports: HookReport[] = []
  for (const hook of [...others, cleanup]) reports.push(await runHook(hook, finished, opened.emit))
  return {
    says: joined(...reports.map(({ says = '' }) => says)),
    keeps: joined(...reports.map(({ says = '', keeps = says }) => keeps)),
    facts: reports.find(({ facts }) => facts)?.facts,
    revoked,
    writes,
  }
}

/** What cannot be read is left out: the hooks run all the same. */
async function saidBefore({ earlier }: OpenTurn): Promise<readonly Remembered[]> {
  try {
    return (await earlier.load()).messages
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return []
    throw thrown
  }
}

function finishedTurn(end: TurnEnd, history: readonly Remembered[], opened: OpenTurn): FinishedTurn {
  const { request, session, turn, agent, progress } = opened
  return {
    session,
    turn,
    agent,
    message: request.message,
    history,
    answer: end.stopped === null ? end.text : null,
    stopped: end.stopped?.code ?? null,
    receipts: receiptsIn(progress),
  }
}

/** What must never be shown is not shown by an answer either. */
function withoutSecrets({ text, stopped }: TurnEnd, { runtime }: OpenTurn): TurnEnd {
  const { filter } = runtime
  return {
    text: filter.json(text.toWellFormed()),
    stopped: stopped && { ...stopped, message: filter.json(stopped.message.toWellFormed()) },
  }
}

/**
 * A call that waits for an approval was not made, whatever the model says: the answer stays, and the turn is marked as
 * stopped for that reason.
 */
function withOpenQuestion(end: TurnEnd, { kind, progress }: OpenTurn): TurnEnd {
  if (!kind.isKept) return end
  const waiting = progress.made.findLast(({ result }) => result.fault?.code === 'confirmation_required')?.result.fault
  return end.stopped === null && waiting ? { ...end, stopped: { code: waiting.code, message: waiting.message } } : end
}

const MAX_REMEMBERED = 500 // characters of a result; the whole can be read again

function messagesOf(end: TurnEnd, { runtime, request, turn, progress }: OpenTurn): readonly Remembered[] {
  const { filter } = runtime
  const calls = progress.made.map(({ call, result }): Remembered => ({
    role: 'call',
    turn,
    tool: call.tool.name,
    args: filter.json(call.args),
    text: result.text.slice(0, MAX_REMEMBERED).toWellFormed(),
    ok: result.ok,
    ...(result.receipt && { receipt: result.receipt.receipt_id }),
  }))
  return [
    { role: 'user', text: saidBy(request.message, filter), turn },
    ...calls,
    {
      role: 'assistant',
      text: filter.message(end.stopped === null ? end.text : `(stopped: ${end.stopped.code})`),
      turn,
    },
  ]
}

/** A prefix that says what a message means looks like a path, and is none. */
function saidBy(message: string, { message: clean }: OutputFilter): string {
  const [prefix = '', word = ''] = /^\/(\w+)(?=\s|$)/.exec(message) ?? []
  return Object.hasOwn(PREFIXES, word) ? `${prefix}${clean(message.slice(prefix.length))}` : clean(message)
}

/** A turn in which the model never got to say or do anything leaves nothing behind: the person will ask again. */
async function remember(
  end: TurnEnd,
  messages: readonly Remembered[],
  opened: OpenTurn,
): ReturnType<OpenTurn['runtime']['sessions']['remember']> {
  const { runtime, kind, session, agent, progress } = opened
  if (!kind.isKept || (end.stopped !== null && progress.made.length === 0)) return { ok: true, value: undefined }
  return runtime.sessions.remember(session, messages, { model: progress.model?.id ?? '', agent })
}

function report({ text, stopped }: TurnEnd, evidence: EvidenceReport | null, opened: OpenTurn): TurnReport {
  const { session, turn, progress, emit } = opened
  const receipts = receiptsIn(progress)
  const usage: JsonObject = { ...progress.usage }
  if (stopped === null) emit({ type: 'turn.completed', text, usage })
  else
    emit({
      type: stopped.status === undefined ? 'turn.failed' : 'turn.stopped',
      code: stopped.code,
      message: stopped.message,
      usage,
    })
  return { text, stopped, receipts, evidence, usage: progress.usage, session, turn }
}

type Finished = {
  readonly opened: OpenTurn
  readonly end: TurnEnd
  readonly revoked: number
  readonly writes: number
}

/** The pipeline record of a message, with the names of seed 004: which stage decided what. */
function pipelineRecord(at: string, { opened, end, revoked, writes }: Finished): JsonObject {
  const { session, turn, agent, run, request, progress } = opened
  const { model, policy, routed, offered } = progress
  const remote = request.traceparent === undefined ? undefined : readTraceparent(request.traceparent)
  return {
    agentId: agent,
    event: 'turn',
    model: model?.id ?? null,
    pipeline: {
      executor: { roundTrips: progress.attempts, toolCalls: progress.made.length },
      policy: { allowed: [...offered], permissions: [...(policy?.RequiredPermissions ?? [])] },
      postHooks: { memoryWrites: writes, permissionsRevoked: revoked },
      router: { confidence: routed?.route.confidence ?? null, intent: routed?.route.intent ?? null },
    },
    runId: run ?? null,
    sessionId: session,
    stopped: end.stopped?.code ?? null,
    timestamp: at,
    turnId: turn,
    ...(remote && { traceId: remote.traceId }),
  }
}
