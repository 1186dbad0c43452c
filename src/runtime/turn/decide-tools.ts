import type { Allowance, Trust } from '../../core/index.ts'
import { type PolicyDecision, type Routed, allowedTools, decidePolicy } from '../../policy/index.ts'
import { type RuleSet, ruleName } from '../../gates/index.ts'
import { READ_RESULT } from '../../executors/index.ts'
import { MEMORY_TOOLS } from '../../memory/index.ts'
import { COMPRESS_CONTEXT } from '../../session/index.ts'
import type { Runtime } from '../runtime.ts'
import type { ToolPolicy } from './turn-request.ts'

export type DecidedTools = { readonly decision: PolicyDecision; readonly allowance: Allowance }

/** The request's own list, and how far the workspace is trusted in this turn. */
type DecideOptions = Pick<ToolPolicy, 'allowedTools'> & { readonly trust?: Trust }

type ToolRules = Pick<Runtime, 'catalog' | 'executorOf' | 'ownTools' | 'ruleSet' | 'trust'>

/**
 * The tools offered for a message: by the policy table, the caller's list, the program's own tools and the person's
 * rules.
 */
export function decideTools(routed: Routed, runtime: ToolRules, options: DecideOptions = {}): DecidedTools {
  const { allowedTools: listed, trust = runtime.trust } = options
  const { decision, allowance } = decideByTable(routed, runtime, listed)
  return { decision, allowance: withoutDenied(allowance, runtime.ruleSet, trust) }
}

/** Tools that are offered wherever any tool is. */
const ALWAYS_OFFERED = [READ_RESULT, COMPRESS_CONTEXT, ...MEMORY_TOOLS].map(({ name }) => name)

function decideByTable(routed: Routed, runtime: ToolRules, listed: readonly string[] | undefined): DecidedTools {
  const installed = runtime.catalog.list().filter(({ name }) => runtime.executorOf(name) !== undefined)
  const only = listed?.map(name => runtime.catalog.find(name)?.tool.name ?? name)
  const own = installed.filter(({ name }) => runtime.ownTools.includes(name))
  const open = mayOpen(routed) ? own.filter(({ name, risk }) => risk === 'read' || only?.includes(name) === true) : []
  const options = { ...(only && { only }), always: [...ALWAYS_OFFERED, ...runtime.ownTools] }
  const decision = decidePolicy(routed.output)
  if (open.length === 0) return { decision, allowance: allowedTools(decision, installed, options) }
  const opening = { AllowedTools: open.map(({ name }) => name), ForbiddenTools: [], RequiredPermissions: [] }
  const visible = installed.filter(tool => open.includes(tool) || !own.includes(tool))
  return { decision: opening, allowance: { ...allowedTools(opening, visible, options), missing: [] } }
}

const RULED_OUT = /\b(?:no|not|never|without|don['’]?t)\b[^.!?\n]{0,40}\btools?\b/i

/**
 * Routing knows nothing of the program's own tools: where it sees no need for a tool, those that only read stay
 * offered.
 */
const mayOpen = ({ route, text }: Routed): boolean =>
  route.intent === 'chat_only' && route.decidedBy === 'heuristic' && !RULED_OUT.test(text)

/** What a rule denies whatever a call says is not shown to a model: it could only be refused. */
export function withoutDenied(allowance: Allowance, ruleSet: RuleSet, trust: Trust): Allowance {
  const judged = allowance.tools.map(tool => ({ tool, rule: ruleSet.forbids({ tool, phase: 'Executor', trust }) }))
  const denied = judged.flatMap(({ tool, rule }) =>
    rule ? [{ tool, because: `${ruleName(rule)} denies every call of it` }] : [],
  )
  if (denied.length === 0) return allowance
  const tools = judged.flatMap(({ tool, rule }) => (rule ? [] : [tool]))
  const isUseless = (capability: string): boolean =>
    denied.some(({ tool }) => tool.capability === capability) && !tools.some(tool => tool.capability === capability)
  return {
    tools,
    denied: denied.map(({ tool }) => tool),
    withheld: [...allowance.withheld, ...denied.map(({ tool, because }) => ({ tool: tool.name, because }))],
    missing: allowance.missing.filter(capability => !isUseless(capability)),
  }
}
