import { worded } from '../../core/index.ts'
import { isTelling, readQuote } from '../match/find-quote.ts'
import { isOffered } from '../reply/says-of-place.ts'
import type { Sentence } from '../reply/sentences.ts'

const SUGGESTS = worded(
  /\b(?:could|should|would|suggest|propose|try|change|replace|rewrite|rephrase|instead|for example|e\.g|consider|write|add|such as|imagine|perhaps|title|call it)\b/i,
)

const SHORTEST = 3

/** Enough words to say something. */
export const isLong = (words: string): boolean =>
  words.trim().split(/\s+/, SHORTEST).length >= SHORTEST && isTelling(readQuote(words))

const EDGE = worded(
  /\b(?:opens|begins|starts|ends|closes|concludes|finishes)(?: \w+ly)? (?:with|on)\b|\b(?:first|last|opening|final|closing) (?:line|sentence|words?)\b/i,
)

/** Something is said to stand at the start or the end of a place. */
export const namesEdge = (hidden: string): boolean => EDGE.test(hidden)

export const quotesAtLength = ({ hidden, quotes }: Sentence): boolean =>
  !SUGGESTS.test(hidden) &&
  !isOffered(hidden) &&
  (quotes.some(({ words }) => isLong(words)) || (quotes.length > 0 && namesEdge(hidden)))
