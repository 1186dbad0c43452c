import type { Store, TextIndex } from '../../core/index.ts'
import { type KeptFact, findFact } from './fact-rows.ts'
import { askedFor } from './recall-facts.ts'
import { searchWords, stem, wordsOf } from './search-words.ts'
import { findSame } from './subject-rows.ts'

const MOST = 20
const POOL = 100

/** Which facts somebody means: the one that says just this; or those with all of its telling words; or those of a subject that it names. */
export async function meantFacts(
  words: string,
  { store, index }: { readonly store: Store; readonly index: TextIndex },
): Promise<readonly KeptFact[]> {
  const same = await findSame(store, words)
  if (same) return [same]
  const telling = [...new Set(searchWords(words).telling.map(stem))]
  const asked = await askedFor(words, store)
  if (telling.length === 0) return asked.slice(0, MOST)
  const hits = await index.search(telling.join(' '), POOL)
  const facts = (await Promise.all(hits.map(({ id }) => findFact(store, id)))).flatMap(row => (row ? [row.value] : []))
  const meant = facts.filter(fact => holdsAll(fact, telling))
  return (meant.length > 0 ? meant : asked).slice(0, MOST)
}

function holdsAll({ text, subject = '' }: KeptFact, telling: readonly string[]): boolean {
  const held = new Set(wordsOf(`${text} ${subject}`).flatMap(word => [word, stem(word)]))
  return telling.every(word => held.has(word))
}
