import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft, Pending } from '../fact.ts'
import { type BookParts, checkDraft, tellDraft } from './book-parts.ts'
import { storeFact } from './change-facts.ts'
import { WISHES, decodeWish, encodeWish, isFactKey } from './fact-rows.ts'
import { samePlace } from './subject-rows.ts'

/** `edit`: store it in these words of the person. */
export type WishDecision = 'store' | 'discard' | { readonly edit: string }

const WISH_MS = 7 * 24 * 60 * 60 * 1000 // what nobody answered is gone after a week
const MAX_WISHES = 1_000

export async function listWishes({ store }: BookParts): Promise<readonly Pending[]> {
  const rows = await store.list(WISHES, { limit: MAX_WISHES })
  return rows.flatMap(({ key, value }) => decodeWish(key, value) ?? [])
}

/** The same asked again is the same question. */
export async function addWish(parts: BookParts, draft: FactDraft): Promise<Result<Pending>> {
  const checked = checkDraft(draft)
  if (!checked.ok) return checked
  const open = await listWishes(parts)
  const same = open.find(wish => samePlace(wish.text, checked.value.text) && wish.session === draft.session)
  if (same) return succeed(same)
  if (open.length >= MAX_WISHES) return fail('fact_refused', `${MAX_WISHES} facts wait for an answer already. Answer them first.`)
  const wish: Pending = { id: parts.newId('wish'), ...checked.value, asked: new Date(parts.now()).toISOString() }
  const told = await parts.record({ event: 'MEMORY_ASKED', wish_id: wish.id, ...tellDraft(wish) })
  if (!told.ok) return told
  await parts.store.swap(WISHES, wish.id, { expect: 'absent', next: encodeWish(wish), ttlMs: WISH_MS })
  return succeed(wish)
}

/** Of two answers the first counts. If storing fails, the question is open again. */
export async function decideWish(
  parts: BookParts,
  id: string,
  answer: { readonly decision: WishDecision; readonly by: string },
): Promise<Result<Fact | undefined>> {
  const row = isFactKey(id) ? await parts.store.get(WISHES, id) : undefined
  const wish = row && decodeWish(id, row.value)
  if (!wish || !(await parts.store.swap(WISHES, id, { expect: row.version })))
    return fail(
      'fact_unknown',
      `Nothing waits for an answer under ${id.slice(0, 64).toWellFormed()}. It was answered, or a week has passed.`,
    )
  const { decision, by } = answer
  if (decision === 'discard') {
    const told = await parts.record(discarded(wish, by))
    return told.ok ? succeed(undefined) : told
  }
  const { id: _id, asked: _asked, ...draft } = wish
  const stored = await storeFact(parts, decision === 'store' ? draft : { ...draft, text: decision.edit }, by)
  if (!stored.ok) await parts.store.swap(WISHES, id, { expect: 'absent', next: row.value, ttlMs: WISH_MS })
  return stored
}

const discarded = (wish: Pending, by: string): JsonObject => ({
  event: 'MEMORY_DISCARDED',
  wish_id: wish.id,
  ...tellDraft(wish),
  decided_by: by,
})
