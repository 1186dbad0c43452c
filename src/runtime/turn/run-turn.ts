import {
  type Allowance,
  type Fault,
  type JsonObject,
  type Model,
  type Result,
  type Route,
  StorageFailure,
  fault,
  lazily,
  messageOf,
  newId,
  succeed,
} from '../../core/index.ts'
import { type Routed, requiresTool, routeByRules, routeMessage } from '../../policy/index.ts'
import { type TurnLease, createCallSignatures, isSessionId } from '../../session/index.ts'
import type { Caller } from '../call/call-parts.ts'
import type { Runtime } from '../runtime.ts'
import { trustIn } from '../trust-in.ts'
import { type DecidedTools, decideTools } from './decide-tools.ts'
import { askPermissions } from './ask-permissions.ts'
import { converse } from './converse.ts'
import { finishTurn } from './finish-turn.ts'
import { bareTalk, openTalk } from './open-talk.ts'
import { type OpenTurn, openTurn, startOf } from './open-turn.ts'
import { failedTurn } from './stops.ts'
import type { TurnEnd } from './talk.ts'
import type { TurnReport, TurnRequest } from './turn-request.ts'
import { withoutDenied } from './without-denied.ts'

// No command takes one.
const clientTurns = lazily(() => import('../client/take-client-turn.ts'))

/** From a message to an answer: route → policy → permissions → converse → post-hooks, one direction, once. */
export async function runTurn(request: TurnRequest, runtime: Runtime): Promise<TurnReport> {
  const opened = openTurn(request, runtime)
  const lease = await enter(opened)
  if (!lease.ok) return finishTurn(failedTurn(lease.error), opened)
  try {
    const end = await takeTurn(until(signalOf(request.signal, lease.value.lost), opened)).catch(broken)
    return await finishTurn(end, opened)
  } finally {
    runtime.turnModels.delete(opened.turn)
    await lease.value.leave()
  }
}

/** Models, questions and hooks are other people's code: whatever they throw, a turn has an end, and it is told. */
function broken(thrown: unknown): TurnEnd {
  return failedTurn(
    thrown instanceof StorageFailure ? thrown.fault : fault('system_error', `The turn broke off: ${messageOf(thrown)}`),
  )
}

/** The same turn, which ends when the lease is lost, too. */
function until(signal: AbortSignal, opened: OpenTurn): OpenTurn {
  if (signal === opened.signal) return opened
  const { request, runtime, session, isNew, turn, agent, log, emit, told, said } = opened
  return { request, runtime, session, isNew, turn, agent, signal, log, emit, told, said }
}

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
  const { wait_secs: seconds } = runtime.turnValues.turn
  return runtime.turnGate.enter(key, { signal, waitMs: seconds * 1_000, who: turn })
}

/** A session that was made just now, where nobody listens and nobody is asked: until the turn has ended, no other can name it. */
const isUnheardOf = ({ isNew, request, runtime }: OpenTurn): boolean =>
  isNew &&
  request.agent === undefined &&
  request.onEvent === undefined &&
  runtime.eventReaders.length === 0 &&
  runtime.askPermission === undefined &&
  runtime.parts.ask === undefined

async function takeTurn(opened: OpenTurn): Promise<TurnEnd> {
  const { request, runtime, emit, told } = opened
  const model = request.model ?? runtime.models.main
  if (!model) return failedTurn(noModel())
  told.model = model
  runtime.turnModels.set(opened.turn, model)
  const { traceparent } = request
  emit({
    type: 'turn.started',
    message: request.message,
    model: model.id,
    ...(traceparent !== undefined && { traceparent }),
  })
  if (request.skipTools === true) {
    const caller = callerOf(opened, {
      route: givenRoute('', 'chat_only').route,
      allowance: { tools: [], withheld: [], missing: [] },
    })
    return converse(bareTalk(startOf(opened, { model, caller, text: request.message })))
  }
  if (request.client) {
    const { clientFacts, takeClientTurn } = await clientTurns()
    const { allowance, ...facts } = clientFacts(request.client)
    const caller = callerOf(opened, {
      ...facts,
      allowance: withoutDenied(allowance, runtime.ruleSet, trustIn(request, runtime)),
    })
    return takeClientTurn(request.client, startOf(opened, { model, caller, text: request.message }))
  }
  const routed = await routeTurn(opened)
  told.route = routed
  const { decision, allowance } = decideTurn(routed, opened)
  told.policy = decision
  told.offered = allowance.tools.map(({ name }) => name)
  const caller = callerOf(opened, { route: routed.route, allowance, earlier: await saidBefore(opened) })
  const settled = await askPermissions(allowance, { request, caller, runtime, emit })
  for (const capability of settled) opened.log.asked.add(capability)
  const talk = await openTalk(startOf(opened, { model, caller, text: routed.text }))
  return talk.ok ? converse(talk.value) : failedTurn(talk.error)
}

const noModel = (): Fault =>
  fault(
    'model_unreachable',
    'No model is chosen. Name one with --model, for example ollama:qwen3:4b, or demo for the built-in demo model.',
  )

async function routeTurn({ request, runtime, signal, emit }: OpenTurn): Promise<Routed> {
  const asked: string[] = []
  const model = runtime.models.router && noting(runtime.models.router, asked)
  const options = { ...(model && { model }), threshold: runtime.routerThreshold, signal }
  const routed =
    request.intent === undefined ? await askRouter(request, options) : givenRoute(request.message, request.intent)
  const output: JsonObject = { ...routed.output }
  emit({
    type: 'router.completed',
    output,
    decided_by: routed.route.decidedBy,
    because: routed.because,
    model: asked[0] ?? null,
  })
  return routed
}

/** Whether a model that did not decide was asked at all is seen only where it is asked. */
function noting(model: Model, asked: string[]): Model {
  const { id, provider, can, wire } = model
  return {
    id,
    provider,
    can,
    wire,
    reply(request, signal) {
      asked.push(id)
      return model.reply(request, signal)
    },
  }
}

async function askRouter(
  { message, toolPolicy }: TurnRequest,
  options: Parameters<typeof routeMessage>[1],
): Promise<Routed> {
  const routed = await routeMessage(message, options)
  const isTalk = routed.route.intent === 'chat_only' && routed.route.decidedBy !== 'prefix'
  if (!isTalk) return routed
  // Whoever demands a call of a tool gets tools to call: those that read.
  const isRequired = toolPolicy?.requireTool ?? requiresTool(message)
  return isRequired ? givenRoute(routed.text, 'file_task', 'it demands a tool call') : routed
}

/** The caller says what the message is about. */
function givenRoute(text: string, intent: string, because = 'the caller decided it'): Routed {
  const ruled = routeByRules('')
  return {
    output: { ...ruled.output, Intent: intent, Confidence: 1 },
    route: { intent, needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    text,
    because,
  }
}

function decideTurn(routed: Routed, { request, runtime, emit }: OpenTurn): DecidedTools {
  const decided = decideTools(routed, runtime, { ...request.toolPolicy, trust: trustIn(request, runtime) })
  const { decision, allowance } = decided
  emit({
    type: 'policy.decided',
    allowed: allowance.tools.map(({ name }) => name),
    forbidden: decision.ForbiddenTools,
    permissions: decision.RequiredPermissions,
    withheld: allowance.withheld,
  })
  return decided
}

/** Only a judge wants to know what was said before. */
async function saidBefore({ runtime, said }: OpenTurn): Promise<readonly string[]> {
  if (!runtime.models.guard && !runtime.models.adversarialPolicy) return []
  const { messages } = await said.load()
  return messages.flatMap(each => (each.role === 'user' ? [each.text] : [])).slice(-MAX_SAID)
}

const MAX_SAID = 4

type CallerFacts = { readonly route: Route; readonly allowance: Allowance; readonly earlier?: readonly string[] }

function callerOf(opened: OpenTurn, { route, allowance, earlier = [] }: CallerFacts): Caller {
  const { request, runtime, session, turn, agent, signal, log } = opened
  const { principal = 'user:local', credential = turn, run, conference, task, event = newId('event') } = request
  return {
    principal,
    credential,
    agent,
    session,
    turn,
    run: run?.id,
    conference,
    task,
    event,
    route,
    allowance,
    conversation: {
      userMessages: [...earlier, request.message],
      mentions: text => {
        const wanted = text.toLowerCase()
        return (
          request.message.toLowerCase().includes(wanted) ||
          log.shown.some(shown => shown.toLowerCase().includes(wanted))
        )
      },
    },
    trust: trustIn(request, runtime),
    ownAct: false,
    signal,
    turnMemory: createCallSignatures(),
  }
}
