import { type Clause, readClause, splitClauses } from './clauses.ts'
import { type Sense, sensesOf } from './senses.ts'
import { type Token, tokenize } from './tokens.ts'

/** A message as its signs see it: what is asked, in which form, about what. Quoted or ruled out parts do not count. */
export type Message = {
  readonly tokens: readonly Token[]
  readonly clauses: readonly Clause[]
  /** The clauses that ask for something and rule nothing out. */
  readonly asked: readonly Clause[]
  /** What the message says not to do. */
  readonly ruledOut: ReadonlySet<Sense>
}

export function readMessage(text: string): Message {
  const tokens = tokenize(text)
  const clauses = splitClauses(tokens).map(readClause)
  const ruledOut = new Set<Sense>()
  for (const { negated, senses, headSenses } of clauses)
    if (negated) for (const sense of [...senses, ...headSenses]) ruledOut.add(sense)
  return { tokens, clauses, asked: clauses.filter(({ form, negated }) => form !== 'statement' && !negated), ruledOut }
}

/** A list of phrases, for `says`. */
export const phrases = (text: string): readonly string[] =>
  text.split('|').map(phrase => phrase.trim().replaceAll(/\s+/g, ' '))

/** Whole words in this order, in what is asked. */
export function says({ phrases: said }: Clause, ...wanted: readonly string[]): boolean {
  for (const phrase of wanted) if (said.has(phrase)) return true
  return false
}
/** The same, with what is only polite and with what introduces a question. */
export function saysAtAll({ allPhrases }: Clause, ...wanted: readonly string[]): boolean {
  for (const phrase of wanted) if (allPhrases.has(phrase)) return true
  return false
}
/** The verb of the request has one of these senses. */
export function asksTo({ headSenses }: Clause, ...senses: readonly Sense[]): boolean {
  for (const sense of senses) if (headSenses.has(sense)) return true
  return false
}
export function hasSense({ senses: all }: Clause, ...senses: readonly Sense[]): boolean {
  for (const sense of senses) if (all.has(sense)) return true
  return false
}

const DETERMINERS: ReadonlySet<string> = new Set([
  'my',
  'the',
  'this',
  'that',
  'these',
  'those',
  'our',
  'every',
  'all',
  'each',
  'your',
  'his',
  'her',
  'their',
])
/** A certain one of its kind, with at most two words between: `my notes`, `the latest log`. */
export function certain({ words }: Clause, ...senses: readonly Sense[]): boolean {
  return words.some(
    (word, index) =>
      senses.some(sense => sensesOf(word).has(sense)) &&
      words.slice(Math.max(0, index - 3), index).some(before => DETERMINERS.has(before)),
  )
}
