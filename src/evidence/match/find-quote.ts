import { findPassages } from './find-passages.ts'
import { GAP, foldText, isWordCode } from './fold.ts'
import type { Pattern, Span } from './search-folded.ts'

/** Parts that stand in this order; what lies between two of them was left out by the one who quotes. */
export type Quote = { readonly words: string; readonly parts: readonly Pattern[] }

const LONGEST_OMISSION = 2_000 // about a page; what is further apart is no one passage
const MAX_BEGINNINGS = 2_000
const LONGEST_QUOTE = 8_000

const OMISSION = /\[\s?(?:\.{2,}|\u2026)\s?\]|\(\s?(?:\.{3,}|\u2026)\s?\)|\.{3,}|\. \. \.|\u2026/

/** A closing comma or stop belongs to the sentence around a quote as often as to the quote. */
export function readQuote(words: string): Quote {
  const plain = words
    .slice(0, LONGEST_QUOTE)
    .normalize('NFC')
    .replace(/\\([\\"'*_`#>-])/g, '$1')
    .replace(/\\[nrt]/g, ' ')
  const parts = plain.split(OMISSION).map(part => foldText(part.trim().replace(/[.,;:\s]{1,8}$/, '')))
  return { words, parts: parts.filter(part => part.length > 0) }
}

const wordsIn = (part: Pattern): number => part.filter(code => code === GAP).length + 1
const lettersIn = (part: Pattern): number => part.filter(isWordCode).length

const SHORTEST_TOGETHER = 10 // letters, of all parts around an omission
const SHORTEST = 6 // characters, as in the validator this rule comes from

/** Of a single word or two much could be said to stand in a file. Parts must each be a phrase. */
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
export function* findQuote(text: string, { parts: [first, ...rest] }: Quote): Generator<Span> {
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

type Parts = { readonly first: Pattern; readonly next: Pattern }

/** The part does not stand once more before the next one: else more would be left out than was. */
function isNearest(text: string, end: number, { first, next }: Parts): boolean {
  const found = findPassages(text.slice(end, end + LONGEST_OMISSION + 2 * next.length), next).next()
  return found.done !== true && findPassages(text.slice(end, end + found.value[0]), first).next().done === true
}

const LEFT_OUT = /\b(?:not|no|never|nor|neither|hardly|without|cannot|nobody|nothing)\b|n['\u2019]t\b/i
const SHORT_OMISSION = 40 // characters; in so few words a "not" is what was left out

const NEGATES =
  /(?:\b(?:not|no|never|nor|neither|hardly|without|cannot|nobody|nothing)|n['\u2019]t)(?:\s(?:quite|even|ever|really|[a-z]{2,10}ly))?[\s*_]+$/i

/** "You cannot drive a bus without learning": two denials say that it is so. */
const isDouble = (before: string): boolean =>
  /\b(?:not|never|no|nobody|cannot|hardly)\b[^.!?;]*\bwithout\s+$|n['\u2019]t\b[^.!?;]*\bwithout\s+$/i.test(before)

/** Is the word before the quote, or before a part of it, one that turns its meaning round? */
export function dropsNegation(text: string, { parts: [first, ...rest] }: Quote, [start]: Span): boolean {
  if (first === undefined) return false
  let end = start
  for (const [index, part] of [first, ...rest].entries()) {
    const from = index === 0 ? start : end
    const next = findPassages(text.slice(from, from + LONGEST_OMISSION + 2 * part.length + 200), part).next()
    if (next.done === true) return false
    const at = from + next.value[0]
    const before = text.slice(Math.max(index === 0 ? 0 : end, at - 32), at)
    const gap = index === 0 ? '' : text.slice(end, at)
    if (gap.length <= SHORT_OMISSION && LEFT_OUT.test(gap) && !/[.!?]\s/.test(gap)) return true
    const plain = before.replace(/[\u2018\u2019]/g, "'")
    if (NEGATES.test(plain) && !isDouble(text.slice(Math.max(0, at - 160), at))) return true
    end = from + next.value[1]
  }
  return false
}

function followParts(text: string, from: number, parts: readonly Pattern[]): number {
  let end = from
  for (const part of parts) {
    const window = text.slice(end, end + LONGEST_OMISSION + 2 * part.length)
    const next = findPassages(window, part).next()
    if (next.done === true) return -1
    end += next.value[1]
  }
  return end
}
