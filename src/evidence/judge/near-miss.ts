import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'

const LEAST = 5 // words in a row; fewer are met by chance
const MOSTLY = 0.6
const MOST_WORDS = 60
const LARGEST = 400_000 // characters

/** Most words of a quote stand in a text in a row: it was taken from there, whole or altered. */
export function isNearMiss(quote: string, text: string): boolean {
  const words = quote.trim().split(/\s+/)
  const run = Math.max(LEAST, Math.ceil(words.length * MOSTLY))
  if (words.length > MOST_WORDS || words.length < run || text.length > LARGEST) return false
  for (let start = 0; start + run <= words.length; start++) {
    const pattern = foldText(
      words
        .slice(start, start + run)
        .join(' ')
        .replace(/[.,;:!?]+$/, ''),
    )
    if (findPassages(text, pattern).next().done !== true) return true
  }
  return false
}
