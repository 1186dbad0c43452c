import type { TextSpan } from '../match/search-folded.ts'
import { type Mention, type CitedPlace, findMentions, findPlaces, joinPlaces, within } from './places.ts'
import { type Quoted, findQuotes, hideQuotes } from './quote-marks.ts'

/** One thing that is pointed at: words, a place, a search in vain or a receipt. */
export type Citation = {
  /** As people are shown it. */
  readonly claim: string
  readonly quote: string | undefined
  /** Said to stand nowhere in the places. */
  readonly terms: readonly string[]
  /** Where it is said to stand; several where the reading leaves it open, and then one of them is enough. */
  readonly places: readonly CitedPlace[]
  /** Folders, patterns and files of a search in vain. */
  readonly scope: readonly string[]
  /** Tools that the line says were used. */
  readonly tools: readonly string[]
  /** In the answer itself, and not in its Evidence line. */
  readonly span?: TextSpan
  /** So far from its place that it counts only where it holds. */
  readonly isLoose?: boolean
}

/** What words between quote marks are: quoted, looked for, or the name of a file or section. */
type MarkRole = 'quote' | 'term' | 'name'
type Marked = Quoted & { readonly role: MarkRole }
type Body = {
  readonly text: string
  readonly hidden: string
  readonly marked: readonly Marked[]
  readonly places: readonly CitedPlace[]
  readonly mentions: readonly Mention[]
  readonly toolNames: readonly string[]
}

export type LineFacts = { readonly known: readonly string[]; readonly toolNames: readonly string[] }

/** A line written as JSON: its keys are no quotes. */
const KEYS = /"(\w{2,16})"\s{0,2}:/g

/** The citations of an Evidence line. Semicolons and line breaks part them. */
export function readLine(line: string, { known, toolNames }: LineFacts): readonly Citation[] {
  const text = quoteBlocks(line.includes('{') ? line.replace(KEYS, '$1: ') : line)
  const marked = giveRoles(text, findQuotes(text), known)
  const isHidden = ({ role, words }: Marked): boolean => role !== 'name' || !isFileName(words, known)
  const hidden = hideQuotes(text, marked.filter(isHidden))
  const body = {
    text,
    hidden,
    marked,
    places: findPlaces(text, hidden, known),
    mentions: findMentions(hidden, known),
    toolNames,
  }
  const citations: Citation[] = []
  for (const segment of segmentsOf(body)) citations.push(...readSegment(segment, body, citations.at(-1)))
  return shareNext(citations)
}

/** A block with bars at its left is a quote, too. */
function quoteBlocks(text: string): string {
  if (!/^\s{0,3}>/m.test(text)) return text
  const lines = text.split('\n').map(line => {
    const words = /^\s{0,3}>[>\s]{0,6}(.*)$/.exec(line)?.[1]?.trim()
    return words === undefined || words === '' ? line : `“${words.replace(/["“”„«»]/g, '')}”`
  })
  return lines
    .join('\n')
    .replaceAll('”\n“', '\n')
    .replace(/\n(?=“)/, ' ')
}

const isFileName = (words: string, known: readonly string[]): boolean =>
  known.includes(words.trim()) || (!/\s/.test(words.trim()) && findMentions(words).some(({ isFile }) => isFile))

function giveRoles(text: string, quotes: readonly Quoted[], known: readonly string[]): readonly Marked[] {
  const marked: Marked[] = []
  for (const quote of quotes) {
    const before = text.slice(Math.max(0, quote.start - 40), quote.start)
    const last = marked.at(-1)
    const goesOn = last?.role === 'term' && /^[\s,]*(?:(?:and|or)\s)?$/i.test(text.slice(last.end, quote.start))
    const isTerm = goesOn || /\b(?:for|no)[\s:(]{0,3}$/i.test(before)
    const isName = /(?:\b(?:section|heading)|§)[\s:(]{0,3}$/i.test(before) || isFileName(quote.words, known)
    marked.push({ ...quote, role: isTerm ? 'term' : isName ? 'name' : 'quote' })
  }
  return marked
}

/** A place alone and a quote alone beside it are one citation, and what is neither belongs to the one before it. */
function segmentsOf({ text, hidden, marked, places, mentions }: Body): readonly TextSpan[] {
  const kindOf = (span: TextSpan): 'quote' | 'place' | 'both' | 'neither' => {
    const hasQuote = within(span, marked).some(({ role }) => role !== 'name')
    const hasPlace = within(span, places).some(place => place.name !== undefined || place.lines.length > 0)
    if (hasQuote) return hasPlace || within(span, mentions).length > 0 ? 'both' : 'quote'
    return hasPlace ? 'place' : 'neither'
  }
  const joined: TextSpan[] = []
  let start = 0
  for (const end of [...[...hidden.matchAll(/[;\n]/g)].map(({ index }) => index), text.length]) {
    const span: TextSpan = [start, end]
    const last = joined.at(-1)
    const kinds = last && `${kindOf(last)} ${kindOf(span)}`
    start = end + 1
    if (text.slice(...span).trim() === '') continue
    if (last && (kinds === 'place quote' || kinds === 'quote place' || kinds?.endsWith(' neither') === true))
      joined.splice(-1, 1, [last[0], end])
    else joined.push(span)
  }
  return joined
}

function readSegment(span: TextSpan, body: Body, last: Citation | undefined): readonly Citation[] {
  const { text, hidden, mentions, toolNames } = body
  const words = hidden.slice(...span)
  const all = within(span, body.places)
  const marked = within(span, body.marked)
  const terms = marked.filter(({ role }) => role === 'term')
  const tokens = new Set(words.toLowerCase().match(/[\w-]{2,80}/g) ?? [])
  const named = /\bwith\s[`"]?([a-z]\w*_\w+)/i.exec(words)?.[1]
  const tools = [...new Set([...toolNames.filter(name => tokens.has(name.toLowerCase())), ...(named ? [named] : [])])]
  const base = { claim: text.slice(...span).trim(), quote: undefined, terms: [], places: all, scope: [], tools }
  const end = terms.at(-1)?.end
  if (end !== undefined && saysNone(hidden.slice(end, span[1])))
    return [{ ...base, terms: terms.map(each => each.words), scope: scopeOf(words.trim(), within(span, mentions)) }]
  const quotes = marked.filter(({ role }) => role !== 'name')
  const [first] = quotes
  if (first === undefined) {
    const exact = all.filter(({ name, lines }) => name !== undefined || lines.length > 0)
    if (exact.length === 0) return all.length === 0 ? [] : [base]
    return exact.map(place => ({ ...base, places: [inherit(place, last)] }))
  }
  const isPlaceFirst = (all[0]?.start ?? Number.POSITIVE_INFINITY) < first.start
  const used = new Set<CitedPlace>()
  const read = quotes.map((quote, index) => {
    const gap: TextSpan = [quotes[index - 1]?.end ?? span[0], quotes[index + 1]?.start ?? span[1]]
    const place = placeFor(quote, { places: all, gap, isPlaceFirst, hidden })
    if (place) used.add(place)
    const more = all.filter(each => each.name === undefined && !used.has(each) && each !== place)
    const own = place && inherit(withRest(place, quote, more), last, all)
    return { ...base, claim: `"${quote.words.trim()}"`, quote: quote.words, places: own ? [own] : (last?.places ?? []) }
  })
  const rest = all.filter(place => !used.has(place) && place.name !== undefined && place.lines.length > 0)
  return [...read, ...rest.map(place => ({ ...base, claim: text.slice(place.start, place.end), places: [place] }))]
}

/** Nothing behind the words looked for, or that nothing was found. */
const saysNone = (words: string): boolean =>
  /\b(?:no|not|none|nothing|0|zero)\b/i.test(words) || words.replace(/\breceipt\b|rcpt_\w+|\W/gi, '') === ''

/** What stands between the first word and "for": names of files and folders, `.` or "all files". */
function scopeOf(words: string, mentions: readonly Mention[]): readonly string[] {
  const between = /^\W*\p{L}+\s([^"“]{1,400}?)\sfor\b/u.exec(words)?.[1] ?? ''
  if (/^(?:all files|(?:the )?workspace|["'`]?\.\/?["'`]?)$/i.test(between.trim())) return ['.']
  const named = mentions.map(({ path }) => path).filter(path => !path.startsWith('rcpt_'))
  if (named.length > 0) return named
  const names = between.split(/,|\sand\s/).map(part => /[\w.*-]+$/.exec(part.replace(/[\s"'`/]+$/, ''))?.[0] ?? '')
  return names.filter(name => name !== '')
}

/** A place without a file is one in the file that was named before it, or in the only one that is named at all. */
function inherit(place: CitedPlace, last: Citation | undefined, all: readonly CitedPlace[] = []): CitedPlace {
  if (place.name !== undefined || (place.lines.length === 0 && place.section === undefined)) return place
  const near =
    all.findLast(({ name, start }) => name !== undefined && start < place.start) ?? all.find(each => each.name)
  return { ...place, name: near?.name ?? last?.places[0]?.name }
}

/** What stands further on in the segment, a line or a receipt, belongs to the place that has none. */
function withRest(place: CitedPlace, quote: Quoted, rest: readonly CitedPlace[]): CitedPlace {
  const near = rest.filter(({ start, lines }) => start >= quote.end || lines.length === 0)
  return near.reduce((joined, each) => joinPlaces(joined, each) ?? joined, place)
}

type Around = {
  readonly places: readonly CitedPlace[]
  readonly gap: TextSpan
  readonly isPlaceFirst: boolean
  readonly hidden: string
}

/** A place stands behind its quote if the first quote comes before the first place, else before it. */
function placeFor(quote: Quoted, { places, gap, isPlaceFirst, hidden }: Around): CitedPlace | undefined {
  const before = places.findLast(({ start, end }) => end <= quote.start && start >= gap[0])
  const after = places.find(({ start }) => start >= quote.end && start < gap[1])
  if (before && /^[)\]*_`\s]*[:—–]\s*$/.test(hidden.slice(before.end, quote.start))) return before
  const near = isPlaceFirst ? before : after
  if (near) return near
  return isPlaceFirst
    ? (places.findLast(({ end }) => end <= quote.start) ?? after)
    : (places.find(({ start }) => start >= quote.end) ?? places.at(-1))
}

/** A quote without a place shares that of the next one. */
function shareNext(citations: readonly Citation[]): readonly Citation[] {
  let next: readonly CitedPlace[] = []
  return citations
    .toReversed()
    .map(citation => {
      const shared =
        citation.quote !== undefined && citation.places.length === 0 ? { ...citation, places: next } : citation
      next = shared.places
      return shared
    })
    .toReversed()
}
