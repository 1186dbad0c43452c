import type { Store, TextIndex } from '../../core/index.ts'
import { FACTS, type KeptFact, decodeFact, findFact } from './fact-rows.ts'
import { searchWords, stem, wordsOf } from './search-words.ts'
import { factsAbout } from './subject-rows.ts'
import { type ShareOf, searchedText } from './word-shares.ts'

export type RankedFact = KeptFact & { readonly score: number }
type RecallParts = { readonly store: Store; readonly index: TextIndex; readonly now: number; readonly shareOf: ShareOf }

const POOL = 64 // read for the ranking, whatever the limit
const NEWEST = 256 // looked through when no word of a question is rare
const RARE = 0.02 // of all facts hold it
const SCORED = 0.04 // of all facts at most are scored for all rare words together: of 100,000 in some 3 ms
const UNSEEN = 0.0005 // what a word that is not in the sample may stand in
/** What the words that are not rare add, if all of them stand in a fact. */
const FREQUENT_BONUS = 0.5
const HALF_LIFE_MS = 90 * 24 * 60 * 60 * 1000
const USES_FOR_HALF = 4
/** How much of the score the words alone give; the rest must be earned by being new or being asked for. */
const SHARES = { words: 0.55, freshness: 0.25, use: 0.2 } as const

/** Questions that name no word of the fact that answers them. */
const ASKED_SUBJECTS: readonly (readonly [pattern: RegExp, subject: string])[] = [
  [/\bmy name\b|\bwho am i\b|\bcall me\b|\bi(?:'m| am) called\b/, 'name'],
  [/\b(?:where|which city|what city|which town)\b.*\bi (?:live|reside)\b|\bmy (?:home|address)\b/, 'home'],
  [/\bhow old am i\b|\bmy age\b/, 'age'],
  [/\bmy birthday\b|\bwas i born\b/, 'birthday'],
  [/\b(?:where|who)\b.*\bi work\b|\bmy employer\b/, 'employer'],
  [/\bwhat do i do\b|\bmy (?:job|profession|occupation)\b/, 'occupation'],
  [/\bmy diet\b|\bdo i eat\b/, 'diet'],
]
/** Asks for whatever there is, without naming anything: only then is a question without words one for the memory. */
const ASKS_FOR_ALL =
  /\b(?:know|remember\w*|recall|stored?|saved?|learn(?:ed|t)|memory|memories|told you|said|facts?|about me|of me|on me)\b/i
const OWN_THING = /\bmy (?<thing>[\p{L}-]+(?: [\p{L}-]+)?)/gu
const MAX_SUBJECTS = 16
const MAX_ASKED = 1_000

/** By their words first; then new facts and those that are asked for rise, and what is never asked for sinks. */
export async function recallFacts(query: string, limit: number, parts: RecallParts): Promise<readonly RankedFact[]> {
  const scores = await wordScores(query, limit, parts)
  const best = Math.max(...[...scores.values()].map(({ score }) => score), Number.MIN_VALUE)
  return [...scores.values()]
    .map(({ fact, score }) => ({ ...fact, score: (score / best) * worth(fact, parts.now) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

type Scored = { readonly fact: KeptFact; readonly score: number }
type Scores = Map<string, Scored>

async function wordScores(query: string, limit: number, parts: RecallParts): Promise<Scores> {
  const scores: Scores = new Map()
  const { telling, common } = searchWords(query)
  const words = telling.length > 0 ? telling : common
  const rare = words.filter(word => parts.shareOf(word) <= RARE)
  const frequent = new Set(words.filter(word => parts.shareOf(word) > RARE))
  await addHits(scores, affordable(rare, parts.shareOf), parts)
  for (const [id, { fact, score }] of scores)
    scores.set(id, { fact, score: score * (1 + FREQUENT_BONUS * shareIn(fact, frequent)) })
  const best = Math.max(1, ...[...scores.values()].map(({ score }) => score))
  for (const fact of await askedFor(query, parts.store)) scores.set(fact.id, { fact, score: best * 2 })
  const asksForAll = words.length === 0 && ASKS_FOR_ALL.test(query.slice(0, MAX_ASKED))
  if (scores.size < limit && rare.length === 0 && (frequent.size > 0 || asksForAll))
    await addNewest(scores, frequent, parts.store)
  return scores
}

/** The rarest first, as far as they go. */
function affordable(words: readonly string[], shareOf: ShareOf): readonly string[] {
  let total = 0
  const sorted = words.toSorted((a, b) => shareOf(a) - shareOf(b))
  return sorted.filter((word, at) => (total += shareOf(word) + UNSEEN) <= SCORED || at === 0)
}

async function addHits(scores: Scores, words: readonly string[], { store, index }: RecallParts): Promise<void> {
  if (words.length === 0) return
  for (const { id, score } of await index.search(words.join(' '), POOL)) {
    const fact = await findFact(store, id)
    if (fact) scores.set(id, { fact: fact.value, score })
    // Forgotten, or half stored by someone who died: the store is the truth.
    else if (id.startsWith('fact_')) await index.remove(id)
  }
}

/** Facts of a subject that the words name, also where no word of the fact stands in them. */
export async function askedFor(query: string, store: Store): Promise<readonly KeptFact[]> {
  const lower = query
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[’‘ʼ´]/g, "'")
  const things = [...lower.matchAll(OWN_THING)].flatMap(({ groups: { thing = '' } = {} }) => namesOf(thing))
  const named = ASKED_SUBJECTS.filter(([pattern]) => pattern.test(lower)).map(([, subject]) => subject)
  const subjects = [...new Set([...named, ...things])].slice(0, MAX_SUBJECTS)
  return (await Promise.all(subjects.map(subject => factsAbout(store, subject)))).flat()
}

const namesOf = (thing: string): readonly string[] =>
  [thing, thing.split(' ')[0] ?? ''].flatMap(name => [name, `${name} (description)`])

/** "what do I like": where so many facts have the word, only the newest of them count. Without any word, all of these do. */
async function addNewest(scores: Scores, wanted: ReadonlySet<string>, store: Store): Promise<void> {
  for (const { key, value } of await store.list(FACTS, { limit: NEWEST })) {
    const fact = decodeFact(key, value)
    const score = wanted.size === 0 ? 1 : fact ? shareIn(fact, wanted) : 0
    if (fact && score > 0 && !scores.has(key)) scores.set(key, { fact, score })
  }
}

/** Which part of the words stands in a fact. */
function shareIn(fact: KeptFact, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0
  const words = wordsOf(searchedText(fact))
  const held = new Set([...words, ...words.map(stem)])
  return [...wanted].filter(word => held.has(word)).length / wanted.size
}

function worth({ created, lastUsed, used }: KeptFact, now: number): number {
  const age = Math.max(0, now - Math.max(Date.parse(created), Date.parse(lastUsed ?? created)))
  return SHARES.words + SHARES.freshness * 2 ** (-age / HALF_LIFE_MS) + SHARES.use * (used / (used + USES_FOR_HALF))
}
