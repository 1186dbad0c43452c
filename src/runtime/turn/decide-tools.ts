import type { Allowance, ToolDefinition, Trust } from '../../core/index.ts'
import { type PolicyDecision, type Routed, allowedTools, decidePolicy } from '../../policy/index.ts'
import { READ_RESULT } from '../../executors/index.ts'
import { MEMORY_TOOLS } from '../../memory/index.ts'
import { COMPRESS_CONTEXT } from '../../session/index.ts'
import type { Runtime } from '../runtime.ts'
import type { ToolPolicy } from './turn-request.ts'
import { withoutDenied } from './without-denied.ts'

export type DecidedTools = { readonly decision: PolicyDecision; readonly allowance: Allowance }

/** The request's own list, and how far the workspace is trusted in this turn. */
export type DecideOptions = Pick<ToolPolicy, 'allowedTools'> & { readonly trust?: Trust }

type ToolRules = Pick<Runtime, 'catalog' | 'executorOf' | 'ownTools' | 'ruleSet' | 'trust'>

/** What the model is shown for a message: by the table, by the caller's own list, by what the program brings along, and by the person's rules. */
export function decideTools(routed: Routed, runtime: ToolRules, options: DecideOptions = {}): DecidedTools {
  const { allowedTools: listed, trust = runtime.trust } = options
  const message = { decision: decidePolicy(routed.output), mayOpen: mayOpen(routed) }
  return listed === undefined ? decideOnce(message, runtime, trust) : decide(message, runtime, { listed, trust })
}

/** All that counts of a message. */
type Judged = { readonly decision: PolicyDecision; readonly mayOpen: boolean }
/** By the row of the table, then by trust and by what may be opened. */
type Decisions = Map<PolicyDecision, Map<string, DecidedTools>>

const ofRuntimes = new WeakMap<ToolRules, Decisions>() // neither its tools nor its rules change while it is open

function decideOnce(message: Judged, runtime: ToolRules, trust: Trust): DecidedTools {
  const decisions: Decisions = ofRuntimes.get(runtime) ?? new Map()
  ofRuntimes.set(runtime, decisions)
  const ofRow = decisions.get(message.decision) ?? new Map<string, DecidedTools>()
  decisions.set(message.decision, ofRow)
  const key = `${trust} ${message.mayOpen}`
  const decided = ofRow.get(key) ?? decide(message, runtime, { trust })
  Object.freeze(decided.allowance.tools) // it is given out again
  ofRow.set(key, decided)
  return decided
}

type Bounds = { readonly listed?: readonly string[]; readonly trust: Trust }

function decide(message: Judged, runtime: ToolRules, { listed, trust }: Bounds): DecidedTools {
  const { decision, allowance } = decideByTable(message, runtime, listed)
  return { decision, allowance: withoutDenied(allowance, runtime.ruleSet, trust) }
}

/** Tools that are offered wherever any tool is. */
const ALWAYS_OFFERED = [READ_RESULT, COMPRESS_CONTEXT, ...MEMORY_TOOLS].map(({ name }) => name)

function decideByTable(message: Judged, runtime: ToolRules, listed: readonly string[] | undefined): DecidedTools {
  const installed = runtime.catalog.list().filter(({ name }) => runtime.executorOf(name) !== undefined)
  const only = listed?.map(name => runtime.catalog.find(name)?.tool.name ?? name)
  const own = installed.filter(({ name }) => runtime.ownTools.includes(name))
  const open = message.mayOpen ? own.filter(({ name, risk }) => risk === 'read' || only?.includes(name) === true) : []
  const decision = open.length === 0 ? message.decision : bringing(open)
  const always = [...ALWAYS_OFFERED, ...runtime.ownTools]
  const allowance = allowedTools(decision, open.length === 0 ? installed : withoutOthers(installed, own, open), {
    ...(only && { only }),
    always,
  })
  return { decision, allowance: open.length === 0 ? allowance : { ...allowance, missing: [] } }
}

const RULED_OUT = /\b(?:no|not|never|without|don['’]?t)\b[^.!?\n]{0,40}\btools?\b/i

/** The rules know nothing of the program's own tools: where they see no need for any, those that only read are offered all the same. */
const mayOpen = ({ route, text }: Routed): boolean =>
  route.intent === 'chat_only' && route.decidedBy === 'heuristic' && !RULED_OUT.test(text)

const bringing = (tools: readonly ToolDefinition[]): PolicyDecision => ({
  AllowedTools: tools.map(({ name }) => name),
  ForbiddenTools: [],
  RequiredPermissions: [],
})

const withoutOthers = (
  installed: readonly ToolDefinition[],
  own: readonly ToolDefinition[],
  open: readonly ToolDefinition[],
): readonly ToolDefinition[] => installed.filter(tool => open.includes(tool) || !own.includes(tool))
