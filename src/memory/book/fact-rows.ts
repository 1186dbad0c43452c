import { type JsonObject, type Store, isJsonList, isJsonObject, textOf } from '../../core/index.ts'
import { type Fact, type FactDraft, MAX_FACT_TEXT, type Pending, type Sensitivity, type Span } from '../fact.ts'

export const FACTS = 'facts'
export const WISHES = 'fact_wishes'

/** A fact as its row keeps it: what contradicts it is looked up, never kept, so it cannot go stale. */
export type KeptFact = Omit<Fact, 'contradicts'>
export type KeptWish = Omit<Pending, 'contradicts'>
export type Row<T> = { readonly version: number; readonly value: T }

export const encodeFact = ({ lastUsed, created, used, ...fact }: KeptFact): JsonObject => ({
  ...encodeDraft(fact),
  created,
  used,
  last_used: lastUsed,
})

export const encodeWish = ({ asked, ...draft }: KeptWish): JsonObject => ({ ...encodeDraft(draft), asked })

const encodeDraft = ({ text, subject, sensitivity, kinds, span, session, receipt }: FactDraft): JsonObject => ({
  text,
  ...(subject !== undefined && { subject }),
  sensitivity,
  kinds: [...kinds],
  span: { ...span },
  session,
  receipt,
})

/** Undefined for whatever is not ours, or no longer whole. */
export function decodeFact(id: string, value: JsonObject): KeptFact | undefined {
  const draft = decodeDraft(value)
  const { created, used, last_used: lastUsed } = value
  if (!draft || !isTime(created) || !isCount(used)) return undefined
  return { id, ...draft, created, used, lastUsed: isTime(lastUsed) ? lastUsed : null }
}

export function decodeWish(id: string, value: JsonObject): KeptWish | undefined {
  const draft = decodeDraft(value)
  return draft && isTime(value['asked']) ? { id, ...draft, asked: value['asked'] } : undefined
}

/** A row that says of itself that it is secret is none of ours: we never write one. */
const KEPT: readonly Sensitivity[] = ['low', 'sensitive']

function decodeDraft({ text, subject, sensitivity, kinds, span, session, receipt }: JsonObject): FactDraft | undefined {
  const known = KEPT.find(each => each === sensitivity)
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
    ...(typeof subject === 'string' && { subject }),
    sensitivity: known,
    kinds: isJsonList(kinds) ? kinds.filter(kind => typeof kind === 'string') : [],
    span: decoded,
    session,
    receipt: typeof receipt === 'string' ? receipt : null,
  }
}

function decodeSpan(value: JsonObject[string] | undefined): Span | undefined {
  if (!isJsonObject(value)) return undefined
  const { start, end, text } = value
  if (!isCount(start) || !isCount(end) || typeof text !== 'string') return undefined
  return { session: textOf(value['session']), turn: textOf(value['turn']), start, end, text }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isTime = (value: unknown): value is string => typeof value === 'string' && Number.isFinite(Date.parse(value))

export async function findFact(store: Store, id: string): Promise<Row<KeptFact> | undefined> {
  if (!isFactKey(id)) return undefined
  const row = await store.get(FACTS, id)
  const value = row && decodeFact(id, row.value)
  return value && { version: row.version, value }
}

export const MAX_WISHES = 1_000

export async function openWishes(store: Store): Promise<readonly KeptWish[]> {
  const rows = await store.list(WISHES, { limit: MAX_WISHES })
  return rows.flatMap(({ key, value }) => decodeWish(key, value) ?? [])
}

const MAX_KEY = 128
/** What people and models type is asked of the store only if it could be an id. */
export const isFactKey = (id: string): boolean => id.length <= MAX_KEY && /^[a-z]+_\w+$/.test(id)
