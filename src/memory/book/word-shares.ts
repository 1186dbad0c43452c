import type { Store } from '../../core/index.ts'
import { FACTS, type KeptFact, decodeFact } from './fact-rows.ts'
import { stem, wordsOf } from './search-words.ts'

const SAMPLE = 1_000 // the newest facts; reading them takes some 10 ms
const LOOKS = 256 // so often a count is used before it is made again

/** In which part of all facts a word stands, about. */
export type ShareOf = (word: string) => number

const NOWHERE: ShareOf = () => 0

/** What a fact can be found by. */
export const searchedText = ({ text, kinds, subject = '' }: KeptFact): string => [text, subject, ...kinds].join(' ')

/**
 * The index scores every text that holds a word, so a word that stands everywhere costs much and chooses little; this tells which ones do.
 * In a small book none does.
 */
export function createWordShares(store: Store): () => Promise<ShareOf> {
  let counted = NOWHERE
  let looks = 0
  return async () => {
    if (looks++ % LOOKS === 0) counted = await count(store)
    return counted
  }
}

async function count(store: Store): Promise<ShareOf> {
  const rows = await store.list(FACTS, { limit: SAMPLE })
  if (rows.length < SAMPLE) return NOWHERE
  const counts = new Map<string, number>()
  for (const { key, value } of rows) {
    const fact = decodeFact(key, value)
    const words = fact ? wordsOf(searchedText(fact)) : []
    for (const word of new Set([...words, ...words.map(stem)])) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return word => (counts.get(word) ?? 0) / rows.length
}
