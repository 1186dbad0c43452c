import { type Fault, type Result, fault, lazily, messageOf, storageFault, succeed } from '../../core/index.ts'
import { type TurnLease, isSessionId } from '../../session/index.ts'
import type { ClientConversation } from '../client/client-conversation.ts'
import type { Runtime } from '../runtime.ts'
import { finishTurn } from './finish-turn.ts'
import { openTurn } from './open-turn.ts'
import { plainTurn } from './plain-turn.ts'
import { failedTurn } from './stops.ts'
import { toolTurn } from './tool-turn.ts'
import type { OpenTurn, TurnEnd, TurnKind } from './turn.ts'
import type { TurnReport, TurnRequest } from './turn-request.ts'

/** From a message to an answer: route → policy → permissions → converse → post-hooks, one direction, once. */
export async function runTurn(request: TurnRequest, { turns: runtime }: Pick<Runtime, 'turns'>): Promise<TurnReport> {
  const opened = openTurn(request, kindOf(request), runtime)
  const lease = await enter(opened)
  if (!lease.ok) return finishTurn(failedTurn(lease.error), opened)
  try {
    const turn = { ...opened, signal: signalOf(request.signal, lease.value.lost) }
    const end = await startTurn(turn).catch(broken)
    return await finishTurn(end, turn)
  } finally {
    runtime.openTurns.delete(opened.turn)
    await lease.value.leave()
  }
}

function kindOf({ skipTools, client }: TurnRequest): TurnKind {
  if (skipTools === true) return plainTurn
  return client ? clientTurn(client) : toolTurn
}

// Loaded only by servers: no command takes a client's turn.
const clientTurns = lazily(() => import('../client/take-client-turn.ts'))

const clientTurn = (client: ClientConversation): TurnKind => ({
  isKept: false,
  given: { decidedBy: 'key', purpose: 'given with the key' },
  take: async started => (await clientTurns()).takeClientTurn(client, started),
})

/** Models, prompts and hooks are third-party code: whatever they throw, the turn ends and is recorded. */
function broken(thrown: unknown): TurnEnd {
  return failedTurn(storageFault(thrown) ?? fault('system_error', `The turn failed: ${messageOf(thrown)}`))
}

/** The turn ends when its lease is lost, too. */
const signalOf = (given: AbortSignal | undefined, lost: AbortSignal): AbortSignal =>
  given === undefined || given === lost ? lost : AbortSignal.any([given, lost])

const MAX_ID = 200

/** One turn at a time for an agent with a name, and for a conversation otherwise. */
async function enter(opened: OpenTurn): Promise<Result<TurnLease>> {
  const { request, runtime, session, turn, signal } = opened
  const named = [session, request.agent, request.event, request.principal, request.run?.id].filter(
    name => name !== undefined,
  )
  if (!named.every(name => name.length <= MAX_ID && isSessionId(name)))
    return { ok: false, error: fault('usage_invalid', `An id is plain text of 1 to ${MAX_ID} characters.`) }
  if (request.client?.isFirst === true || isUnheardOf(opened))
    return succeed({ lost: signal, leave: async () => undefined })
  const key = request.agent === undefined ? `session:${session}` : `agent:${request.agent}`
  const { wait_secs: seconds } = runtime.settings.turn
  return runtime.turnGate.enter(key, { signal, waitMs: seconds * 1_000, who: turn })
}

/** A new session that no reader and no person hears of: no other turn can name it before this one ends. */
const isUnheardOf = ({ isNew, request, runtime }: OpenTurn): boolean =>
  isNew &&
  request.agent === undefined &&
  request.onEvent === undefined &&
  runtime.eventReaders.length === 0 &&
  runtime.askPermission === undefined &&
  runtime.ask === undefined

async function startTurn(opened: OpenTurn): Promise<TurnEnd> {
  const { request, kind, runtime, turn, emit, progress } = opened
  const model = request.model ?? runtime.models.main
  if (!model) return failedTurn(noModel())
  const wholeLog = runtime.ledger.check()
  if (!wholeLog.ok) return failedTurn(wholeLog.error)
  progress.model = model
  runtime.openTurns.set(turn, { model })
  const { message, traceparent } = request
  emit({ type: 'turn.started', message, model: model.id, ...(traceparent !== undefined && { traceparent }) })
  return kind.take({ ...opened, model })
}

const noModel = (): Fault =>
  fault(
    'model_unreachable',
    'No model is chosen. Name one with --model, for example ollama:qwen3:4b, or demo for the built-in demo model.',
  )
