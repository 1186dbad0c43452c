import type { TextHit, TextIndex } from '../core/index.ts'
import { compareKeys, keyBytes } from './keys.ts'
import { queryWords, searchedWords } from './words.ts'
import { wholeLimit } from './whole-limit.ts'

// These are the numbers of SQLite's FTS5, so that both indexes rank alike.
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
const LEAST_RARITY = 1e-6

type Counts = Map<string, number>

/** Ranks by BM25: rare words count more, repeated ones less and less, and a long text less than a short one. */
export function createMemoryTextIndex(): TextIndex {
  const texts = new Map<string, { readonly words: Iterable<string>; readonly length: number }>()
  const holders = new Map<string, Counts>() // word → id → how often
  let total = 0

  function remove(id: string): void {
    const { words, length } = texts.get(id) ?? { words: [], length: 0 }
    for (const word of words) {
      const ids = holders.get(word)
      ids?.delete(id)
      if (ids?.size === 0) holders.delete(word)
    }
    texts.delete(id)
    total -= length
  }
  function add(id: string, words: readonly string[]): void {
    const counts = countWords(words)
    for (const [word, count] of counts)
      holders.set(word, (holders.get(word) ?? new Map<string, number>()).set(id, count))
    texts.set(id, { words: [...counts.keys()], length: words.length })
    total += words.length
  }
  function score(words: readonly string[]): Counts {
    const scores: Counts = new Map()
    const average = total / texts.size
    for (const ids of words.map(word => holders.get(word) ?? new Map<string, number>())) {
      const rarity = rarityOf(texts.size, ids.size)
      for (const [id, count] of ids) {
        const length = (texts.get(id)?.length ?? 0) / average
        scores.set(id, (scores.get(id) ?? 0) + rarity * weightOf(count, length))
      }
    }
    return scores
  }
  return {
    async put(id, text, fields) {
      keyBytes(id)
      remove(id)
      add(id, searchedWords(text, fields))
    },
    remove: async id => remove(id),
    search: async (query, limit) => best(score(queryWords(query)), limit),
    close: async () => {},
  }
}

function countWords(words: readonly string[]): Counts {
  const counts: Counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const rarityOf = (texts: number, holding: number): number =>
  Math.max(Math.log((texts - holding + 0.5) / (holding + 0.5)), LEAST_RARITY)

/** `length` is relative to the average. */
const weightOf = (count: number, length: number): number =>
  (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length))

function best(scores: Counts, limit: number): readonly TextHit[] {
  const hits = [...scores].map(([id, score]) => ({ id, score }))
  hits.sort((a, b) => b.score - a.score || compareKeys(a.id, b.id))
  return hits.slice(0, wholeLimit(limit))
}
