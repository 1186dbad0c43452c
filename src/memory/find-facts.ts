import { MAX_FACT_TEXT, type Sensitivity } from './fact.ts'
import { subjectOf } from './subject.ts'
import type { Clause } from './finding/clauses.ts'
import { type Told, isLasting, plain, toldIn } from './finding/explicit.ts'
import { isBlank } from './finding/own-words.ts'
import { readMessage } from './finding/read-message.ts'
import { statementIn } from './finding/statements.ts'
import { rateSensitivity } from './rating/rate-sensitivity.ts'

export type FoundFact = {
  /** The user's own words, as they stand in the message. */
  readonly text: string
  readonly span: readonly [start: number, end: number]
  /** The user asked for it to be remembered. */
  readonly explicit: boolean
  readonly sensitivity: Sensitivity
  readonly kinds: readonly string[]
  readonly subject?: string
}

const MAX_FOUND = 32
const LEAST = 3 // characters

/**
 * What the user states about himself in his own message, by rules alone. No questions, quotes, pasted text, thought experiments or commands;
 * what somebody else says in the message is not his statement either. English only: in other languages nothing is found.
 */
export function findFacts(message: string): readonly FoundFact[] {
  const found: FoundFact[] = []
  const { clauses, isPasted } = readMessage(message)
  let list: number | undefined // the paragraph that a "remember:" has opened
  for (const clause of clauses) {
    if (found.length >= MAX_FOUND) break
    if (clause.paragraph !== list) list = undefined
    const told = toldIn(clause.text, clause.asked)
    if (told?.opensList) list = clause.paragraph
    else if (told && (!isPasted || told.explicit || list !== undefined)) {
      const fact = factIn(clause, { ...told, explicit: told.explicit || list !== undefined })
      if (fact) found.push(fact)
    }
  }
  return found
}

function factIn(clause: Clause, { skip, explicit }: Told): FoundFact | undefined {
  const text = clause.text.slice(skip)
  if (text.length < LEAST || text.length > MAX_FACT_TEXT || isBlank(clause.text) || clause.supposed) return undefined
  const lasting = isLasting(plain(text))
  const statement = lasting ? 'instruction' : statementIn(plain(text))
  if (statement === undefined && !explicit) return undefined
  const { sensitivity, kinds } = rateSensitivity(text)
  const subject = subjectOf(text)?.subject
  return {
    text,
    span: [clause.start + skip, clause.end],
    explicit: explicit || lasting,
    sensitivity,
    kinds: [...new Set([statement ?? 'note', ...kinds])],
    ...(subject !== undefined && { subject }),
  }
}
