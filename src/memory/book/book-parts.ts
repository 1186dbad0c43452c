import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import { type FactDraft, MAX_FACT_TEXT } from '../fact.ts'
import { rateSensitivity, strictest } from '../rating/rate-sensitivity.ts'
import { subjectOf } from '../subject.ts'
import type { IndexParts } from './align-index.ts'

/** Everything that happens to a fact is told to the records by its id; its text never is. */
export type RecordMemory = (event: JsonObject) => Promise<Result<unknown>>

export type BookParts = IndexParts & {
  readonly now: () => number
  readonly record: RecordMemory
  readonly scrub?: (() => Promise<void>) | undefined
  readonly newId: (prefix: 'fact' | 'wish') => string
}

/** A draft as the book would keep it: rated again here, whoever made it, and refused if it may not be kept at all. */
export function checkDraft(draft: FactDraft): Result<FactDraft> {
  const text = draft.text.replace(/\s+/g, ' ').trim().toWellFormed()
  if (text === '' || text.length > MAX_FACT_TEXT)
    return fail(
      'fact_refused',
      `A fact has 1 to ${MAX_FACT_TEXT} characters; this one has ${text.length}. Say it in fewer words.`,
    )
  if (draft.span.text.trim() === '') return fail('fact_refused', 'A fact needs the words of the user that it rests on.')
  const rating = rateSensitivity(text)
  const sensitivity = strictest(draft.sensitivity, rating.sensitivity)
  if (sensitivity === 'secret' || rateSensitivity(draft.span.text).sensitivity === 'secret')
    return fail(
      'fact_refused',
      'This looks like a password, a key or the number of a card. Such things are never kept; use a password manager.',
    )
  const { subject: _left, ...rest } = draft
  const subject = subjectOf(text)?.subject
  const kinds = [...new Set([...draft.kinds, ...rating.kinds])]
  return succeed({ ...rest, text, sensitivity, kinds, ...(subject !== undefined && { subject }) })
}

/** What the records keep of a draft. */
export const tellDraft = ({ session, sensitivity, kinds, span, receipt }: FactDraft): JsonObject => ({
  session_id: session,
  turn_id: span.turn,
  sensitivity,
  kinds: [...kinds],
  receipt_id: receipt,
})
