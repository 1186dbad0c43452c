import type { Route } from '../core/index.ts'
import { powerRank } from './intents.ts'
import { decidePolicy } from './policy-table.ts'
import { readPrefix } from './prefixes.ts'
import { readMessage } from './reading/message.ts'
import { type RouterOutput, outputFor } from './router-output.ts'
import { type IntentScore, isRuledOut, scoreMessage } from './score.ts'

export type Routed = {
  readonly output: RouterOutput
  readonly route: Route
  /** The message without its prefix. */
  readonly text: string
  /** The reasons, for explanations. */
  readonly because: string
}

/** Prefix, then signs. Pure, and never fails: what nothing speaks for is talk. */
export const routeByRules = (text: string): Routed => judgeByRules(text).routed

/** The answer of the rules, and how open it is to another one. */
export type RuleJudgement = {
  readonly routed: Routed
  /** Anything in the user's own words speaks for it. */
  readonly hints: (intent: string) => boolean
  /** The user's own words say not to. */
  readonly forbids: (intent: string) => boolean
}

export function judgeByRules(text: string): RuleJudgement {
  const prefixed = readPrefix(text)
  if (prefixed) {
    const { prefix, intent } = prefixed
    const routed = makeRouted(intent, {
      text: prefixed.text,
      confidence: 1,
      decidedBy: 'prefix',
      because: `the message begins with ${prefix}`,
    })
    return { routed, hints: () => false, forbids: () => true }
  }
  const message = readMessage(text)
  const scores = scoreMessage(message)
  return {
    routed: fromScores(text, scores),
    hints: intent => scores.has(intent),
    forbids: intent => isRuledOut(intent, message.ruledOut),
  }
}

const UNSEEN_CONFIDENCE = 0.4 // below the usual threshold: nothing was seen, so a model may know better

function fromScores(text: string, scores: ReadonlyMap<string, IntentScore>): Routed {
  const [best, second] = [...scores.values()].toSorted(
    (a, b) => b.points - a.points || powerRank(a.intent) - powerRank(b.intent),
  )
  if (best === undefined)
    return makeRouted('chat_only', {
      text,
      confidence: UNSEEN_CONFIDENCE,
      decidedBy: 'heuristic',
      because: 'nothing in it asks for a tool',
    })
  const next = second ? `, then ${second.intent} with ${second.points}` : ''
  const because = `${best.because.join('; ')} (${best.points} points${next})`
  return makeRouted(best.intent, { text, confidence: confidenceOf(best, second), decidedBy: 'heuristic', because })
}

/** A half for a tie, and more with every point that the best one is ahead. */
const confidenceOf = (best: IntentScore, second: IntentScore | undefined): number =>
  Math.round(100 * Math.min(0.95, 0.5 + 0.05 * (best.points - (second?.points ?? 0)))) / 100

type Making = {
  readonly text: string
  readonly confidence: number
  readonly decidedBy: Route['decidedBy']
  readonly because: string
  readonly risk?: Route['risk']
}

export function makeRouted(intent: string, { text, confidence, decidedBy, because, risk }: Making): Routed {
  const output = outputFor(intent, { confidence, ...(risk && { risk }) })
  const { RequiredPermissions } = decidePolicy(output)
  return {
    output,
    route: { intent, needs: RequiredPermissions, risk: output.RiskLevel, confidence, decidedBy },
    text,
    because,
  }
}
