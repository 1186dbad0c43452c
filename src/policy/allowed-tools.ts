import { type Allowance, type Capability, type ToolDefinition, namesOf, toolIdentity } from '../core/index.ts'
import { type PolicyDecision, WITH_ANY_TOOL, decidePolicy, isNamedOnly, namedIn } from './policy-table.ts'
import type { Routed } from './route-by-rules.ts'

export type OfferOptions = {
  /** The request's own list (`toolPolicy.allowedTools`); it can only narrow. */
  readonly only?: readonly string[]
  /** Offered with every intent that offers anything, unless the row forbids them. */
  readonly always?: readonly string[]
}

type Ruling = { readonly offered: boolean; readonly rule: string; readonly byRow?: true }

const offer = (rule: string): Ruling => ({ offered: true, rule })
const byRow = (rule: string): Ruling => ({ offered: true, rule, byRow: true })
const withhold = (rule: string): Ruling => ({ offered: false, rule })

/** What a model is shown. Whatever is not on this list does not exist for it. */
export function allowedTools(
  decision: PolicyDecision,
  tools: readonly ToolDefinition[],
  options: OfferOptions = {},
): Allowance {
  const visible = tools.filter(({ facts }) => facts.hidden !== true)
  const names = new Set(visible.map(({ name }) => name))
  const ruled = visible.map(tool => ({
    tool,
    ruling: rulingOnTwin(
      tool,
      options.only === undefined ? names : new Set(options.only),
      ruleOn(tool, decision, options),
    ),
  }))
  const any = ruled.some(({ ruling }) => ruling.offered)
  const final = ruled.map(each =>
    any ? { ...each, ruling: rulingOnCompanion(each.tool, each.ruling, options) } : each,
  )
  const own = final.filter(({ ruling }) => ruling.byRow).map(({ tool }) => tool.capability)
  return {
    tools: final.filter(({ ruling }) => ruling.offered).map(({ tool }) => tool),
    withheld: final
      .filter(({ ruling }) => !ruling.offered)
      .map(({ tool, ruling }) => ({ tool: tool.name, because: ruling.rule })),
    // What only comes along is asked for when it is called: a search is no reason to ask for files.
    missing: [...new Set<Capability>([...decision.RequiredPermissions, ...own])],
  }
}

/** Shown once, unless this very name is asked for. */
function rulingOnTwin(tool: ToolDefinition, names: ReadonlySet<string>, ruling: Ruling): Ruling {
  const first = toolIdentity(tool)
  return ruling.offered && first !== tool.name && names.has(first) ? withhold(`it is ${first} by another name`) : ruling
}

/** From the strongest reason to the weakest: what is forbidden, what was not asked for, what is named, what fits. */
function ruleOn(tool: ToolDefinition, decision: PolicyDecision, { only, always = [] }: OfferOptions): Ruling {
  const { AllowedTools, ForbiddenTools } = decision
  if (ForbiddenTools.includes('*')) return withhold('what was asked needs no tool')
  const isIn = (names: readonly string[]): boolean => namesOf(tool).some(name => namedIn(names, name))
  if (isIn(ForbiddenTools)) return withhold('messages of this kind may never use it')
  if (only !== undefined && !only.includes(tool.name)) return withhold("it is not in the request's own list")
  if (isIn(AllowedTools)) return byRow('messages of this kind use it')
  if (always.includes(tool.name)) return offer('it is always offered')
  return ruleOnCapability(tool, decision)
}

const CHANGING: ReadonlySet<Capability> = new Set(['FileWrite', 'SystemExecute', 'MessageSend'])

/** A tool that the table does not know goes where its capability is asked for anyway. */
function ruleOnCapability({ name, capability, risk }: ToolDefinition, { RequiredPermissions }: PolicyDecision): Ruling {
  if (isNamedOnly(name)) return withhold('it is meant for messages of another kind')
  if (!RequiredPermissions.includes(capability)) return withhold(`messages of this kind need no ${capability}`)
  if (risk !== 'read' && !RequiredPermissions.some(each => CHANGING.has(each)))
    return withhold('it changes something, and messages of this kind only look')
  return byRow(`messages of this kind may use tools for ${capability}`)
}

function rulingOnCompanion({ name }: ToolDefinition, ruling: Ruling, { only }: OfferOptions): Ruling {
  if (ruling.offered || !WITH_ANY_TOOL.has(name)) return ruling
  return only === undefined || only.includes(name) ? offer('it goes with every tool') : ruling
}

/** By which rule a tool is offered or withheld for this message. */
export function explainOffer(
  name: string,
  routed: Routed,
  tools: readonly ToolDefinition[],
): { readonly offered: boolean; readonly rule: string } {
  const tool = tools.find(each => each.name === name)
  if (tool === undefined) return { offered: false, rule: `no tool "${name}" is installed` }
  if (tool.facts.hidden === true) return { offered: false, rule: 'only the runtime itself calls it' }
  const decision = decidePolicy(routed.output)
  const allowance = allowedTools(decision, tools)
  const because = allowance.withheld.find(each => each.tool === name)?.because
  const { intent } = routed.route
  if (because !== undefined) return { offered: false, rule: `${intent}: ${because}` }
  const ruling = ruleOn(tool, decision, {})
  return { offered: true, rule: `${intent}: ${ruling.offered ? ruling.rule : 'it goes with every tool'}` }
}
