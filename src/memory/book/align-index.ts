import { randomBytes } from 'node:crypto'
import { type Clock, type Store, type TextIndex, textOf } from '../../core/index.ts'
import { FACTS, type KeptFact, decodeFact, findFact } from './fact-rows.ts'
import { stemsOf } from './search-words.ts'
import { takePlace } from './subject-rows.ts'

export type IndexParts = { readonly store: Store; readonly index: TextIndex; readonly clock: Clock }

const MARKS = 'fact_marks'
const META = 'fact_meta'
const PAGE = 500
const TRIES = 5
/** What the system was given to write is on disk long before; only a loss of power takes the last changes of an index. */
const SETTLED_MS = 60 * 60 * 1000
const SENTINEL = 'index_of_facts'

/**
 * The store is the truth. Before a fact changes, its id is marked; the mark outlives the change by an hour of the machine's time, and whoever
 * opens the book brings marked facts in line. So neither a kill nor a loss of power leaves a fact that cannot be found, or words of a
 * forgotten one.
 */
export const markFact = ({ store, clock }: IndexParts, id: string): Promise<boolean> =>
  store.swap(MARKS, id, { expect: 'any', next: { boot: clock.boot, at: clock.monotonic() } })

/** Brings index and subject in line with the fact as it is now, also when others change it meanwhile. */
export async function alignFact({ store, index }: IndexParts, id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await findFact(store, id)
    if (before) {
      await takePlace(store, before.value)
      await putFact(index, before.value)
    } else await index.remove(id)
    if ((await findFact(store, id))?.version === before?.version) return
  }
}

const putFact = (index: TextIndex, { id, text, subject, kinds }: KeptFact): Promise<void> =>
  index.put(id, text, { subject: subject ?? '', kinds: [...kinds], stems: [...stemsOf(text)] })

/** Once, before the first use. */
export async function alignAll(parts: IndexParts): Promise<void> {
  const word = await sentinelWord(parts.store)
  const hits = await parts.index.search(word, 1)
  if (!hits.some(({ id }) => id === SENTINEL)) await rebuild(parts, word)
  await replayMarks(parts)
}

/** A word that only the index of this very store holds. */
async function sentinelWord(store: Store): Promise<string> {
  for (;;) {
    const known = textOf((await store.get(META, 'index'))?.value['word'])
    if (known !== '') return known
    await store.swap(META, 'index', { expect: 'absent', next: { word: `facts${randomBytes(12).toString('hex')}` } })
  }
}

/** The sentinel comes last: who is killed here begins again. */
async function rebuild({ store, index }: IndexParts, word: string): Promise<void> {
  for await (const fact of allFacts(store)) await putFact(index, fact)
  await index.put(SENTINEL, word)
}

async function replayMarks(parts: IndexParts): Promise<void> {
  const { store, clock } = parts
  let after = ''
  for (;;) {
    const rows = await store.list(MARKS, { after, limit: PAGE })
    for (const { key, version, value } of rows) {
      await alignFact(parts, key)
      const isSettled = value['boot'] === clock.boot && clock.monotonic() - Number(value['at']) > SETTLED_MS
      if (isSettled) await store.swap(MARKS, key, { expect: version })
      else if (value['boot'] !== clock.boot) await markFact(parts, key)
    }
    after = rows.at(-1)?.key ?? after
    if (rows.length < PAGE) return
  }
}

/** The newest first. */
export async function* allFacts(store: Store): AsyncIterable<KeptFact> {
  let after = ''
  for (;;) {
    const rows = await store.list(FACTS, { after, limit: PAGE })
    for (const { key, value } of rows) {
      const fact = decodeFact(key, value)
      if (fact) yield fact
    }
    after = rows.at(-1)?.key ?? after
    if (rows.length < PAGE) return
  }
}
