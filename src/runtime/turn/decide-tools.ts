import type { Allowance, ToolDefinition, Trust } from '../../core/index.ts'
import { type PolicyDecision, type Routed, allowedTools, decidePolicy } from '../../policy/index.ts'
import type { Runtime } from '../runtime.ts'
import type { ToolPolicy } from './turn-request.ts'
import { withoutDenied } from './without-denied.ts'

export type DecidedTools = { readonly decision: PolicyDecision; readonly allowance: Allowance }

/** The request's own list, and how far the workspace is trusted in this turn. */
export type DecideOptions = Pick<ToolPolicy, 'allowedTools'> & { readonly trust?: Trust }

/** What the model is shown for a message: by the table, by the caller's own list, by what the program brings along, and by the person's rules. */
export function decideTools(routed: Routed, runtime: Runtime, options: DecideOptions = {}): DecidedTools {
  const { decision, allowance } = decideByTable(routed, runtime, options.allowedTools)
  return { decision, allowance: withoutDenied(allowance, runtime.book, options.trust ?? runtime.trust) }
}

function decideByTable(routed: Routed, runtime: Runtime, listed: readonly string[] | undefined): DecidedTools {
  const installed = runtime.catalog.list().filter(({ name }) => runtime.parts.executorOf(name) !== undefined)
  const only = listed?.map(name => runtime.catalog.find(name)?.tool.name ?? name)
  const own = installed.filter(({ name }) => runtime.ownTools.includes(name))
  const open = isOpen(routed, own) ? own.filter(({ name, risk }) => risk === 'read' || only?.includes(name) === true) : []
  const decision = open.length === 0 ? decidePolicy(routed.output) : bringing(open)
  const always = [...runtime.alwaysOffered, ...runtime.ownTools]
  const allowance = allowedTools(decision, open.length === 0 ? installed : withoutOthers(installed, own, open), {
    ...(only && { only }),
    always,
  })
  return { decision, allowance: open.length === 0 ? allowance : { ...allowance, missing: [] } }
}

const RULED_OUT = /\b(?:no|not|never|without|don['’]?t)\b[^.!?\n]{0,40}\btools?\b/i

/** The rules know nothing of the program's own tools: where they see no need for any, those that only read are offered all the same. */
const isOpen = ({ route, text }: Routed, own: readonly ToolDefinition[]): boolean =>
  own.length > 0 && route.intent === 'chat_only' && route.decidedBy === 'heuristic' && !RULED_OUT.test(text)

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
