import { type Gate, type Note, type Proposal, type Scope, type Verdict, fault } from '../core/index.ts'
import { effectOf } from './effect.ts'
import type { RuleSet } from './rule-set.ts'
import type { RuleSubject } from './rule-match.ts'
import { type Rule, ruleId, ruleName } from './rule.ts'

export type RuleParts = { readonly ruleSet: RuleSet }

/**
 * Asks [tools.policy], then [tools.authorization]. An allow here opens no other gate. Absent when there are no rules.
 */
export function rules({ ruleSet }: RuleParts): Gate | undefined {
  if (ruleSet.rules.length === 0) return undefined
  return {
    name: 'rules',
    check(proposal, scope) {
      const rule = ruleSet.ruleFor(ruleSubjectOf(proposal, scope))
      if (rule === undefined) return { kind: 'allow' }
      // What the runtime does by itself asks no question; a rule that forbids still forbids.
      const action = rule.action === 'ask' && proposal.call.origin.phase === 'Autonomous' ? 'allow' : rule.action
      if (action === 'ask') return { kind: 'ask', question: questionOf(rule, proposal), notes: notesOf(rule) }
      return action === 'allow' ? { kind: 'allow', notes: notesOf(rule) } : forbid(rule)
    },
  }
}

export function ruleSubjectOf(proposal: Proposal, { trust }: Pick<Scope, 'trust'>): RuleSubject {
  const { tool, args, origin } = proposal.call
  const { target } = proposal.assessment
  return {
    tool,
    args,
    trust,
    phase: origin.phase,
    risk: effectOf(proposal),
    ...(target !== undefined && { target: target.name }),
  }
}

const forbid = (rule: Rule): Verdict => ({
  kind: 'deny',
  fault: fault(
    'policy_blocked',
    `${capitalise(ruleName(rule))} forbids this call${rule.reason === undefined ? '.' : `: ${rule.reason}`}`,
    {
      place: rule.place,
      rule: rule.number,
    },
  ),
  notes: notesOf(rule),
})

const questionOf = (rule: Rule, { assessment }: Proposal): { readonly reason: string; readonly summary: string } => ({
  reason: `${capitalise(ruleName(rule))} asks first${rule.reason === undefined ? '.' : `: ${rule.reason}`}`,
  summary: assessment.summary,
})

/** Its number changes when rules are moved, so its id stands beside it: hits are counted by that. */
const notesOf = (rule: Rule): readonly Note[] => [
  { name: 'policy_rule', value: `${rule.action}: ${ruleName(rule)}` },
  { name: 'policy_rule_id', value: ruleId(rule) },
]

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
