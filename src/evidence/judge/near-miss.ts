import { findPassages } from '../match/find-passages.ts'
import { foldText } from '../match/fold.ts'

const LEAST = 5 // words in a row; fewer are met by chance
const MOST_WORDS = 60
const LARGEST = 400_000 // characters

/** Half of the words of a quote stand in a text in a row, at its start, its end or between: it was taken from there, whole or with a word altered. */
export function isNearMiss(quote: string, text: string): boolean {
  const words = quote.trim().split(/\s+/)
  const run = Math.max(LEAST, Math.ceil((words.length - 1) / 2))
  const rest = words.length - run
  if (words.length > MOST_WORDS || rest < 0 || text.length > LARGEST) return false
  return [...new Set([0, rest, Math.floor(rest / 2)])].some(start => {
    const part = words.slice(start, start + run).join(' ')
    return findPassages(text, foldText(part.replace(/[.,;:!?]+$/, ''))).next().done !== true
  })
}
