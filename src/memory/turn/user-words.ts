import type { Clause } from '../finding/clauses.ts'
import { plain, toldIn } from '../finding/explicit.ts'
import { isBlank } from '../finding/own-words.ts'
import { readMessage } from '../finding/read-message.ts'
import { findFacts } from '../find-facts.ts'
import { MAX_FACT_TEXT } from '../fact.ts'
import { searchWords, stem, wordsOf } from '../book/search-words.ts'
import { sameText } from '../subject.ts'

/** Something that the user said, word for word, and where. */
export type Said = {
  readonly text: string
  readonly turn: string
  readonly span: readonly [start: number, end: number]
  readonly explicit: boolean
  /** The rules take it for a fact by themselves. */
  readonly isFact: boolean
  readonly kinds: readonly string[]
}
export type UserMessage = { readonly text: string; readonly turn: string }

const OF_HIMSELF = /^(?:i|i'm|i've|i'd|im|my|mine|we|we're|we've|our|ours)\b/i

/** Everything in a message that the user states in his own words: no questions, no quotes, nothing that is only supposed. */
export function statementsIn({ text, turn }: UserMessage): readonly Said[] {
  const facts = findFacts(text)
  const known = new Set(facts.map(({ span }) => span[0]))
  const { clauses, isPasted } = readMessage(text)
  const others = isPasted ? [] : clauses.flatMap(clause => statementOf(clause, turn) ?? [])
  return [
    ...facts.map(fact => ({
      text: fact.text,
      turn,
      span: fact.span,
      explicit: fact.explicit,
      isFact: true,
      kinds: fact.kinds,
    })),
    ...others.filter(({ span }) => !known.has(span[0])),
  ]
}

function statementOf(clause: Clause, turn: string): Said | undefined {
  const told = toldIn(clause.text, clause.asked)
  const text = clause.text.slice(told?.skip ?? 0)
  if (!told || clause.supposed || isBlank(clause.text) || text.length > MAX_FACT_TEXT || !OF_HIMSELF.test(plain(text)))
    return undefined
  return { text, turn, span: [clause.start + told.skip, clause.end], explicit: false, isFact: false, kinds: [] }
}

export type Pointer = { readonly text: string; readonly span?: string }

/** The user's statement that a model points at, by quoting it or by saying it again in other words. What it adds of its own is left out. */
export function findSaid({ text, span }: Pointer, said: readonly Said[]): Said | undefined {
  const quote = sameText(span ?? text)
  if (quote === '') return undefined
  const quoted = said.find(each => ` ${sameText(each.text)} `.includes(` ${quote} `))
  if (quoted || span !== undefined) return quoted
  const telling = [...new Set(searchWords(text).telling.map(stem))].filter(word => word !== 'user')
  return telling.length === 0 ? undefined : said.find(each => holdsAll(each.text, telling))
}

function holdsAll(text: string, telling: readonly string[]): boolean {
  const words = new Set(wordsOf(text).map(stem))
  return telling.every(word => words.has(word))
}
