import { type JsonObject, type Store, isJsonList, isJsonObject, textOf } from '../../core/index.ts'
import { type Fact, type FactDraft, type FactSpan, MAX_FACT_TEXT, type PendingFact, type Sensitivity } from '../fact.ts'

export const FACTS = 'facts'
export const PENDING = 'fact_wishes'

/** A fact as its row holds it: what contradicts it is looked up, never stored, so it cannot go stale. */
export type StoredFact = Omit<Fact, 'contradicts'>
export type StoredPending = Omit<PendingFact, 'contradicts'>
export type FactRow<T> = { readonly version: number; readonly value: T }

export const encodeFact = ({ lastUsed, created, used, ...fact }: StoredFact): JsonObject => ({
  ...encodeDraft(fact),
  created,
  used,
  last_used: lastUsed,
})

export const encodePending = ({ asked, ...draft }: StoredPending): JsonObject => ({ ...encodeDraft(draft), asked })

const encodeDraft = ({ text, sensitivity, kinds, span, session, receipt }: FactDraft): JsonObject => ({
  text,
  sensitivity,
  kinds: [...kinds],
  span: { ...span },
  session,
  receipt,
})

/** Undefined for whatever is not ours, or no longer whole. */
export function decodeFact(id: string, value: JsonObject): StoredFact | undefined {
  const draft = decodeDraft(value)
  const { created, used, last_used: lastUsed } = value
  if (!draft || !isTime(created) || !isCount(used)) return undefined
  return { id, ...draft, created, used, lastUsed: isTime(lastUsed) ? lastUsed : null }
}

export function decodePending(id: string, value: JsonObject): StoredPending | undefined {
  const draft = decodeDraft(value)
  return draft && isTime(value['asked']) ? { id, ...draft, asked: value['asked'] } : undefined
}

const SENSITIVITIES: readonly Sensitivity[] = ['low', 'unrated', 'sensitive']

function decodeDraft({ text, sensitivity, kinds, span, session, receipt }: JsonObject): FactDraft | undefined {
  const known = SENSITIVITIES.find(each => each === sensitivity)
  const decoded = decodeSpan(span)
  if (
    typeof text !== 'string' ||
    text === '' ||
    text.length > MAX_FACT_TEXT ||
    !known ||
    !decoded ||
    typeof session !== 'string'
  )
    return undefined
  return {
    text,
    sensitivity: known,
    kinds: isJsonList(kinds) ? kinds.filter(kind => typeof kind === 'string') : [],
    span: decoded,
    session,
    receipt: typeof receipt === 'string' ? receipt : null,
  }
}

function decodeSpan(value: JsonObject[string] | undefined): FactSpan | undefined {
  if (!isJsonObject(value)) return undefined
  const { start, end, text } = value
  if (!isCount(start) || !isCount(end) || typeof text !== 'string') return undefined
  return { session: textOf(value['session']), turn: textOf(value['turn']), start, end, text }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isTime = (value: unknown): value is string => typeof value === 'string' && Number.isFinite(Date.parse(value))

export async function findFact(store: Store, id: string): Promise<FactRow<StoredFact> | undefined> {
  if (!isFactKey(id)) return undefined
  const row = await store.get(FACTS, id)
  const value = row && decodeFact(id, row.value)
  return value && { version: row.version, value }
}

export const MAX_PENDING = 1_000

export async function listPendingFacts(store: Store): Promise<readonly StoredPending[]> {
  const rows = await store.list(PENDING, { limit: MAX_PENDING })
  return rows.flatMap(({ key, value }) => decodePending(key, value) ?? [])
}

const MAX_KEY = 128
/** What people and models type is asked of the store only if it could be an id. */
export const isFactKey = (id: string): boolean => id.length <= MAX_KEY && /^[a-z]+_\w+$/.test(id)
