import { type JsonObject, succeed } from '../../core/index.ts'
import type { Draft } from '../../ledger/index.ts'
import type { Remembered } from '../../session/index.ts'
import type { OpenTurn } from './open-turn.ts'
import { pipelineRecord } from './pipeline-record.ts'
import { rememberFacts } from './remember-facts.ts'
import { failedTurn } from './stops.ts'
import type { TurnEnd } from './talk.ts'
import type { TurnReport } from './turn-request.ts'

/** However the turn ended: what should not outlive it goes, what was said is remembered, and the records say how it went. */
export async function finishTurn(came: TurnEnd, opened: OpenTurn): Promise<TurnReport> {
  const end = withoutSecrets(came, opened)
  opened.emit({ type: 'turn.answered', text: end.text, code: end.stopped?.code ?? null })
  const { end: asked, writes } = await rememberFacts(end, opened)
  const revoked = cleanUp(opened)
  const kept = await remember(asked, opened)
  const last = kept.ok ? withOpenQuestion(asked, opened) : failedTurn(kept.error)
  const { ledger, parts } = opened.runtime
  const draft: Draft = {
    type: 'system',
    body: ({ at }) => ({ event: 'turn', ...parts.filter.json(pipelineRecord(at, { opened, end: last, revoked, writes })) }),
  }
  // Where nothing was refused, nothing was done here, and the intents of calls that are handed over are on disk: this line may follow later.
  const mayFollow = came.client?.rejected.length === 0 && ledger.trouble() === undefined
  const written = mayFollow ? succeed(ledger.note(draft)) : await ledger.append(draft)
  const told = report(written.ok ? last : failedTurn(written.error), opened)
  return came.client && written.ok ? { ...told, client: came.client } : told
}

/** What must never be shown is not shown by an answer either. */
function withoutSecrets({ text, stopped }: TurnEnd, { runtime }: OpenTurn): TurnEnd {
  const { filter } = runtime.parts
  return {
    text: filter.json(text.toWellFormed()),
    stopped: stopped && { ...stopped, message: filter.json(stopped.message.toWellFormed()) },
  }
}

/**
 * Whatever the model says after it, a call that waits for an approval was not made, and whoever asked must hear it: the answer stays, and
 * so does the reason why it is not the end of the matter.
 */
function withOpenQuestion(end: TurnEnd, { log, request }: OpenTurn): TurnEnd {
  if (request.client) return end // he is told of every call that was not handed over
  const waiting = log.made.findLast(({ result }) => result.fault?.code === 'confirmation_required')?.result.fault
  return end.stopped === null && waiting ? { ...end, stopped: { code: waiting.code, message: waiting.message } } : end
}

/** Grants of one turn end with it. */
function cleanUp({ runtime, turn, emit }: OpenTurn): number {
  const revoked = runtime.broker.endTurn(turn)
  emit({ type: 'posthook.completed', hook: 'cleanup', did: { permissions_revoked: revoked } })
  return revoked
}

const MAX_REMEMBERED = 500 // characters of a result; the whole can be read again

/** A turn in which the model never got to say or do anything leaves nothing behind: the person will ask again. */
async function remember(
  end: TurnEnd,
  { runtime, request, session, turn, agent, log, told }: OpenTurn,
): ReturnType<typeof runtime.sessions.remember> {
  const said = end.stopped === null
  if (request.skipTools === true || request.client || (!said && log.made.length === 0)) return { ok: true, value: undefined }
  const { filter } = runtime.parts
  const calls = log.made.map(({ call, result }): Remembered => ({
    role: 'call',
    turn,
    tool: call.tool.name,
    args: filter.json(call.args),
    text: result.text.slice(0, MAX_REMEMBERED).toWellFormed(),
    ok: result.ok,
    ...(result.receipt && { receipt: result.receipt.receipt_id }),
  }))
  const messages: readonly Remembered[] = [
    { role: 'user', text: filter.message(request.message), turn },
    ...calls,
    { role: 'assistant', text: filter.message(said ? end.text : `(stopped: ${end.stopped?.code})`), turn },
  ]
  return runtime.sessions.remember(session, messages, { model: told.model?.id ?? '', agent })
}

function report({ text, stopped }: TurnEnd, { session, turn, log, emit }: OpenTurn): TurnReport {
  const receipts = log.made.flatMap(({ executed, result }) => (executed && result.receipt ? [result.receipt.receipt_id] : []))
  const usage: JsonObject = { ...log.usage }
  if (stopped === null) emit({ type: 'turn.completed', text, usage })
  else emit({ type: stopped.status === undefined ? 'turn.failed' : 'turn.stopped', code: stopped.code, message: stopped.message, usage })
  return { text, stopped, receipts, evidence: log.evidence, usage: log.usage, session, turn }
}
