import { type Runtime, decideTools, deniedBy } from '../../../runtime/index.ts'
import type { Allowance, JsonObject } from '../../../core/index.ts'
import { INTENTS, PREFIXES, type Routed, decidePolicy, routeByRules, explainOffer } from '../../../policy/index.ts'

/** Why a tool was, or was not, among those that the model was shown for a message. */
export type MessageReason = {
  readonly offered: boolean
  readonly rule: string
  readonly intent: string
  readonly decided_by: string
  /** Why the message was read as this. */
  readonly because: string
  /** What could stand in front of the message, so that the tool is offered. */
  readonly prefix: string | null
}

const BROUGHT = { offered: true, rule: 'a tool of your own, or one that goes with every tool' } as const

export function whyMessage(tool: string, routed: Routed, runtime: Runtime): MessageReason & JsonObject {
  const tools = runtime.catalog.list()
  const { offered, rule } = rulingOn(tool, explainOffer(tool, routed, tools), decideTools(routed, runtime).allowance)
  const { intent, decidedBy } = routed.route
  const definition = runtime.catalog.get(tool)
  const isDenied = definition !== undefined && deniedBy(definition, {}, runtime) !== undefined
  const prefix =
    offered || isDenied
      ? undefined
      : bestPrefix(tool, word => explainOffer(tool, routeByRules(`/${word} x`), tools).offered)
  return {
    offered,
    rule,
    intent,
    decided_by: decidedBy,
    because: routed.because,
    prefix: prefix === undefined ? null : `/${prefix}`,
  }
}

type Ruling = Pick<MessageReason, 'offered' | 'rule'>

/** The table says what fits the message; what is brought along, and what a rule of the person's denies, it does not know. */
function rulingOn(tool: string, byTable: Ruling, { tools, denied = [], withheld }: Allowance): Ruling {
  if (denied.some(({ name }) => name === tool))
    return { offered: false, rule: withheld.findLast(each => each.tool === tool)?.because ?? byTable.rule }
  return tools.some(({ name }) => name === tool) && !byTable.offered ? BROUGHT : byTable
}

/** Of all that would do, one whose row names the tool, and among those the one that allows least. */
function bestPrefix(tool: string, offers: (prefix: string) => boolean): string | undefined {
  const fitting = Object.entries(PREFIXES).filter(([word]) => offers(word))
  const naming = fitting.filter(([, intent]) => decidePolicy({ Intent: intent }).AllowedTools.includes(tool))
  const words = (naming.length > 0 ? naming : fitting).toSorted(
    ([, one], [, other]) => INTENTS.indexOf(one) - INTENTS.indexOf(other),
  )
  const weakest = words[0]?.[1]
  return words.findLast(([, intent]) => intent === weakest)?.[0]
}

export function messageWords(tool: string, { offered, rule, intent, because, prefix }: MessageReason): string {
  const read = `the message was read as ${intent}, because ${because}`
  if (offered) return `${tool} is offered by the rule "${rule}": ${read}.`
  const hint = prefix === null ? '' : ` With ${prefix} in front of the message it would be offered.`
  return `${tool} is withheld by the rule "${rule}": ${read}.${hint}`
}
