import { type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft } from '../fact.ts'
import { alignFact, markFact } from './align-index.ts'
import { type BookParts, checkDraft, tellDraft } from './book-parts.ts'
import { FACTS, type KeptFact, WISHES, encodeFact, findFact, openWishes } from './fact-rows.ts'
import { scrubIfDue, scrubWillBeDue } from './scrub.ts'
import { contradictionsOf, findSame, leavePlace, samePlace, takePlace } from './subject-rows.ts'

export const unknownFact = (id: string): Result<never> =>
  fail('fact_unknown', `There is no fact ${id.slice(0, 64).toWellFormed()}. List the facts to see their ids.`)

export const withContradictions = async ({ store }: BookParts, fact: KeptFact): Promise<Fact> => ({
  ...fact,
  contradicts: await contradictionsOf(store, fact),
})

/** Recorded first: there is never a fact that the records do not know. One that says the same already is that one. */
export async function storeFact(parts: BookParts, draft: FactDraft, by: string): Promise<Result<Fact>> {
  const checked = checkDraft(draft)
  if (!checked.ok) return checked
  const known = await findSame(parts.store, checked.value.text)
  if (known) return succeed(await withContradictions(parts, known))
  const created = new Date(parts.now()).toISOString()
  const fact: KeptFact = { id: parts.newId('fact'), ...checked.value, created, used: 0, lastUsed: null }
  const contradicts = await contradictionsOf(parts.store, fact)
  const event = {
    event: 'MEMORY_STORED',
    fact_id: fact.id,
    ...tellDraft(fact),
    contradicts: [...contradicts],
    decided_by: by,
  }
  const told = await parts.record(event)
  if (!told.ok) return told
  return writeNew(parts, fact)
}

async function writeNew(parts: BookParts, fact: KeptFact): Promise<Result<Fact>> {
  const { store } = parts
  await markFact(parts, fact.id)
  await store.swap(FACTS, fact.id, { expect: 'absent', next: encodeFact(fact) })
  if (await takePlace(store, fact)) {
    await alignFact(parts, fact.id)
    return succeed(await withContradictions(parts, fact))
  }
  // Another process stored the same at the same time: that one counts.
  await store.swap(FACTS, fact.id, { expect: 'any' })
  const other = await findSame(store, fact.text)
  return other
    ? succeed(await withContradictions(parts, other))
    : fail('storage_unavailable', 'The fact was changed meanwhile. Try again.')
}

/** The person's own wording; the words that it rests on stay as they were said. */
export async function editFact(
  parts: BookParts,
  id: string,
  change: { readonly text: string; readonly by: string },
): Promise<Result<Fact>> {
  const { store } = parts
  for (;;) {
    const row = await findFact(store, id)
    if (!row) return unknownFact(id)
    const checked = checkDraft({ ...row.value, sensitivity: 'low', kinds: [], text: change.text })
    if (!checked.ok) return checked
    const { subject: _old, ...old } = row.value
    const fact: KeptFact = { ...old, ...checked.value, id }
    const same = samePlace(fact.text, row.value.text) ? undefined : await findSame(store, fact.text)
    if (same) return fail('fact_refused', `${same.id} says this already. Forget one of the two instead.`)
    const told = await parts.record({ event: 'MEMORY_EDITED', fact_id: id, ...tellDraft(fact), decided_by: change.by })
    if (!told.ok) return told
    await markFact(parts, id)
    if (!(await store.swap(FACTS, id, { expect: row.version, next: encodeFact(fact) }))) continue
    if (!samePlace(fact.text, row.value.text)) await leavePlace(store, row.value)
    await alignFact(parts, id)
    return succeed(await withContradictions(parts, fact))
  }
}

/** Gone first, recorded after: a log that cannot be written keeps nobody from being forgotten. */
export async function forgetFact(parts: BookParts, id: string, by: string): Promise<Result<undefined>> {
  const row = await findFact(parts.store, id)
  if (!row) return unknownFact(id)
  await scrubWillBeDue(parts)
  await markFact(parts, id)
  await parts.store.swap(FACTS, id, { expect: 'any' })
  await leavePlace(parts.store, row.value)
  await alignFact(parts, id)
  await dropWishes(parts, row.value.text)
  await scrubIfDue(parts)
  const told = await parts.record({
    event: 'MEMORY_FORGOTTEN',
    fact_id: id,
    session_id: row.value.session,
    decided_by: by,
  })
  return told.ok ? succeed(undefined) : told
}

/** Nobody is asked any more whether to keep what he wanted forgotten. */
async function dropWishes({ store }: BookParts, text: string): Promise<void> {
  for (const wish of await openWishes(store))
    if (samePlace(wish.text, text)) await store.swap(WISHES, wish.id, { expect: 'any' })
}

/** Who loses against another change leaves it: a use more or less decides nothing. */
export async function countUse({ store, now }: BookParts, id: string): Promise<void> {
  const row = await findFact(store, id)
  if (!row) return
  const next = encodeFact({ ...row.value, used: row.value.used + 1, lastUsed: new Date(now()).toISOString() })
  await store.swap(FACTS, id, { expect: row.version, next })
}
