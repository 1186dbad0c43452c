import { type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft } from '../fact.ts'
import { alignFact, markFact } from './align-index.ts'
import { type FactParts, checkDraft, recordOfDraft } from './check-draft.ts'
import { FACTS, PENDING, type StoredFact, encodeFact, findFact, listPendingFacts } from './fact-rows.ts'
import { scrubIfDue, scrubWillBeDue } from './scrub.ts'
import { contradictionsOf, findSame, isSameFact, leavePlace, takePlace } from './same-facts.ts'

const unknownFact = (id: string): Result<never> =>
  fail('fact_unknown', `There is no fact ${id.slice(0, 64).toWellFormed()}. List the facts to see their ids.`)

/** A fact, stored or pending, with the ids of those that say something else. */
export const withContradictions = async <Kept extends Pick<StoredFact, 'id' | 'text'>>(
  { store }: FactParts,
  fact: Kept,
): Promise<Kept & Pick<Fact, 'contradicts'>> => ({ ...fact, contradicts: await contradictionsOf(store, fact) })

/** Recorded first, so the records know every fact. A fact that says the same already is the answer. */
export async function storeFact(parts: FactParts, draft: FactDraft, by: string): Promise<Result<Fact>> {
  const checked = checkDraft(draft, parts.isSecret)
  if (!checked.ok) return checked
  const known = await findSame(parts.store, checked.value.text)
  if (known) return succeed(await withContradictions(parts, known))
  const created = new Date(parts.now()).toISOString()
  const fact: StoredFact = { id: parts.newId('fact'), ...checked.value, created, used: 0, lastUsed: null }
  const contradicts = await contradictionsOf(parts.store, fact)
  const event = {
    event: 'MEMORY_STORED',
    fact_id: fact.id,
    ...recordOfDraft(fact),
    contradicts: [...contradicts],
    decided_by: by,
  }
  const told = await parts.record(event)
  if (!told.ok) return told
  return writeNew(parts, fact)
}

async function writeNew(parts: FactParts, fact: StoredFact): Promise<Result<Fact>> {
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
  parts: FactParts,
  id: string,
  change: { readonly text: string; readonly by: string },
): Promise<Result<Fact>> {
  const { store } = parts
  for (;;) {
    const row = await findFact(store, id)
    if (!row) return unknownFact(id)
    const draft: FactDraft = { ...row.value, sensitivity: 'unrated', kinds: [], text: change.text }
    const checked = checkDraft(draft, parts.isSecret)
    if (!checked.ok) return checked
    const fact: StoredFact = { ...row.value, ...checked.value }
    const same = isSameFact(fact.text, row.value.text) ? undefined : await findSame(store, fact.text)
    if (same) return fail('fact_refused', `${same.id} says this already. Forget one of the two instead.`)
    const told = await parts.record({
      event: 'MEMORY_EDITED',
      fact_id: id,
      ...recordOfDraft(fact),
      decided_by: change.by,
    })
    if (!told.ok) return told
    await markFact(parts, id)
    if (!(await store.swap(FACTS, id, { expect: row.version, next: encodeFact(fact) }))) continue
    if (!isSameFact(fact.text, row.value.text)) await leavePlace(store, row.value)
    await alignFact(parts, id)
    return succeed(await withContradictions(parts, fact))
  }
}

/** Removed first, recorded after: a log that cannot be written keeps nothing from being forgotten. */
export async function forgetFact(parts: FactParts, id: string, by: string): Promise<Result<undefined>> {
  const row = await findFact(parts.store, id)
  if (!row) return unknownFact(id)
  await scrubWillBeDue(parts)
  await markFact(parts, id)
  await parts.store.swap(FACTS, id, { expect: 'any' })
  await leavePlace(parts.store, row.value)
  await alignFact(parts, id)
  await dropPending(parts, row.value.text)
  await scrubIfDue(parts)
  const told = await parts.record({
    event: 'MEMORY_FORGOTTEN',
    fact_id: id,
    session_id: row.value.session,
    decided_by: by,
  })
  return told.ok ? succeed(undefined) : told
}

/** Nobody is asked any more whether to keep what was to be forgotten. */
async function dropPending({ store }: FactParts, text: string): Promise<void> {
  for (const pending of await listPendingFacts(store))
    if (isSameFact(pending.text, text)) await store.swap(PENDING, pending.id, { expect: 'any' })
}

/** Loses against any other change, because a use more or less decides nothing. */
export async function countUse({ store, now }: FactParts, id: string): Promise<void> {
  const row = await findFact(store, id)
  if (!row) return
  const next = encodeFact({ ...row.value, used: row.value.used + 1, lastUsed: new Date(now()).toISOString() })
  await store.swap(FACTS, id, { expect: row.version, next })
}
