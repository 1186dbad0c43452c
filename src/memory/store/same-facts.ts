import { type Store, sha256, textOf } from '../../core/index.ts'
import { type StoredFact, findFact } from './fact-rows.ts'

const SUBJECTS = 'fact_subjects'
const MAX_RIVALS = 16
const LEAST_WORDS = 4 // of two sentences that can contradict each other in the last one: "my dog is Rex"
const PAGE = 500

/**
 * Where a fact stands among the others: those that differ only in the last word lie together, and two that say the same
 * are one.
 */
type FactPlace = { readonly subject: string; readonly key: string }

/** The same for two texts that differ only in case, signs and spaces. */
const sameText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘ʼ´]/g, "'")
    .replace(/[^\p{L}\p{N}\s'+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const digest = (text: string): string => sha256(text).slice(0, 32)
const prefixOf = (subject: string): string => `${digest(subject)}/`

function placeOf(text: string): FactPlace {
  const words = sameText(text).split(' ')
  const subject = words.length < LEAST_WORDS ? '' : words.slice(0, -1).join(' ')
  const value = subject === '' ? words.join(' ') : words.at(-1)
  return { subject, key: `${prefixOf(subject)}${digest(value || text)}` }
}

export const isSameFact = (a: string, b: string): boolean => placeOf(a).key === placeOf(b).key

/** The fact that says the same already. */
export async function findSame(store: Store, text: string): Promise<StoredFact | undefined> {
  const id = textOf((await store.get(SUBJECTS, placeOf(text).key))?.value['id'])
  const fact = (await findFact(store, id))?.value
  return fact && isSameFact(fact.text, text) ? fact : undefined
}

/** True when the place now belongs to this fact; false when another living one has it. */
export async function takePlace(store: Store, { id, text }: Pick<StoredFact, 'id' | 'text'>): Promise<boolean> {
  const { key } = placeOf(text)
  for (;;) {
    const row = await store.get(SUBJECTS, key)
    if (row?.value['id'] === id) return true
    if (row && (await findSame(store, text))) return false
    if (await store.swap(SUBJECTS, key, { expect: row?.version ?? 'absent', next: { id } })) return true
  }
}

export async function leavePlace(store: Store, { id, text }: Pick<StoredFact, 'id' | 'text'>): Promise<void> {
  const { key } = placeOf(text)
  const row = await store.get(SUBJECTS, key)
  if (row?.value['id'] === id) await store.swap(SUBJECTS, key, { expect: row.version })
}

/** For an index that is made again: an earlier version put facts in other places. */
export async function clearPlaces(store: Store): Promise<void> {
  for (;;) {
    const rows = await store.list(SUBJECTS, { limit: PAGE })
    for (const { key, version } of rows) await store.swap(SUBJECTS, key, { expect: version })
    if (rows.length < PAGE) return
  }
}

/** Looked up whenever it is asked for, so that no change can leave half a contradiction behind. */
export async function contradictionsOf(
  store: Store,
  { id, text }: Pick<StoredFact, 'text'> & { readonly id?: string },
): Promise<readonly string[]> {
  const { subject, key } = placeOf(text)
  if (subject === '') return []
  const rows = await store.list(SUBJECTS, { prefix: prefixOf(subject), limit: MAX_RIVALS })
  const rivals = await Promise.all(rows.map(row => findFact(store, textOf(row.value['id']))))
  return rivals.flatMap((rival, at) => {
    const place = rival && placeOf(rival.value.text).key
    return rival && place === rows[at]?.key && place !== key && rival.value.id !== id ? [rival.value.id] : []
  })
}
