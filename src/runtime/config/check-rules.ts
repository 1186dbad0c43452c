import type { Toolbox } from '../../core/index.ts'
import { authorizationSection, createRuleBook, meantIn, policySection } from '../../gates/index.ts'
import { lintConfig } from './lint-config.ts'
import type { MergedConfig } from './merge-layers.ts'
import { valuesOf } from './values-of.ts'

/** Why rules would not do what they say: one that is not sound, that an earlier one covers, or that fits no tool. Empty if all can decide. */
export function checkRules(config: MergedConfig, catalog: Toolbox): readonly string[] {
  const { problems, warnings } = lintConfig(config)
  return problems.length > 0 ? problems.map(({ message }) => message) : [...warnings, ...idleRules(config, catalog)]
}

function idleRules(config: MergedConfig, catalog: Toolbox): readonly string[] {
  const policy = { ...valuesOf(config, policySection), enabled: true }
  const book = createRuleBook({ policy, authorization: valuesOf(config, authorizationSection) }, meantIn(catalog))
  const fits = (rule: (typeof book.rules)[number]): boolean => {
    const anyCall = { ...rule, risk: undefined, phases: undefined, trust: undefined }
    return catalog.tools.some(tool => book.couldMatch(anyCall, { tool, risk: tool.risk, phase: 'Executor', trust: 'Trusted' }))
  }
  return book.rules
    .filter(rule => rule.place === 'tools.policy' && !fits(rule))
    .map(({ number, tools: named }) => `Rule ${number} of [tools.policy] fits no tool that is here: ${named.join(', ')}.`)
}
