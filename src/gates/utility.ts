import {
  type Gate,
  type Proposal,
  type Scope,
  type Section,
  type Setting,
  type ToolDefinition,
  type ValuesOf,
  type Verdict,
  fault,
  namesOf,
  number,
  section,
  texts,
  toggle,
} from '../core/index.ts'
import { effectOf } from './effect.ts'
import { keyWords } from './key-words.ts'

/** They start a skill's own calls, so no score can say what they are worth. */
const ALWAYS_EXEMPT = ['invoke_skill', 'load_skill']

/** Weights as in seed 003's source: a fresh call scores 0.7, a repeated one with the whole budget spent -0.3. */
export const utilitySection: Section<{
  readonly enabled: Setting<boolean>
  readonly threshold: Setting<number>
  readonly exempt_tools: Setting<readonly string[]>
  readonly gain: Setting<number>
  readonly gain_weight: Setting<number>
  readonly cost_weight: Setting<number>
  readonly redundancy_weight: Setting<number>
  readonly exploration_weight: Setting<number>
}> = section('tools.utility', 'Skips reading calls that promise too little.', {
  enabled: toggle(false, 'Are calls scored?', { workspaceMay: 'turn_on' }),
  threshold: number(0, 'A reading call below this score is skipped.', { workspaceMay: 'raise' }),
  exempt_tools: texts(ALWAYS_EXEMPT, 'Tools that are never skipped.'),
  gain: number(0.5, 'What a call is expected to bring, from 0 to 1.', { min: 0, max: 1 }),
  gain_weight: number(1, 'Weight of the expected gain.'),
  cost_weight: number(0.5, 'Weight of the part of the token budget that is spent.'),
  redundancy_weight: number(0.3, 'Weight of having made the same call in this turn.'),
  exploration_weight: number(0.2, 'Weight of having made few calls in this turn.'),
})

export type UtilityParts = {
  /** Which part of the token budget is spent, from 0 to 1. */
  readonly spent: (scope: Scope) => number
}
type UtilityValues = ValuesOf<typeof utilitySection>

const MANY_CALLS = 10 // after so many calls in a turn there is nothing left to explore

/** Skips a call or lets it pass. What changes something is never skipped here. Absent when switched off. */
export function utility(values: UtilityValues, { spent }: UtilityParts): Gate | undefined {
  if (!values.enabled) return undefined
  const exempt = new Set([...ALWAYS_EXEMPT, ...values.exempt_tools])
  return {
    name: 'utility',
    forModelsOnly: true,
    check(proposal, scope) {
      const { tool } = proposal.call
      if (effectOf(proposal) !== 'read' || namesOf(tool).some(name => exempt.has(name)) || isRequested(tool, scope))
        return { kind: 'allow' }
      return verdictOf(scoreOf(proposal, scope, { ...values, cost: spent(scope) }), values.threshold)
    },
  }
}

function scoreOf(
  { signature }: Proposal,
  { counters }: Scope,
  { cost, ...weights }: UtilityValues & { readonly cost: number },
): number {
  const redundancy = counters.signatures.includes(signature) ? 1 : 0
  const exploration = Math.max(0, 1 - counters.signatures.length / MANY_CALLS)
  return (
    weights.gain_weight * weights.gain -
    weights.cost_weight * cost -
    weights.redundancy_weight * redundancy +
    weights.exploration_weight * exploration
  )
}

/** A score that is no number says nothing in favour of the call. */
function verdictOf(score: number, threshold: number): Verdict {
  const isNumber = Number.isFinite(score) && Number.isFinite(threshold)
  const notes = [{ name: 'utility_score', value: isNumber ? score.toFixed(2) : 'error:no finite number' }]
  if (isNumber && score >= threshold) return { kind: 'allow', notes }
  const what = isNumber
    ? `Its score is ${score.toFixed(2)}, and ${threshold} is needed.`
    : 'Its score could not be computed; check [tools.utility].'
  return { kind: 'deny', fault: fault('utility_below_threshold', `The call was skipped. ${what}`), notes }
}

const VERBS = ['use', 'call', 'run', 'invoke', 'execute', 'try']

/** Did the user ask for this very tool? Only the user's latest words count, never a model's or a document's. */
function isRequested({ name }: ToolDefinition, { conversation }: Scope): boolean {
  const parts = keyWords(name)
  const said = ` ${keyWords(conversation.userMessages.at(-1) ?? '').join(' ')} `
  const spoken = ` ${parts.join(' ')} `
  // A name of one word, such as "search", is a word like any other unless it is spoken of as a tool.
  if (parts.length > 1) return said.includes(spoken)
  return (
    said.includes(`${spoken}tool `) ||
    VERBS.some(verb => said.includes(` ${verb}${spoken}`) || said.includes(` ${verb} the${spoken}`))
  )
}
