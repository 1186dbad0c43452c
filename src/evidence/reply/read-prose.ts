import { type CitedPlace, findPlaces, joinPlaces } from './places.ts'
import { type Quoted, findQuotes, hideQuotes } from './quote-marks.ts'
import type { Citation, LineFacts } from './read-line.ts'

/** An answer with its code blanked, and its quotes hidden; both as long as it is. */
export type Prose = { readonly text: string; readonly hidden: string; readonly quotes: readonly Quoted[] }

const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))/gm
const BLOCK = /(?:^ {0,3}>[^\n]*(?:\n|$))+/gm

const blank = (words: string): string => words.replace(/[^\n]/g, ' ')

/** Code is nobody's words; a block with a bar at its left is a quote. */
export function maskProse(answer: string): Prose {
  const text = answer.replace(FENCE, blank)
  const blocks = [...text.matchAll(BLOCK)].flatMap(match => blockQuote(match[0], match.index))
  const open = blocks.reduce(
    (shown, { start, end }) => shown.slice(0, start) + blank(shown.slice(start, end)) + shown.slice(end),
    text,
  )
  const inline = findQuotes(open, { acrossParagraphs: false })
  const quotes = [...inline, ...blocks].toSorted((a, b) => a.start - b.start)
  return { text, hidden: hideQuotes(text, quotes), quotes }
}

/** Its last line may say where it stands. */
function blockQuote(block: string, index: number): readonly Quoted[] {
  const end = /\n {0,3}>[>\s]*(?:[—–(]|--)[^\n]*\n?$/.exec(block)?.index ?? block.trimEnd().length
  const words = block.slice(0, end).replace(/^ {0,3}>[> \t]*/gm, '')
  return words.trim() === '' ? [] : [{ start: index, end: index + end, words: words.replace(/["“”„«»]/g, '') }]
}

const OPENER = /^[\s*_`]*(?:[—–([-]|--)[\s([*_`]*$/
/** From a quote to its place: at most one line further, and there behind a dash or a bracket. */
const TO_PLACE = /^[*_`.,;:!?)\]]*[ \t,|]*(?:\n{0,2}[ \t>]*(?:[—–([]|--|(?<!\n[ \t>]*)-))?[ \t([*_`]*$/
/** From a place to its quote. */
const TO_QUOTE = /^[)\]*_`]*\s*(?:[:—–([|-]|\s)(?:\s*\n\s*(?=$))?[ \t*_`]*$/
const FEW_WORDS = /^[^\n.!?;]{0,3}(?:\p{L}+[ \t:,([]*){1,2}$/u

/** Quotes with a place beside them, anywhere in the answer. What is said in between is not read. */
export function readProse({ text, hidden, quotes }: Prose, { known }: LineFacts): readonly Citation[] {
  const places = findPlaces(text, hidden, known)
  const gapAfter = (quote: Quoted, place: CitedPlace): string => hidden.slice(quote.end, place.start)
  const gapBefore = (quote: Quoted, place: CitedPlace): string => hidden.slice(place.end, quote.start)
  const taken = new Set<CitedPlace>()
  const citations: Citation[] = []
  for (const [index, quote] of quotes.entries()) {
    const next = quotes[index + 1]
    const after = places.find(place => place.start >= quote.end)
    const before = places.findLast(place => place.end <= quote.start && !taken.has(place))
    const leadsNext =
      after &&
      next &&
      next.start >= after.end &&
      TO_QUOTE.test(gapBefore(next, after)) &&
      !OPENER.test(gapAfter(quote, after))
    const isAfter = after !== undefined && leadsNext !== true && TO_PLACE.test(gapAfter(quote, after))
    const isBefore = before !== undefined && TO_QUOTE.test(gapBefore(quote, before))
    if (isAfter) taken.add(after)
    const both = isAfter && isBefore ? joinPlaces(before, after) : undefined
    const sure = both ? [both] : [...(isAfter ? [after] : []), ...(isBefore && isNamed(before) ? [before] : [])]
    const isLoose = !sure.some(place => isNamed(place) || (place === after && OPENER.test(gapAfter(quote, place))))
    const far =
      sure.length > 0
        ? []
        : [
            ...(after && FEW_WORDS.test(gapAfter(quote, after)) ? [after] : []),
            ...(before && FEW_WORDS.test(gapBefore(quote, before)) ? [before] : []),
          ]
    const found = [...sure, ...far].map(place => inherit(place, places))
    const isInherited = found.some((place, at) => place.name !== [...sure, ...far][at]?.name)
    if (found.length > 0) citations.push(citationOf(quote, found, isLoose || isInherited))
  }
  return citations
}

/** Enough to say that a place is meant: a line, a section or a receipt. */
const isNamed = ({ lines, section, receipts }: CitedPlace): boolean =>
  lines.length > 0 || section !== undefined || receipts.length > 0

const citationOf = (quote: Quoted, places: readonly CitedPlace[], isLoose: boolean): Citation => ({
  claim: `"${quote.words.trim()}"`,
  quote: quote.words,
  terms: [],
  places,
  scope: [],
  tools: [],
  span: [quote.start, quote.end],
  isLoose,
})

/** "(line 12)" speaks of a file that was named before. */
function inherit(place: CitedPlace, places: readonly CitedPlace[]): CitedPlace {
  if (place.name !== undefined || place.lines.length === 0) return place
  const name = places.findLast(each => each.name !== undefined && each.start < place.start)?.name
  return { ...place, name }
}
