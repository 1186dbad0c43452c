import type { Store, TextIndex } from '../../core/index.ts'
import { FACTS, type StoredFact, decodeFact, findFact } from './fact-rows.ts'
import { findSame } from './same-facts.ts'

export type RecallOptions = {
  readonly limit: number
  /** Leaves out facts that share only common words with the question: for a talk in which nobody asked for facts. */
  readonly onlyTelling?: boolean
}
export type RankedFact = StoredFact & { readonly score: number }
/** In how many of the facts that were counted a word stands. */
type WordCounts = { readonly facts: number; readonly of: (word: string) => number }
type RecallParts = {
  readonly store: Store
  readonly index: TextIndex
  readonly now: number
  readonly counts: WordCounts
}

const MAX_WORDS = 48
const MAX_TEXT = 2_000 // characters of a question
const SAMPLE = 1_000 // the newest facts are counted; reading them takes some 10 ms
const LOOKS = 256 // counts are used so often before they are made again
const POOL = 64 // read for the ranking, whatever the limit
const NEWEST = 256 // looked through when every word of a question is common
const TELLING = 0.02 // a word that stands in more of all facts says little
const FEW = 3 // facts; a word that stands in no more of them tells something in the smallest store
const SCORED = 0.04 // of all facts at most are scored for all words together: of 100,000 in some 3 ms
const UNSEEN = 0.0005 // what a word that is not in the sample may stand in
const NEAR = 0.25 // of the best score; facts below it share only a word that many have
/** What the common words add, if all of them stand in a fact. */
const COMMON_BONUS = 0.5
const HALF_LIFE_MS = 90 * 24 * 60 * 60 * 1000
const USES_FOR_HALF = 4
/** How much of the score the words alone give; the rest is earned by being new or being asked for. */
const SHARES = { words: 0.55, freshness: 0.25, use: 0.2 } as const
const MOST_MEANT = 20

const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .slice(0, MAX_TEXT)
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  ),
]

/** By their words first; then new facts and those that are asked for rise, and what is never asked for sinks. */
export async function recallFacts(
  query: string,
  { limit, onlyTelling = false }: RecallOptions,
  parts: RecallParts,
): Promise<readonly RankedFact[]> {
  const words = wordsOf(query).slice(0, MAX_WORDS)
  const most = Math.max(FEW, TELLING * parts.counts.facts)
  const common = new Set(words.filter(word => parts.counts.of(word) > most))
  const telling = words.filter(word => !common.has(word))
  const found = await searchFacts(affordable(telling, parts.counts), parts)
  const scored = found.map(each => ({ ...each, score: each.score * (1 + COMMON_BONUS * shareIn(each, common)) }))
  const all = scored.length > 0 || onlyTelling ? scored : await newestWith(common, parts.store)
  const best = Math.max(...all.map(({ score }) => score), Number.MIN_VALUE)
  return all
    .filter(({ score }) => score >= best * NEAR)
    .map(fact => ({ ...fact, score: (fact.score / best) * worth(fact, parts.now) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

/** The rarest first, as far as they go. */
function affordable(words: readonly string[], { facts, of }: WordCounts): readonly string[] {
  if (facts < SAMPLE) return words
  let total = 0
  const sorted = words.toSorted((a, b) => of(a) - of(b))
  return sorted.filter((word, at) => (total += of(word) / facts + UNSEEN) <= SCORED || at === 0)
}

type SearchParts = Pick<RecallParts, 'store' | 'index'>

async function searchFacts(words: readonly string[], { store, index }: SearchParts): Promise<readonly RankedFact[]> {
  const found: RankedFact[] = []
  for (const { id, score } of words.length === 0 ? [] : await index.search(words.join(' '), POOL)) {
    const fact = await findFact(store, id)
    if (fact) found.push({ ...fact.value, score })
    // Forgotten, or half stored by a process that was killed: the store is the truth.
    else if (id.startsWith('fact_')) await index.remove(id)
  }
  return found
}

/** "What do I like": where so many facts have the word, only the newest of them count. */
async function newestWith(words: ReadonlySet<string>, store: Store): Promise<readonly RankedFact[]> {
  if (words.size === 0) return []
  const rows = await store.list(FACTS, { limit: NEWEST })
  const facts = rows.flatMap(({ key, value }) => decodeFact(key, value) ?? [])
  return facts.map(fact => ({ ...fact, score: shareIn(fact, words) })).filter(({ score }) => score > 0)
}

const searchedWords = ({ text, kinds }: StoredFact): readonly string[] => wordsOf([text, ...kinds].join(' '))

/** Which part of the words stands in a fact. */
function shareIn(fact: StoredFact, words: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : searchedWords(fact).filter(word => words.has(word)).length / words.size
}

function worth({ created, lastUsed, used }: StoredFact, now: number): number {
  const age = Math.max(0, now - Math.max(Date.parse(created), Date.parse(lastUsed ?? created)))
  return SHARES.words + SHARES.freshness * 2 ** (-age / HALF_LIFE_MS) + SHARES.use * (used / (used + USES_FOR_HALF))
}

/**
 * The index scores every text that holds a word, so a word that stands everywhere costs much and chooses little. A
 * sample tells which words do.
 */
export function createWordCounts(store: Store): () => Promise<WordCounts> {
  let counted: WordCounts = { facts: 0, of: () => 0 }
  let looks = 0
  return async () => {
    if (looks++ % LOOKS === 0) counted = await countWords(store)
    return counted
  }
}

async function countWords(store: Store): Promise<WordCounts> {
  const rows = await store.list(FACTS, { limit: SAMPLE })
  const counts = new Map<string, number>()
  for (const { key, value } of rows) {
    const fact = decodeFact(key, value)
    for (const word of fact ? searchedWords(fact) : []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { facts: rows.length, of: word => counts.get(word) ?? 0 }
}

/** The facts that somebody means with these words: the one that says just this, or those that hold every word. */
export async function meantFacts(words: string, parts: SearchParts): Promise<readonly StoredFact[]> {
  const same = await findSame(parts.store, words)
  if (same) return [same]
  const wanted = wordsOf(words)
  const found = await searchFacts(wanted, parts)
  return found.filter(fact => shareIn(fact, new Set(wanted)) === 1).slice(0, MOST_MEANT)
}
