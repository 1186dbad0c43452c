import { type CitedPlace, findPlaces, joinPlaces } from './places.ts'
import { type Quoted, findQuotes, hideQuotes } from './quote-marks.ts'
import type { Citation, LineFacts } from './read-line.ts'

/** An answer with its code blanked, and its quotes hidden; both as long as it is. */
export type Prose = { readonly text: string; readonly hidden: string; readonly quotes: readonly Quoted[] }

const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))/gm
const BLOCK = /(?:^ {0,3}>[^\n]*(?:\n|$))+/gm

const blank = (words: string): string => words.replace(/[^\n]/g, ' ')

/** The answer, as long as before, without what stands in fenced code. */
export const blankCode = (answer: string): string => answer.replace(FENCE, blank)

/** Code is nobody's words; a block with a bar at its left is a quote. */
export function maskProse(answer: string): Prose {
  const text = blankCode(answer)
  const blocks: Quoted[] = []
  const open = text.replace(BLOCK, (block, index: number) => {
    const [end, words] = readBlock(block)
    if (words.trim() === '') return block
    blocks.push({ start: index, end: index + end, words })
    return blank(block.slice(0, end)) + block.slice(end)
  })
  const inline = findQuotes(open, { acrossParagraphs: false })
  const quotes = [...inline, ...blocks].toSorted((a, b) => a.start - b.start)
  return { text, hidden: hideQuotes(text, quotes), quotes }
}

const SOURCE = /^ {0,3}>[> \t]*(?:[—–(]|--)/
const EMPTY_BAR = /^ {0,3}>[> \t]*$/

/** Up to where a block is a quote, and its words: its last line may say where it stands. */
function readBlock(block: string): readonly [end: number, words: string] {
  const lines = block.replace(/\n$/, '').split('\n')
  let count = lines.length
  if (count > 1 && SOURCE.test(lines[count - 1] ?? '')) {
    count--
    while (count > 1 && EMPTY_BAR.test(lines[count - 1] ?? '')) count--
  }
  const quoted = lines.slice(0, count).join('\n').trimEnd()
  return [quoted.length, quoted.replace(/^ {0,3}>[> \t]*/gm, '').replace(/["“”„«»]/g, '')]
}

const OPENER = /^[\s*_`]*(?:[—–([-]|--)[\s([*_`]*$/
/** From a quote to its place: at most one line further, and there behind a dash or a bracket. */
const TO_PLACE = /^[*_`.,;:!?)\]]*[ \t,|]*(?:\n{0,2}[ \t>]*(?:[—–([]|--|(?<!\n[ \t>]*)-))?[ \t([*_`]*$/
/** From a place to its quote. */
const TO_QUOTE = /^[)\]*_`]*\s*(?:[:—–([|-]|\s)(?:\s*\n\s*(?=$))?[ \t*_`]*$/
const FEW_WORDS = /^[^\n.!?;]{0,3}(?:\p{L}+[ \t:,([]*){1,2}$/u

const FAR = 400 // characters; what is further from a quote is not beside it, whatever stands between them

const between = (text: string, from: number, to: number): string | undefined =>
  to - from <= FAR ? text.slice(from, to) : undefined

/** Quotes with a place beside them, anywhere in the answer. What is said in between is not read. */
export function readProse({ text, hidden, quotes }: Prose, { known }: LineFacts): readonly Citation[] {
  if (quotes.length === 0) return []
  const places = findPlaces(text, hidden, known)
  const names = namesBefore(places)
  const inherit = (place: CitedPlace, at: number): CitedPlace =>
    place.name === undefined && place.lines.length > 0 ? { ...place, name: names[at] } : place
  const citations: Citation[] = []
  let [at, taken] = [0, -1]
  for (const [index, quote] of quotes.entries()) {
    while (at < places.length && (places[at]?.start ?? 0) < quote.end) at++
    const [before, after, next] = [taken === at - 1 ? undefined : places[at - 1], places[at], quotes[index + 1]]
    const behind = after && between(hidden, quote.end, after.start)
    const ahead = before && between(hidden, before.end, quote.start)
    const isOpened = behind !== undefined && OPENER.test(behind)
    const toNext = after && next && next.start >= after.end ? between(hidden, after.end, next.start) : undefined
    const leadsNext = toNext !== undefined && TO_QUOTE.test(toNext)
    const isAfter = behind !== undefined && (isOpened || !leadsNext) && TO_PLACE.test(behind)
    const isBefore = ahead !== undefined && TO_QUOTE.test(ahead)
    if (isAfter) taken = at
    const both = isAfter && isBefore && before && after ? joinPlaces(before, after) : undefined
    const beside = (place: CitedPlace | undefined, isMeant: boolean, where: number): readonly CitedPlace[] =>
      place && isMeant ? [inherit(place, where)] : []
    const sure = both
      ? [both]
      : [...beside(after, isAfter, at), ...beside(before, isBefore && before !== undefined && isNamed(before), at - 1)]
    const far = [
      ...beside(after, behind !== undefined && FEW_WORDS.test(behind), at),
      ...beside(before, ahead !== undefined && FEW_WORDS.test(ahead), at - 1),
    ]
    const isInherited = both === undefined && sure.some(place => place !== after && place !== before)
    const found = sure.length > 0 ? sure : far
    if (found.length > 0) citations.push(citationOf(quote, found, !sure.some(isNamed) || isInherited))
  }
  return citations
}

/** For each place the file that was named last before it: "(line 12)" speaks of that. */
function namesBefore(places: readonly CitedPlace[]): readonly (string | undefined)[] {
  let last: string | undefined
  return places.map(({ name }) => {
    const before = last
    last = name ?? last
    return before
  })
}

/** Enough to say that a place is meant: a line, a section or a receipt of ours. A dotted word may be a site. */
const isNamed = ({ lines, section, receipts }: CitedPlace): boolean =>
  lines.length > 0 || section !== undefined || receipts.some(id => /^rcpt_/i.test(id))

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
