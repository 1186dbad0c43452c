import { readNumber, readOrdinal } from '../reply/number-words.ts'
import { PLACE_MARK, markPlaces, placePhrases } from '../reply/place-phrases.ts'
import type { Lines } from '../reply/places.ts'
import type { Sentence } from '../reply/sentences.ts'
import { namesEdge } from './quoting.ts'
import { headingsOf, paragraphsOf, sectionOf } from './sections.ts'

const PART = '(?:line|sentence|words?)'
/** Up to the quote; a "that" or "about" would say which of several is meant. */
const THEN = '(?! (?:that|which|where|about|with|in|spoken|by)\\b)[^".;\\n]{0,24}"$'

/** The place, which is one character here, is said to end so right before the quote, or right behind it. */
type Edge = { readonly before: RegExp; readonly behind: RegExp }
const edge = (ends: string, last: string): Edge => ({
  before: new RegExp(
    `${PLACE_MARK}(?: itself)?(?: \\w+ly)? ${ends}(?: \\w+ly)? (?:with|on)\\b[^".;\\n${PLACE_MARK}]{0,40}"$|\\b${last} ${PART} (?:of|in|from) ${PLACE_MARK}${THEN}|${PLACE_MARK}['’]s (?:very )?${last} ${PART}${THEN}`,
  ),
  behind: new RegExp(
    `^",?\\s(?:(?:is|are) (?:the|its) (?:very )?${last} ${PART} (?:of|in|from)|${ends}) ${PLACE_MARK}`,
  ),
})
const AT_END = edge('(?:ends|closes|concludes|finishes)', '(?:last|final|closing)')
const AT_START = edge('(?:opens|begins|starts)', '(?:first|opening)')

const COUNT = '(\\d{1,3}|[a-z]{3,9}(?:-[a-z]{3,9})?)'
const PARAGRAPH = new RegExp(`\\b(?:paragraph (?:number )?${COUNT}|${COUNT} paragraph)\\b`, 'i')
const BULLET = new RegExp(`\\b(?:bullet (?:point )?(?:number )?${COUNT}|${COUNT} (?:bullet|list item))\\b`, 'i')
const NUMBER = '["“]?(?:scene|chapter) (\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\\b'
const OF_SECTION: readonly RegExp[] = [
  new RegExp(
    `\\b(?:entry|section|notes?|part|summary|description|text|plan) (?:for|of|on|about|under) (?:the )?${NUMBER}`,
    'i',
  ),
  new RegExp(`\\bunder (?:the heading )?${NUMBER}`, 'i'),
  new RegExp(`\\b(?:says?|states?|notes?|writes?|reads?|puts?|has)(?: this)? (?:of|about|for|on) ${NUMBER}`, 'i'),
  new RegExp(`^\\W*(?:for|of|about|on) ${NUMBER},? (?:the|your) outline\\b`, 'i'),
]
const COUNTED = /paragraph|bullet|list item/i
const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s/

/** The lines of a file that a sentence means by its words for a quote: the first or the last, a paragraph or a bullet by its number, the part of an outline that is one scene's. None: any will do. */
export function linesMeant({ text: said, hidden, quotes }: Sentence, quote: string, text: string): readonly Lines[] {
  const { end } = spanOf(quotes, quote)
  const isAt = (one: Edge): boolean => edgePlace({ hidden, quotes }, quote, one) !== undefined
  const next = quotes.find(each => each.start >= end)
  const goesOn = next !== undefined && placePhrases(hidden.slice(end, next.start)).length === 0
  if (isAt(AT_END)) return goesOn ? [] : written(text).slice(-1)
  if (isAt(AT_START)) return firstOf(text)
  if (quotes.filter(({ words }) => /\s\S+\s/.test(words)).length > 1) return []
  const paragraph = countIn(PARAGRAPH, hidden)
  if (paragraph !== undefined) return paragraphsOf(text, paragraph)
  if (/\b(?:last|final) paragraph\b/i.test(hidden)) return written(text).slice(-1)
  if (/\b(?:last|final) (?:bullet|list item)\b/i.test(hidden)) return written(text, line => ITEM.test(line)).slice(-1)
  const bullet = countIn(BULLET, hidden)
  if (bullet !== undefined) return written(text, line => ITEM.test(line)).slice(bullet - 1, bullet)
  return partOf(said, text)
}

type Quoting = Pick<Sentence, 'hidden' | 'quotes'>

const spanOf = (quotes: Sentence['quotes'], quote: string): { readonly start: number; readonly end: number } =>
  quotes.find(({ words }) => words.trim() === quote.trim()) ?? { start: 0, end: 0 }

/** The place at whose edge the quote is said to stand: the nearest one before it, or the first behind it. */
function edgePlace({ hidden, quotes }: Quoting, quote: string, { before, behind }: Edge): string | undefined {
  const { start, end } = spanOf(quotes, quote)
  if (end === 0 || !namesEdge(hidden)) return undefined
  const [ahead, rest] = [hidden.slice(0, start + 1), hidden.slice(end - 1)]
  if (before.test(markPlaces(ahead))) return placePhrases(ahead).at(-1)
  return behind.test(markPlaces(rest)) ? placePhrases(rest)[0] : undefined
}

/** The place at whose start or end a quote is said to stand. */
export const placeAtEdge = (sentence: Quoting, quote: string): string | undefined =>
  edgePlace(sentence, quote, AT_END) ?? edgePlace(sentence, quote, AT_START)

/** Each line with words in it that is meant, as a range. */
function written(text: string, isMeant: (line: string) => boolean = () => true): readonly Lines[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() !== '' && isMeant(line) ? [[index + 1, index + 1] as const] : []))
}

/** The title may be called the first line, and so may the one below it. */
const firstOf = (text: string): readonly Lines[] => [
  ...written(text).slice(0, 1),
  ...written(text, line => !line.startsWith('#')).slice(0, 1),
]

function countIn(wording: RegExp, hidden: string): number | undefined {
  const [, number, ordinal] = (COUNTED.test(hidden) ? wording.exec(hidden) : undefined) ?? []
  const count =
    number === undefined ? readOrdinal(ordinal ?? '') : /^\d/.test(number) ? Number(number) : readNumber(number)
  return count === undefined || count < 1 ? undefined : count
}

/** What stands before all parts may be said of each. */
function partOf(said: string, text: string): readonly Lines[] {
  const number = OF_SECTION.map(each => each.exec(said)?.[1]).find(each => each !== undefined)
  if (number === undefined) return []
  const numbered = headingsOf(text).filter(({ title }) => /^(?:scene|chapter) \d/i.test(title))
  const value = /^\d/.test(number) ? Number(number) : (readNumber(number) ?? 0)
  const own = numbered.find(({ title }) => new RegExp(`^(?:scene|chapter) ${value}\\b`, 'i').test(title))
  const section = own === undefined || numbered.length < 2 ? undefined : sectionOf(text, own.title)
  return section === undefined ? [] : [[1, (numbered[0]?.line ?? 2) - 1], section]
}
