import { type JsonObject, type Model, type Profile, type Result, fail, succeed } from '../../core/index.ts'
import { createNativeNames } from '../../catalog/index.ts'
import { loadMayCite } from '../../evidence/index.ts'
import {
  type RouteOptions,
  type Routed,
  fromLegacyIntent,
  isLegacyIntent,
  requiresTool,
  routeByRules,
  routeMessage,
} from '../../policy/index.ts'
import type { TurnRuntime } from '../runtime.ts'
import { askPermissions } from './ask-permissions.ts'
import { nextAsk } from './asks.ts'
import { createBudget, turnLimits } from './budgets.ts'
import { contractOf } from './evidence-contract.ts'
import { chooseProfile } from './choose-profile.ts'
import { converse } from './converse.ts'
import { type DecidedTools, decideTools } from './decide-tools.ts'
import { routedTurn, turnOf } from './open-turn.ts'
import { prepareContext } from './prepare-context.ts'
import { failedTurn } from './stops.ts'
import { takeMove } from './take-move.ts'
import { createTranscript, openingMessages } from './transcript.ts'
import {
  type ReplyListener,
  type RoutedTurn,
  type TurnWithModel,
  type Turn,
  type TurnEnd,
  type TurnKind,
  readsCalls,
} from './turn.ts'
import type { TurnRequest } from './turn-request.ts'

/** A turn with our own tools. */
export const toolTurn: TurnKind = {
  isKept: true,
  given: { decidedBy: 'flag', purpose: 'given with the command' },
  take: takeToolTurn,
}

async function takeToolTurn(started: TurnWithModel): Promise<TurnEnd> {
  const routed = await routeTurn(started)
  const { allowance } = decideTurn(routed, started)
  const { text, route } = routed
  const turn = routedTurn(started, { text, route, allowance, saidBefore: await saidBefore(started) })
  await askPermissions(turn)
  const ready = await prepareTurn(turn)
  return ready.ok ? converse(nextAsk(ready.value), takeMove, ready.value) : failedTurn(ready.error)
}

async function routeTurn({ request, runtime, signal, emit, progress }: TurnWithModel): Promise<Routed> {
  const asked: string[] = []
  const options = routeOptions(runtime, signal)
  const noted = options.model ? { ...options, model: noting(options.model, asked) } : options
  const routed =
    request.intent === undefined ? await askRouter(request, noted) : givenRoute(request.message, request.intent)
  progress.routed = routed
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

export const routeOptions = ({ models, settings }: TurnRuntime, signal: AbortSignal): RouteOptions => ({
  ...(models.router && { model: models.router }),
  threshold: settings.router.confidence_threshold,
  signal,
})

/** Notes whether the router model was asked, also where it decided nothing. */
const noting = (model: Model, asked: string[]): Model => ({
  ...model,
  reply(request, signal) {
    asked.push(model.id)
    return model.reply(request, signal)
  },
})

async function askRouter({ message, toolPolicy }: TurnRequest, options: RouteOptions): Promise<Routed> {
  const routed = await routeMessage(message, options)
  const isTalk = routed.route.intent === 'chat_only' && routed.route.decidedBy !== 'prefix'
  if (!isTalk) return routed
  // A demanded call needs tools to call: those that read.
  const isRequired = toolPolicy?.requireTool ?? requiresTool(message)
  return isRequired ? givenRoute(routed.text, 'file_task', 'it demands a tool call') : routed
}

/** The caller says what the message is about; a name of older callers stands for several intents. */
function givenRoute(text: string, given: string, because = 'the caller decided it'): Routed {
  const intent = isLegacyIntent(given) ? fromLegacyIntent(given, text) : given
  const ruled = routeByRules('')
  return {
    output: { ...ruled.output, Intent: intent, Confidence: 1 },
    route: { intent, needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    text,
    because,
  }
}

function decideTurn(routed: Routed, { request, runtime, trust, emit, progress }: TurnWithModel): DecidedTools {
  const decided = decideTools(routed, runtime, { ...request.toolPolicy, trust })
  const { decision, allowance } = decided
  progress.policy = decision
  emit({
    type: 'policy.decided',
    allowed: allowance.tools.map(({ name }) => name),
    forbidden: decision.ForbiddenTools,
    permissions: decision.RequiredPermissions,
    withheld: allowance.withheld,
  })
  return decided
}

const MAX_SAID = 4

/** Only judging models need what was said before. */
async function saidBefore({ runtime, earlier }: TurnWithModel): Promise<readonly string[]> {
  if (!runtime.models.guard && !runtime.models.adversarialPolicy) return []
  const { messages } = await earlier.load()
  return messages.flatMap(each => (each.role === 'user' ? [each.text] : [])).slice(-MAX_SAID)
}

async function prepareTurn(routed: RoutedTurn): Promise<Result<Turn>> {
  const { request, runtime, model, allowance, text } = routed
  const { tools, denied } = allowance
  const demanded = request.toolPolicy?.requireTool
  if (demanded === true && tools.length === 0)
    return fail(
      'policy_blocked',
      'A tool call is required, and for this message no tool is on offer. ' +
        'Say which tools may be used, or do not require one.',
    )
  // The strict profile is a flag of its own, so phrases of the message count only without it.
  const required = tools.length > 0 && (demanded ?? (request.profile !== 'strict' && requiresTool(text)))
  const profile = chooseProfile(request, model, required)
  const context = await prepareContext(routed, profile)
  if (!context.ok) return context
  const { resultRoom = Number.POSITIVE_INFINITY } = context.value
  const limits = turnLimits(request, profile, runtime.settings)
  const turn = turnOf(routed, {
    profile,
    required,
    toolbox: runtime.catalog.only(tools, denied),
    names: createNativeNames(tools.map(({ name }) => name)),
    listener: { mayShow: await mayShowIn({ ...routed, profile }), untilEnd: false },
    budget: createBudget({ ...limits, bytesPerTurn: Math.min(limits.bytesPerTurn, resultRoom) }),
    transcript: createTranscript({ start: openingMessages(context.value, text), question: text, alternates: true }),
  })
  const {
    limits: { bytesPerTurn },
    bytesLeft,
  } = turn.progress.budget
  const spent = (): number => (bytesPerTurn > 0 ? 1 - bytesLeft() / bytesPerTurn : 1)
  runtime.openTurns.set(turn.turn, { model, reread: () => reread(turn), spent })
  return succeed(turn)
}

async function reread(turn: Turn): Promise<void> {
  turn.earlier.forget()
  const changed = await prepareContext(turn, turn.profile)
  if (changed.ok) turn.progress.transcript.restart(openingMessages(changed.value, turn.text))
}

/** Where nothing has to be checked first, people may read along, up to the first piece that may carry a citation. */
async function mayShowIn(turn: RoutedTurn & { readonly profile: Profile }): Promise<ReplyListener['mayShow']> {
  if (readsCalls(turn) || contractOf(turn)) return () => false
  const { mayCite } = await loadMayCite()
  return text => !mayCite(text)
}
