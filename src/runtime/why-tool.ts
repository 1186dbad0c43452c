import type { Capability, JsonObject, Result, Risk, ToolDefinition, Trust } from '../core/index.ts'
import { fail, succeed } from '../core/index.ts'
import { WEB_ABSENT } from '../executors/index.ts'
import { type RuleOnTool, forbiddingRule, ruleName } from '../gates/index.ts'
import type { Runtime } from './runtime.ts'

/** By which rule a tool is offered or withheld, and what a call of it would still have to pass. */
export type WhyTool = {
  readonly tool: string
  readonly requested: string
  readonly risk: Risk
  readonly capability: Capability
  readonly offered: boolean
  readonly because: string
  readonly rules: readonly {
    readonly rule: string
    readonly action: string
    readonly reason: string | null
    readonly depends_on_arguments: boolean
  }[]
  readonly token: {
    readonly state: 'active' | 'missing' | 'invalid'
    readonly decided_by: string | null
    readonly says: string
  }
  readonly confirmation: string
  readonly trust: Trust
}

export async function whyTool(
  name: string,
  session: string,
  { catalog, ruleSet, broker, trust }: Runtime,
): Promise<Result<WhyTool & JsonObject>> {
  const found = catalog.find(name)
  const because = found ? undefined : WEB_ABSENT.get(name)
  if (because !== undefined) return fail('tool_call_unknown_tool', `"${name}" is not offered: ${because}.`)
  if (!found)
    return fail(
      'tool_call_unknown_tool',
      `No tool "${name}". Tools: ${catalog.tools
        .filter(({ facts }) => facts.hidden !== true)
        .map(tool => tool.name)
        .join(', ')}.`,
    )
  const { tool } = found
  const { risk, capability } = tool
  const applying = ruleSet.rulesOn({ tool, phase: 'Executor', trust })
  const bound = { name: tool.name, definition: catalog.definitionHash(tool.name) ?? '' }
  const token = await broker.find({
    capability,
    target: undefined,
    session,
    turn: '',
    principal: 'user:local',
    tool: bound,
  })
  return succeed({
    tool: tool.name,
    requested: name,
    risk,
    capability,
    offered: forbiddingRule(applying) === undefined,
    because: becauseOf(applying),
    rules: applying.map(describeRule),
    token: tokenOf(token, capability),
    confirmation: isConfirmed(token, risk)
      ? 'does not ask, because the grant covers changes'
      : confirmationOf(tool, trust),
    trust,
  })
}

function becauseOf(applying: readonly RuleOnTool[]): string {
  const forbidding = forbiddingRule(applying)
  if (forbidding) return `${ruleName(forbidding)} denies every call of it`
  const denying = applying.find(({ rule, always }) => rule.action === 'deny' && !always)
  if (denying)
    return `${ruleName(denying.rule)} denies only some calls of it, depending on what they say, so it is offered`
  const deciding = applying.find(({ always }) => always)
  return deciding ? `${ruleName(deciding.rule)} says ${deciding.rule.action}` : 'no rule denies it, so it is offered'
}

const describeRule = ({ rule, always }: RuleOnTool): WhyTool['rules'][number] => ({
  rule: ruleName(rule),
  action: rule.action,
  reason: rule.reason ?? null,
  depends_on_arguments: !always,
})

type FoundGrant = Awaited<ReturnType<Runtime['broker']['find']>>

function tokenOf(found: FoundGrant, capability: Capability): WhyTool['token'] {
  if (found.kind === 'active')
    return { state: 'active', decided_by: found.grant.decidedBy, says: `a grant for ${capability} holds` }
  const says = found.kind === 'missing' ? `no grant for ${capability} holds` : found.reason
  return { state: found.kind, decided_by: null, says }
}

/** Nothing that destroys is confirmed beforehand. */
const isConfirmed = (found: FoundGrant, risk: Risk): boolean =>
  risk !== 'destroy' && found.kind === 'active' && found.grant.confirmsWrites

function confirmationOf({ risk, facts }: ToolDefinition, trust: Trust): string {
  if (risk === 'destroy') return 'always asks, or needs a plan that a person confirmed'
  if (trust === 'Untrusted') return 'asks, because nothing is done unasked in an untrusted workspace'
  if (facts.egress && risk === 'read') return 'asks, unless you have named yourself what it sends'
  if (risk === 'read') return 'does not ask'
  return trust === 'Trusted'
    ? 'asks, except for creating something new'
    : 'asks, unless changes were allowed beforehand'
}
