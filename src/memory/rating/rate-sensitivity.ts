import type { Sensitivity } from '../fact.ts'
import { ASIDE, isHarmlessForm } from './harmless-rules.ts'
import { SENSITIVITY_RULES, type SensitivityRule } from './sensitivity-rules.ts'

export type Rating = { readonly sensitivity: Sensitivity; readonly kinds: readonly string[] }

const MAX_RATED = 2_000 // four times the longest fact
/** What no English sentence about somebody does without. */
const ENGLISH =
  /\b(?:i|i'm|i've|me|my|mine|we|we're|our|us|you|your|is|are|am|was|were|be|has|have|had|do|does|the|a|an|of|in|on|to|and|not|no|use|uses|like|likes|always|never|it|this|that|they|he|she|for|with|should|must|will)\b/
const MIXED_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/**
 * How much harm a fact could do, by rules alone. A text that they cannot read (too long, another language, letters of two scripts in one word)
 * or cannot place (no form of speech that is known to be harmless) counts as sensitive, because nobody knows what it says.
 */
export function rateSensitivity(text: string): Rating {
  const written = plainForm(text.slice(0, MAX_RATED))
  const lower = written.toLowerCase().replace(/\s+/g, ' ').trim()
  const spoke = SENSITIVITY_RULES.filter(rule => speaks(rule, written, lower))
  const unread = text.length > MAX_RATED || !ENGLISH.test(lower) || MIXED_SCRIPTS.test(written)
  const kinds = [...new Set([...spoke.map(({ kind }) => kind), ...(unread ? ['unread'] : [])])]
  if (spoke.some(({ sensitivity }) => sensitivity === 'secret')) return { sensitivity: 'secret', kinds }
  if (kinds.length > 0) return { sensitivity: 'sensitive', kinds }
  return !ASIDE.test(lower) && isHarmlessForm(written, lower)
    ? { sensitivity: 'low', kinds }
    : { sensitivity: 'sensitive', kinds: ['unplaced'] }
}

/** Signs that cannot be seen part no words here, and every apostrophe is the same. */
const plainForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")

function speaks({ pattern, written, harmless, accepts }: SensitivityRule, asWritten: string, lower: string): boolean {
  const without = (text: string): string => (harmless ? text.replace(harmless, ' ') : text)
  if (pattern?.test(without(lower)) ?? false) return true
  const found = written?.exec(without(asWritten))?.[0]
  return found !== undefined && (accepts?.(found) ?? true)
}

const RANKS = { low: 0, sensitive: 1, secret: 2 } as const satisfies Record<Sensitivity, number>

/** Of two ratings the one that is more careful. */
export const strictest = (a: Sensitivity, b: Sensitivity): Sensitivity => (RANKS[a] >= RANKS[b] ? a : b)
