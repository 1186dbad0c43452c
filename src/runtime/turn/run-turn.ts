import { type Allowance, type Fault, type JsonObject, type Model, type Result, type Route, fault, newId } from '../../core/index.ts'
import {
  type PolicyDecision,
  type Routed,
  allowedTools,
  decidePolicy,
  requiresTool,
  routeByRules,
  routeMessage,
} from '../../policy/index.ts'
import { type TurnLease, createTurnMemory } from '../../session/index.ts'
import type { Caller } from '../call/call-parts.ts'
import { valuesOf } from '../config/index.ts'
import type { Runtime } from '../runtime.ts'
import { askPermissions } from './ask-permissions.ts'
import { converse } from './converse.ts'
import { finishTurn } from './finish-turn.ts'
import { bareTalk, openTalk } from './open-talk.ts'
import { type OpenTurn, openTurn } from './open-turn.ts'
import { turnSection } from './settings.ts'
import { failedTurn } from './stops.ts'
import type { TurnEnd } from './talk.ts'
import type { TurnReport, TurnRequest } from './turn-request.ts'

/** From a message to an answer: route → policy → permissions → converse → post-hooks, one direction, once. */
export async function runTurn(request: TurnRequest, runtime: Runtime): Promise<TurnReport> {
  const opened = openTurn(request, runtime)
  const lease = await enter(opened)
  if (!lease.ok) return finishTurn(failedTurn(lease.error), opened)
  const { lost } = lease.value
  try {
    const end = await takeTurn({ ...opened, signal: request.signal ? AbortSignal.any([request.signal, lost]) : lost })
    return await finishTurn(end, opened)
  } finally {
    await lease.value.leave()
  }
}

const MAX_ID = 200

/** One turn at a time for an agent with a name, and for a conversation otherwise. */
async function enter({ request, runtime, session, turn, signal }: OpenTurn): Promise<Result<TurnLease>> {
  const tooLong = [session, request.agent ?? '', request.event ?? '', request.principal ?? '', request.run?.id ?? ''].some(
    name => name.length > MAX_ID || !name.isWellFormed(),
  )
  if (tooLong) return { ok: false, error: fault('usage_invalid', `An id is well-formed text of at most ${MAX_ID} characters.`) }
  const key = request.agent === undefined ? `session:${session}` : `agent:${request.agent}`
  const { wait_secs: seconds } = valuesOf(runtime.config, turnSection)
  return runtime.turnGate.enter(key, { signal, waitMs: seconds * 1_000, who: turn })
}

async function takeTurn(opened: OpenTurn): Promise<TurnEnd> {
  const { request, runtime, emit, told } = opened
  const model = request.model ?? runtime.models.main
  if (!model) return failedTurn(noModel())
  told.model = model
  emit({ type: 'turn.started', message: request.message, model: model.id })
  if (request.skipTools === true) {
    const caller = callerOf(opened, givenRoute('', 'chat_only').route, { tools: [], withheld: [], missing: [] })
    return converse(bareTalk({ ...opened, model, caller, text: request.message }))
  }
  const routed = await routeTurn(opened)
  told.route = routed
  const { decision, allowance } = decideTurn(routed, opened)
  told.policy = decision
  told.offered = allowance.tools.map(({ name }) => name)
  const caller = callerOf(opened, routed.route, allowance)
  await askPermissions(allowance, { request, caller, runtime, emit })
  for (const capability of allowance.missing) opened.log.asked.add(capability)
  const talk = await openTalk({ ...opened, model, caller, text: routed.text })
  return talk.ok ? converse(talk.value) : failedTurn(talk.error)
}

const noModel = (): Fault =>
  fault('model_unreachable', 'No model is chosen. Name one with --model, for example ollama:qwen3:4b, or demo for the built-in demo model.')

async function routeTurn({ request, runtime, signal, emit }: OpenTurn): Promise<Routed> {
  const asked: string[] = []
  const model = runtime.models.router && noting(runtime.models.router, asked)
  const options = { ...(model && { model }), threshold: runtime.routerThreshold, signal }
  const routed = request.intent === undefined ? await askRouter(request, options) : givenRoute(request.message, request.intent)
  const output: JsonObject = { ...routed.output }
  emit({ type: 'router.completed', output, decided_by: routed.route.decidedBy, because: routed.because, model: asked[0] ?? null })
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

async function askRouter({ message, toolPolicy }: TurnRequest, options: Parameters<typeof routeMessage>[1]): Promise<Routed> {
  const routed = await routeMessage(message, options)
  const isRequired = toolPolicy?.requireTool ?? requiresTool(message)
  // Whoever demands a call of a tool gets tools to call: those that read.
  return isRequired && routed.route.intent === 'chat_only' ? givenRoute(routed.text, 'file_task') : routed
}

/** The caller says what the message is about. */
function givenRoute(text: string, intent: string): Routed {
  const ruled = routeByRules('')
  return {
    output: { ...ruled.output, Intent: intent, Confidence: 1 },
    route: { intent, needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    text,
    because: 'the caller decided it',
  }
}

function decideTurn(routed: Routed, { request, runtime, emit }: OpenTurn): { decision: PolicyDecision; allowance: Allowance } {
  const decision = decisionFor(routed, runtime)
  const { allowedTools: only } = request.toolPolicy ?? {}
  const installed = runtime.catalog.list().filter(({ name }) => runtime.parts.executorOf(name) !== undefined)
  const allowance = allowedTools(decision, installed, { ...(only && { only }), always: [...runtime.alwaysOffered, ...runtime.ownTools] })
  emit({
    type: 'policy.decided',
    allowed: allowance.tools.map(({ name }) => name),
    forbidden: decision.ForbiddenTools,
    permissions: decision.RequiredPermissions,
    withheld: allowance.withheld,
  })
  return { decision, allowance: isOpen(routed, runtime) ? { ...allowance, missing: [] } : allowance }
}

/** The rules know nothing of tools that a program brings along: where they see no need for any, these are offered all the same. */
const isOpen = ({ route }: Routed, { ownTools }: Runtime): boolean =>
  ownTools.length > 0 && route.intent === 'chat_only' && route.decidedBy === 'heuristic'

function decisionFor(routed: Routed, runtime: Runtime): PolicyDecision {
  if (!isOpen(routed, runtime)) return decidePolicy(routed.output)
  return { AllowedTools: runtime.ownTools, ForbiddenTools: [], RequiredPermissions: [] }
}

function callerOf(opened: OpenTurn, route: Route, allowance: Allowance): Caller {
  const { request, runtime, session, turn, agent, signal, log } = opened
  const { principal = 'user:local', credential = turn, run, conference, task, event = newId('event') } = request
  const said = request.message.toLowerCase()
  return {
    principal,
    credential,
    agent,
    session,
    turn,
    ...(run && { run: run.id }),
    ...(conference !== undefined && { conference }),
    ...(task !== undefined && { task }),
    event,
    route,
    allowance,
    conversation: {
      userMessages: [request.message],
      mentions: text => {
        const wanted = text.toLowerCase()
        return said.includes(wanted) || log.shown.some(shown => shown.toLowerCase().includes(wanted))
      },
    },
    trust: request.allow?.includes('SystemExecute') === true ? 'Trusted' : runtime.trust,
    ownAct: false,
    signal,
    turnMemory: createTurnMemory(),
  }
}
