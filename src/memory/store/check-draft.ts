import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import { type FactDraft, MAX_FACT_TEXT } from '../fact.ts'
import { hasCardNumber, shapesIn } from '../shapes.ts'
import type { IndexParts } from './align-index.ts'

/** Everything that happens to a fact is recorded by its id; its text never is. */
export type RecordMemory = (event: JsonObject) => Promise<Result<unknown>>

/** Says whether a text holds a credential in a known format. */
export type IsSecret = (text: string) => boolean

export type FactParts = IndexParts & {
  readonly now: () => number
  readonly record: RecordMemory
  readonly isSecret: IsSecret
  readonly scrub?: () => Promise<void>
  readonly newId: (prefix: 'fact' | 'wish') => string
}

/** A draft as the store keeps it: with the shapes in its text, or refused if it may not be kept at all. */
export function checkDraft(draft: FactDraft, isSecret: IsSecret): Result<FactDraft> {
  const text = draft.text.replace(/\s+/g, ' ').trim().toWellFormed()
  if (text === '' || text.length > MAX_FACT_TEXT)
    return fail(
      'fact_refused',
      `A fact has 1 to ${MAX_FACT_TEXT} characters; this one has ${text.length}. Say it in fewer words.`,
    )
  if (draft.span.text.trim() === '') return fail('fact_refused', 'A fact needs the words of the user that it rests on.')
  if ([text, draft.span.text].some(each => holdsSecret(each, isSecret)))
    return fail(
      'fact_refused',
      'This looks like a password, a key or the number of a card. These are never kept; use a password manager.',
    )
  const shapes = shapesIn(text)
  const kinds = [...new Set([...draft.kinds, ...shapes])]
  return succeed({ ...draft, text, kinds, ...(shapes.length > 0 && { sensitivity: 'sensitive' }) })
}

export const holdsSecret = (text: string, isSecret: IsSecret): boolean => isSecret(text) || hasCardNumber(text)

/** What the records keep of a draft. */
export const recordOfDraft = ({ session, sensitivity, kinds, span, receipt }: FactDraft): JsonObject => ({
  session_id: session,
  turn_id: span.turn,
  sensitivity,
  kinds: [...kinds],
  receipt_id: receipt,
})
