import type { Toolbox } from '../../core/index.ts'
import { authorizationSection, createRuleSet, meantIn, policySection } from '../../gates/index.ts'
import { lintConfig } from './lint-config.ts'
import { type MergedConfig, valuesOf } from './merge-layers.ts'

/** `fits`: the tools of which each rule could decide a call; empty as long as a rule is not sound. */
export type RulesExamined = { readonly complaints: readonly string[]; readonly fits: readonly (readonly string[])[] }

/** Finds rules that decide nothing: a broken one, one that an earlier rule covers, or one that fits no tool. */
export function checkRules(config: MergedConfig, catalog: Toolbox): readonly string[] {
  return examineRules(config, catalog).complaints
}

export function examineRules(config: MergedConfig, catalog: Toolbox): RulesExamined {
  const { problems, warnings } = lintConfig(config)
  if (problems.length > 0) return { complaints: problems.map(({ message }) => message), fits: [] }
  const rules = rulesWithTools(config, catalog)
  const idle = rules
    .filter(({ fits }) => fits.length === 0)
    .map(({ number, tools }) => `Rule ${number} of [tools.policy] fits no tool that is here: ${tools.join(', ')}.`)
  return { complaints: [...warnings, ...idle], fits: rules.map(({ fits }) => fits) }
}

type RuleWithTools = { readonly number: number; readonly tools: readonly string[]; readonly fits: readonly string[] }

function rulesWithTools(config: MergedConfig, catalog: Toolbox): readonly RuleWithTools[] {
  const policy = { ...valuesOf(config, policySection), enabled: true }
  const ruleSet = createRuleSet({ policy, authorization: valuesOf(config, authorizationSection) }, meantIn(catalog))
  return ruleSet.rules
    .filter(({ place }) => place === 'tools.policy')
    .map(rule => {
      const anyCall = { ...rule, risk: undefined, phases: undefined, trust: undefined }
      const fitting = catalog.tools.filter(tool =>
        ruleSet.couldMatch(anyCall, { tool, risk: tool.risk, phase: 'Executor', trust: 'Trusted' }),
      )
      return { number: rule.number, tools: rule.tools, fits: fitting.map(({ name }) => name) }
    })
}
