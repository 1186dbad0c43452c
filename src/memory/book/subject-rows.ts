import { type Store, sha256, textOf } from '../../core/index.ts'
import { sameText, subjectOf } from '../subject.ts'
import { type KeptFact, findFact } from './fact-rows.ts'

const SUBJECTS = 'fact_subjects'
const MAX_RIVALS = 16

/** Where a fact stands among the others: facts of one subject lie together, and two that say the same are one. */
type Place = { readonly subject: string; readonly key: string; readonly contrasts: boolean }

const digest = (text: string): string => sha256(text).slice(0, 32)
const prefixOf = (subject: string): string => `${digest(subject)}/`

function placeOf(text: string): Place {
  const found = subjectOf(text)
  const subject = found?.subject ?? ''
  const value = found?.value ?? sameText(text)
  return { subject, key: `${prefixOf(subject)}${digest(value === '' ? text : value)}`, contrasts: found !== undefined }
}

export const samePlace = (a: string, b: string): boolean => placeOf(a).key === placeOf(b).key

/** The fact that says the same already. */
export async function findSame(store: Store, text: string): Promise<KeptFact | undefined> {
  const id = textOf((await store.get(SUBJECTS, placeOf(text).key))?.value['id'])
  const fact = (await findFact(store, id))?.value
  return fact && samePlace(fact.text, text) ? fact : undefined
}

/** True when the place now belongs to this fact; false when another living one has it. */
export async function takePlace(store: Store, { id, text }: Pick<KeptFact, 'id' | 'text'>): Promise<boolean> {
  const { key } = placeOf(text)
  for (;;) {
    const row = await store.get(SUBJECTS, key)
    if (row?.value['id'] === id) return true
    if (row && (await findSame(store, text))) return false
    if (await store.swap(SUBJECTS, key, { expect: row?.version ?? 'absent', next: { id } })) return true
  }
}

export async function leavePlace(store: Store, { id, text }: Pick<KeptFact, 'id' | 'text'>): Promise<void> {
  const { key } = placeOf(text)
  const row = await store.get(SUBJECTS, key)
  if (row?.value['id'] === id) await store.swap(SUBJECTS, key, { expect: row.version })
}

/** Facts of a subject, whatever they say of it. */
export async function factsAbout(store: Store, subject: string): Promise<readonly KeptFact[]> {
  const rows = await store.list(SUBJECTS, { prefix: prefixOf(subject), limit: MAX_RIVALS })
  const facts = await Promise.all(rows.map(({ value }) => findFact(store, textOf(value['id']))))
  return facts.flatMap((fact, at) => (fact && placeOf(fact.value.text).key === rows[at]?.key ? [fact.value] : []))
}

/** Looked up whenever it is asked for, so that no change can leave half a contradiction behind. */
export async function contradictionsOf(
  store: Store,
  { id, text }: Pick<KeptFact, 'text'> & { readonly id?: string },
): Promise<readonly string[]> {
  const { subject, key, contrasts } = placeOf(text)
  if (!contrasts) return []
  const rivals = await factsAbout(store, subject)
  return rivals.filter(rival => rival.id !== id && placeOf(rival.text).key !== key).map(rival => rival.id)
}
