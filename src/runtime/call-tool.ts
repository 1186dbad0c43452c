import {
  type Capability,
  FAULTS,
  type JsonObject,
  type Progress,
  type Result,
  type Scope,
  type ToolCall,
  fault,
  newId,
  signalForMany,
} from '../core/index.ts'
import { plainJson } from '../executors/index.ts'
import { createCallSignatures, expandRefs, type CallSignatures } from '../session/index.ts'
import { auditLine } from './call/audit-line.ts'
import { type CallResult, type CallScope, type People, refusal } from './call/call-runtime.ts'
import { exitCodeOf } from './call/record-call.ts'
import { type CallToRun, runCall } from './call/run-call.ts'
import { NEVER_ABORTED } from './never-aborted.ts'
import type { Runtime, TurnRuntime } from './runtime.ts'
import { trustIn } from './trust-in.ts'
import { createLineWriter } from './turn/line-writer.ts'

/** Gets what a call would do, and what it prints line by line, without secrets. Must not throw. */
export type CallWatch = { readonly decided: (summary: string) => void; readonly printed: (part: Progress) => void }

/** One tool call made by a person or their program, without a model. */
export type CallOrder = {
  readonly tool: string
  readonly args: JsonObject
  readonly session?: string | undefined
  /** Capabilities granted for this one call. */
  readonly allow?: readonly Capability[]
  /** The same event never acts twice; left out, every call is one of its own. */
  readonly event?: string | undefined
  readonly agent?: string
  readonly principal?: string
  readonly credential?: string
  /** The sub-agent on whose behalf it is made. */
  readonly caller?: string
  readonly signal?: AbortSignal
  /** The people asked about this call; by default those of the runtime. */
  readonly people?: People | undefined
  readonly watch?: CallWatch | undefined
}

/** What only the runtime says about a call of its own. */
export type RuntimeOrder = CallOrder & {
  /** Made by the runtime itself, which has checked what it asks for. */
  readonly ofRuntime?: true
  /** Calls that share one are one turn; left out, the call is its own. */
  readonly turn?: { readonly id: string; readonly memory: CallSignatures }
}

export const newSession = (): string => newId('sess')

const MAX_ID = 200

export type CallReport = CallResult & { readonly session: string }

/** Reads the order like a native call of a model, and sends it down the one path. */
export async function callTool(order: RuntimeOrder, { turns: runtime }: Pick<Runtime, 'turns'>): Promise<CallReport> {
  const scope = scopeOfOrder(order, runtime)
  const tooLong = [scope.session, scope.event, scope.principal, scope.agent].find(name => name.length > MAX_ID)
  if (tooLong !== undefined)
    return { ...refusal(fault('usage_invalid', `An id has at most ${MAX_ID} characters.`)), session: '' }
  const call = await readOrder(order, scope, runtime)
  if (!call.ok) return { ...(await rejected(order, call.error, { scope, runtime })), session: scope.session }
  try {
    if (order.allow !== undefined && order.allow.length > 0) await grantFlags(order.allow, scope, runtime)
    const path = order.people ? { ...runtime, ask: order.people.ask } : runtime
    const { progress, watch, end } = watching(order, runtime)
    const signatures = order.turn?.memory ?? createCallSignatures()
    const result = await runCall({ call: call.value, scope, signatures, watch, progress }, path)
    end()
    return { session: scope.session, ...result }
  } finally {
    runtime.broker.endTurn(scope.turn)
  }
}

type Watching = Pick<Scope, 'progress'> & Pick<CallToRun, 'watch'> & { readonly end: () => void }

function watching({ watch }: CallOrder, { filter }: TurnRuntime): Watching {
  if (!watch) return { end: () => {} }
  const lines = createLineWriter((stream, text) => watch.printed({ stream, text: filter.json(text) }))
  return {
    progress: lines.add,
    watch: moment => moment.kind === 'decided' && watch.decided(moment.summary),
    end: lines.end,
  }
}

export function scopeOfOrder(order: RuntimeOrder, runtime: TurnRuntime): CallScope {
  const {
    session = newSession(),
    event = newId('event'),
    agent = 'main',
    principal = 'user:local',
    credential = newId('turn'),
  } = order
  const turn = order.turn?.id ?? newId('turn')
  return {
    principal: principal.toWellFormed(),
    credential,
    agent: agent.toWellFormed(),
    session: session.toWellFormed(),
    turn: turn.toWellFormed(),
    event: event.toWellFormed(),
    route: { intent: 'call', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    allowance: {
      tools: runtime.catalog.list().filter(({ facts }) => facts.hidden !== true || order.ofRuntime === true),
      withheld: [],
      missing: [],
    },
    conversation: { userMessages: [], mentions: () => false },
    trust: trustIn(order, runtime),
    ownAct: true,
    signal: order.signal ? signalForMany(order.signal) : NEVER_ABORTED,
  }
}

export async function readOrder(
  { tool, args, agent = 'main', caller }: CallOrder,
  scope: CallScope,
  { catalog, handles }: TurnRuntime,
): Promise<Result<ToolCall>> {
  const request = { name: tool, named: args, positional: [], dialect: 'order', fixups: [] }
  const found = catalog.find(tool)
  const expanded = found
    ? await expandRefs(request, { tool: found.tool, owner: scope, handles })
    : { ok: true as const, value: request }
  if (!expanded.ok) return expanded
  const origin = {
    phase: 'Executor' as const,
    agent: agent.toWellFormed(),
    ...(caller !== undefined && { caller: caller.toWellFormed() }),
  }
  return catalog.resolve(expanded.value, { profile: 'native', rawSha256: '', origin, coerce: true })
}

const MAX_NAME = 128

type Rejection = { readonly scope: CallScope; readonly runtime: TurnRuntime }

/** The order never became a call, so there is no receipt: an attempt is recorded, and a line for the auditor. */
async function rejected(
  { tool: named, args, caller: subAgent }: CallOrder,
  error: CallResult['fault'] & object,
  { scope, runtime }: Rejection,
): Promise<CallResult> {
  const { ledger, filter } = runtime
  const shown = filter.json(plainJson(args) ?? null)
  const tool = filter.message(named.slice(0, MAX_NAME).toWellFormed())
  const detail = filter.message(error.message.toWellFormed())
  const { category } = FAULTS[error.code]
  const found = runtime.catalog.find(named)
  const exitCode = found ? exitCodeOf(found, null) : null
  const about = { session_id: scope.session, tool, result: 'rejected' as const }
  const written = await ledger.append({
    type: 'attempt',
    body: ({ at }) => ({
      attempt: { ...about, ts: at, first_failure: error.code, detail, gate: null },
      audit: auditLine({
        ...about,
        ts: at,
        trust: scope.trust,
        call: shown,
        error_category: category,
        caller_id: subAgent?.toWellFormed() ?? null,
        exit_code: exitCode,
      }),
    }),
  })
  return refusal(written.ok ? error : written.error)
}

async function grantFlags(
  allow: readonly Capability[],
  { principal, session, turn }: CallScope,
  { broker, grantMs }: TurnRuntime,
): Promise<void> {
  for (const capability of allow) {
    const milliseconds = grantMs(capability)
    const purpose = 'given with the command'
    await broker.issue({
      capability,
      principal,
      session,
      turn,
      decidedBy: 'flag',
      purpose,
      confirmsWrites: true,
      milliseconds,
    })
  }
}
