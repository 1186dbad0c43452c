import { findPassages } from './find-passages.ts'
import { GAP, foldText, isWordCode } from './fold.ts'
import type { Pattern, TextSpan } from './search-folded.ts'

/** QuoteParts that stand in this order; what lies between two of them was left out by the one who quotes. */
export type Quote = {
  readonly words: string
  readonly parts: readonly Pattern[]
  /** It ends with a stop, and not with an omission: then it is no question. */
  readonly isStated: boolean
}

const LONGEST_OMISSION = 2_000 // about a page; what is further apart is no one passage
const SHORTEST_OMISSION = 12 // characters
const MAX_BEGINNINGS = 2_000

const OMISSION = /\[\s?(?:\.{2,}|\u2026)\s?\]|\(\s?(?:\.{3,}|\u2026)\s?\)|\.{3,}|\. \. \.|\u2026/

/** A closing comma or stop belongs to the sentence around a quote as often as to the quote. */
export function readQuote(words: string): Quote {
  const plain = words
    .normalize('NFC')
    .replace(/\\([\\"'*_`#>-])/g, '$1')
    .replace(/\\[nrt]/g, ' ')
  const parts = plain.split(OMISSION).map(part => foldText(part.trim().replace(/[.,;:\s]{1,8}$/, '')))
  return { words, parts: parts.filter(part => part.length > 0), isStated: /(?<!\.\s?)\.[\s"'”’]{0,4}$/.test(plain) }
}

/** The ways to read a quote: as it is written, where that is another way, and with its escapes and omissions. */
export function readingsOf(words: string): readonly Quote[] {
  const quote = readQuote(words)
  const whole = foldText(words.trim().replace(/[.,;:\s]{1,8}$/, ''))
  const isPlain = !words.includes('\\') && !OMISSION.test(words)
  return isPlain || whole.length === 0 ? [quote] : [{ ...quote, parts: [whole] }, quote]
}

const wordsIn = (part: Pattern): number => part.filter(code => code === GAP).length + 1
const lettersIn = (part: Pattern): number => part.filter(isWordCode).length

const SHORTEST_TOGETHER = 10 // letters, of all parts around an omission
const SHORTEST = 6 // characters, as in the validator this rule comes from

/** Of a single word or two much could be said to stand in a file. QuoteParts must each be a phrase. */
export function isTelling({ parts }: Quote): boolean {
  if (parts.length === 0) return false
  if (parts.length > 1)
    return (
      parts.every(part => wordsIn(part) >= 2 || lettersIn(part) >= SHORTEST + 2) &&
      parts.reduce((sum, part) => sum + lettersIn(part), 0) >= SHORTEST_TOGETHER
    )
  return parts.every(part => part.length >= SHORTEST && lettersIn(part) > 3)
}

/** Where the whole quote stands, from its first part to the end of its last. */
export function* findQuote(text: string, quote: Quote): Generator<TextSpan> {
  for (const span of findParts(text, quote))
    if (!quote.isStated || !ASKS.test(text.slice(span[1], span[1] + 6))) yield span
}

const ASKS = /^[*_`"'”’)]{0,4}[?!]/

function* findParts(text: string, { parts: [first, ...rest] }: Quote): Generator<TextSpan> {
  if (first === undefined) return
  let beginnings = 0
  for (const [start, end] of findPassages(text, first)) {
    if (rest.length === 0) yield [start, end]
    else {
      if (++beginnings > MAX_BEGINNINGS) return
      const last = isNearest(text, end, { first, next: rest[0] ?? [] }) ? followParts(text, end, rest) : -1
      if (last >= 0) yield [start, last]
    }
  }
}

type QuoteParts = { readonly first: Pattern; readonly next: Pattern }

/** The part does not stand once more before the next one: else more would be left out than was. */
function isNearest(text: string, end: number, { first, next }: QuoteParts): boolean {
  const found = findPassages(text.slice(end, end + LONGEST_OMISSION + 2 * next.length), next).next()
  return found.done !== true && findPassages(text.slice(end, end + found.value[0]), first).next().done === true
}

/** Nothing but signs may be left out, or a good deal; a word or two may have been the "not". */
const changesWords = (left: string): boolean => left.length < SHORTEST_OMISSION && /[\p{L}\p{N}]/u.test(left)

function followParts(text: string, from: number, parts: readonly Pattern[]): number {
  let end = from
  for (const part of parts) {
    const window = text.slice(end, end + LONGEST_OMISSION + 2 * part.length)
    const next = findPassages(window, part).next()
    if (next.done === true || changesWords(window.slice(0, next.value[0]))) return -1
    end += next.value[1]
  }
  return end
}
