import type { CallOrigin, Risk, ToolDefinition, Trust } from '../core/index.ts'
import { type CompiledRule, dependsOnArguments } from './rule-match.ts'
import type { Rule } from './rule.ts'

/** A tool before any call of it. */
export type ToolSituation = {
  readonly tool: ToolDefinition
  readonly phase: CallOrigin['phase']
  readonly trust: Trust
}

/** A rule that may decide calls of a tool; `always`: it fits every one of them. */
export type RuleOnTool = { readonly rule: Rule; readonly always: boolean }

/** Those that may decide its calls, in order. Behind one that fits them all no other is asked. */
export function rulesOnTool(rules: readonly CompiledRule[], situation: ToolSituation): readonly RuleOnTool[] {
  const risks = possibleRisks(situation.tool)
  const found = rules.flatMap(({ rule, speaks }) => {
    const fitting = risks.filter(risk => speaks({ ...situation, risk }))
    return fitting.length === 0 ? [] : [{ rule, always: fitting.length === risks.length && !dependsOnArguments(rule) }]
  })
  const last = found.findIndex(({ always }) => always)
  return last < 0 ? found : found.slice(0, last + 1)
}

/** The rule by which every call is denied, whatever it says: nothing before it lets a call pass or asks about one. */
export function forbiddingRule(found: readonly RuleOnTool[]): Rule | undefined {
  const decisive = found.find(({ rule, always }) => always || rule.action !== 'deny')
  return decisive?.rule.action === 'deny' ? decisive.rule : undefined
}

const RISKS: readonly Risk[] = ['read', 'write', 'destroy']

/** What a call of it may turn out to do: never less than the definition says, unless each call is judged alone. */
function possibleRisks({ risk, facts }: ToolDefinition): readonly Risk[] {
  const found = RISKS.slice(facts.assessedAlone === true ? 0 : RISKS.indexOf(risk))
  return facts.egress ? found.filter(each => each !== 'read') : found
}
