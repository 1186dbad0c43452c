import type { Allowance, Trust } from '../../core/index.ts'
import { type RuleSet, ruleName } from '../../gates/index.ts'

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
