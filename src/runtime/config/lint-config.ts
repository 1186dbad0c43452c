import { CountersignError } from '../../core/index.ts'
import {
  type RuleValues,
  authorizationSection,
  createRuleSet,
  guardrailsSection,
  lintRules,
  loopGuard,
  policySection,
} from '../../gates/index.ts'
import type { ConfigProblem } from './config-problem.ts'
import { type MergedConfig, valuesOf } from './merge-layers.ts'

export type LintFindings = { readonly problems: readonly ConfigProblem[]; readonly warnings: readonly string[] }

/** What only shows when values meet: rules that can never decide, limits that contradict each other. */
export function lintConfig(config: MergedConfig): LintFindings {
  const problems = [
    complaintOf(() => createRuleSet(rulesOf(config))),
    complaintOf(() => loopGuard(valuesOf(config, guardrailsSection))),
  ]
  const told = problems.filter(message => message !== undefined)
  return {
    problems: told.map(message => ({ code: 'config_invalid', source: 'configuration', message })),
    warnings: [...sleepingRules(config), ...shadowedRules(config).filter(message => !told.includes(message))],
  }
}

const rulesOf = (config: MergedConfig): RuleValues => ({
  policy: valuesOf(config, policySection),
  authorization: valuesOf(config, authorizationSection),
})

/** Rules that were written but are switched off. */
function sleepingRules(config: MergedConfig): readonly string[] {
  const { policy, authorization } = rulesOf(config)
  const places = [
    { place: 'tools.policy', ...policy },
    { place: 'tools.authorization', ...authorization },
  ]
  return places
    .filter(({ enabled, rules }) => !enabled && rules.length > 0)
    .map(
      ({ place }) =>
        `The rules of [${place}] are not asked: it says enabled = false. ` +
        'Set enabled = true there, or take the rules out.',
    )
}

/** Rules that are switched off are looked at, too: they are written to be switched on. */
function shadowedRules(config: MergedConfig): readonly string[] {
  const { policy, authorization } = rulesOf(config)
  const switchedOn = { policy: { ...policy, enabled: true }, authorization: { ...authorization, enabled: true } }
  const complaint = complaintOf(() => createRuleSet(switchedOn))
  return complaint === undefined
    ? lintRules(createRuleSet(switchedOn).rules).map(({ message }) => message)
    : [complaint]
}

function complaintOf(assemble: () => unknown): string | undefined {
  try {
    assemble()
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof CountersignError)) throw thrown
    return thrown.message
  }
}
