import { randomBytes } from 'node:crypto'
import { type Clock, type Store, type TextIndex, textOf } from '../../core/index.ts'
import { FACTS, type StoredFact, decodeFact, findFact } from './fact-rows.ts'
import { clearPlaces, takePlace } from './same-facts.ts'

export type IndexParts = { readonly store: Store; readonly index: TextIndex; readonly clock: Clock }

const MARKS = 'fact_marks'
const META = 'fact_meta'
const PAGE = 500
const TRIES = 5
/** By then the system has written everything to disk; only a loss of power takes the last changes of an index. */
const SETTLED_MS = 60 * 60 * 1000
const SENTINEL = 'index_of_facts'
const SENTINEL_KEY = 'index_2' // an index with another key is of an earlier version, and is made again

/**
 * The store is the truth. Before a fact changes, its id is marked. The mark outlives the change by an hour of the
 * machine's time, and the next process to open the store brings marked facts in line. So neither a kill nor a loss of
 * power leaves a fact that cannot be found, or words of a forgotten one.
 */
export const markFact = ({ store, clock }: IndexParts, id: string): Promise<boolean> =>
  store.swap(MARKS, id, { expect: 'any', next: { boot: clock.boot, at: clock.monotonic() } })

/** Brings index and place in line with the fact as it is now, also when others change it meanwhile. */
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

const putFact = (index: TextIndex, { id, text, kinds }: StoredFact): Promise<void> =>
  index.put(id, text, { kinds: [...kinds] })

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
    const known = textOf((await store.get(META, SENTINEL_KEY))?.value['word'])
    if (known !== '') return known
    const word = `facts${randomBytes(12).toString('hex')}`
    await store.swap(META, SENTINEL_KEY, { expect: 'absent', next: { word } })
  }
}

/** The sentinel comes last, so a process that is killed here leaves the work to the next one. */
async function rebuild({ store, index }: IndexParts, word: string): Promise<void> {
  await clearPlaces(store)
  for await (const fact of allFacts(store)) {
    await takePlace(store, fact)
    await putFact(index, fact)
  }
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
export async function* allFacts(store: Store): AsyncIterable<StoredFact> {
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
