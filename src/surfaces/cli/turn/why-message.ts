import type { WhyMessage } from '../../http/shapes/tools.ts'
import { type Runtime, decideTools, deniedBy } from '../../../runtime/index.ts'
import type { Allowance, JsonObject } from '../../../core/index.ts'
import { INTENTS, PREFIXES, type Routed, decidePolicy, routeByRules, explainOffer } from '../../../policy/index.ts'

const BROUGHT = { offered: true, rule: 'your own tool, or one that is always offered' } as const

export function whyMessage(tool: string, routed: Routed, runtime: Runtime): WhyMessage & JsonObject {
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

type Ruling = Pick<WhyMessage, 'offered' | 'rule'>

/** The policy table knows what fits the message; the allowance also knows added tools and tools that a rule denies. */
function rulingOn(tool: string, byTable: Ruling, { tools, denied = [], withheld }: Allowance): Ruling {
  if (denied.some(({ name }) => name === tool))
    return { offered: false, rule: withheld.findLast(each => each.tool === tool)?.because ?? byTable.rule }
  return tools.some(({ name }) => name === tool) && !byTable.offered ? BROUGHT : byTable
}

/** The prefix that offers the tool and allows the least; one whose row names the tool is preferred. */
function bestPrefix(tool: string, offers: (prefix: string) => boolean): string | undefined {
  const fitting = Object.entries(PREFIXES).filter(([word]) => offers(word))
  const naming = fitting.filter(([, intent]) => decidePolicy({ Intent: intent }).AllowedTools.includes(tool))
  const words = (naming.length > 0 ? naming : fitting).toSorted(
    ([, one], [, other]) => INTENTS.indexOf(one) - INTENTS.indexOf(other),
  )
  const weakest = words[0]?.[1]
  return words.findLast(([, intent]) => intent === weakest)?.[0]
}

export function messageWords(tool: string, { offered, rule, intent, because, prefix }: WhyMessage): string {
  const read = `the message was read as ${intent}, because ${because}`
  if (offered) return `${tool} is offered by the rule "${rule}": ${read}.`
  const hint = prefix === null ? '' : ` Start the message with ${prefix} to offer it.`
  return `${tool} is withheld by the rule "${rule}": ${read}.${hint}`
}
