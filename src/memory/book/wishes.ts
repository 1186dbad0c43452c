import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft, Pending } from '../fact.ts'
import { type BookParts, checkDraft, tellDraft } from './book-parts.ts'
import { storeFact } from './change-facts.ts'
import { type KeptWish, MAX_WISHES, WISHES, decodeWish, encodeWish, isFactKey, openWishes } from './fact-rows.ts'
import { scrubIfDue, scrubWillBeDue } from './scrub.ts'
import { contradictionsOf, samePlace } from './subject-rows.ts'

/** `edit`: store it in these words of the person. */
export type WishDecision = 'store' | 'discard' | { readonly edit: string }

const WISH_MS = 7 * 24 * 60 * 60 * 1000 // what nobody answered is gone after a week

/** The same asked again is the same question. */
export async function addWish(parts: BookParts, draft: FactDraft): Promise<Result<Pending>> {
  const checked = checkDraft(draft)
  if (!checked.ok) return checked
  const open = await openWishes(parts.store)
  const same = open.find(wish => samePlace(wish.text, checked.value.text) && wish.session === draft.session)
  if (same) return succeed(await asPending(parts, same))
  if (open.length >= MAX_WISHES)
    return fail('fact_refused', `${MAX_WISHES} facts wait for an answer already. Answer them first.`)
  const wish: KeptWish = { id: parts.newId('wish'), ...checked.value, asked: new Date(parts.now()).toISOString() }
  const told = await parts.record({ event: 'MEMORY_ASKED', wish_id: wish.id, ...tellDraft(wish) })
  if (!told.ok) return told
  await parts.store.swap(WISHES, wish.id, { expect: 'absent', next: encodeWish(wish), ttlMs: WISH_MS })
  return succeed(await asPending(parts, wish))
}

export const asPending = async ({ store }: BookParts, { id, ...wish }: KeptWish): Promise<Pending> => ({
  id,
  ...wish,
  contradicts: await contradictionsOf(store, wish),
})

/** Of two answers the first counts. If storing fails, the question is open again. */
export async function decideWish(
  parts: BookParts,
  id: string,
  answer: { readonly decision: WishDecision; readonly by: string },
): Promise<Result<Fact | undefined>> {
  const row = isFactKey(id) ? await parts.store.get(WISHES, id) : undefined
  const wish = row && decodeWish(id, row.value)
  const { decision, by } = answer
  if (wish && decision === 'discard') await scrubWillBeDue(parts)
  if (!wish || !(await parts.store.swap(WISHES, id, { expect: row.version })))
    return fail(
      'fact_unknown',
      `Nothing waits for an answer under ${id.slice(0, 64).toWellFormed()}. It was answered, or a week has passed.`,
    )
  if (decision === 'discard') {
    await scrubIfDue(parts)
    const told = await parts.record(discarded(wish, by))
    return told.ok ? succeed(undefined) : told
  }
  const { id: _id, asked: _asked, ...draft } = wish
  const stored = await storeFact(parts, decision === 'store' ? draft : { ...draft, text: decision.edit }, by)
  if (!stored.ok) await parts.store.swap(WISHES, id, { expect: 'absent', next: row.value, ttlMs: WISH_MS })
  return stored
}

const discarded = (wish: KeptWish, by: string): JsonObject => ({
  event: 'MEMORY_DISCARDED',
  wish_id: wish.id,
  ...tellDraft(wish),
  decided_by: by,
})
