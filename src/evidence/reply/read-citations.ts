import { type Citation, type Marked, type Role, type Segment, pairSegment } from './pair-segment.ts'
import { type Mention, findLines, findMentions } from './places.ts'
import { type Quoted, findQuotes, hideQuotes } from './quote-marks.ts'

export type Body = {
  readonly text: string
  /** The text with nothing legible between quote marks; names of files stay. */
  readonly hidden: string
  /** In quote marks, but looked for and not quoted. */
  readonly terms: readonly string[]
  readonly mentions: readonly Mention[]
  readonly citations: readonly Citation[]
}

/** A line written as JSON: its keys are no quotes. */
const KEYS = /"(\w{2,16})"\s{0,2}:/g

/** `outline:3` */
const NAMED_LINE = /\b(outline|card|sheet|entry|profile|(?:scene|chapter) \d{1,3}):(?=\d)(\d)/gi

const TERM_BEFORE =
  /(?:\bfor|\bof|\babout|\bto|\bno|\bany|\bwords?|\bterms?|\bphrases?|\bnames?|\bcalled|\bnamed|\bmention(?:s|ed|ing)?)[\s:(]{0,3}$/i
const SEARCHED =
  /\b(?:check|search|look|grep|scann|mention|found (?:no|nothing)|no (?:result|match|hit|line|occurrence|instance)|occurrence|none|never|absent)/i
const SECTION_BEFORE =
  /\b(?:section|heading|headed|header|entry|titled|title|under)(?: (?:the|on|for|called|named|titled))?[\s:(]{0,3}$/i

export function readBody(source: string, known: readonly string[]): Body {
  const text = quoteBlocks(source.replace(KEYS, '$1: ').replace(NAMED_LINE, '$1, line $2'))
  const marked = giveRoles(text, findQuotes(text), known)
  const hidden = hideQuotes(
    text,
    marked.filter(({ role }) => role !== 'name'),
  )
  const mentions = findMentions(hidden, known)
  const citations: Citation[] = []
  for (const segment of joinSegments(hidden, { marked, mentions })) {
    const files = within(segment, mentions).filter(({ isFile }) => isFile)
    citations.push(
      ...pairSegment({
        text,
        hidden,
        segment,
        files,
        marked: within(segment, marked),
        inherited: citations.at(-1)?.mentions ?? [],
      }),
    )
  }
  return {
    text,
    hidden,
    terms: marked.filter(({ role }) => role === 'term').map(({ words }) => words),
    mentions,
    citations: fromNext(citations),
  }
}

const within = <T extends { readonly start: number }>({ start, end }: Segment, all: readonly T[]): readonly T[] =>
  all.filter(each => each.start >= start && each.start < end)

const JOINED: ReadonlySet<string> = new Set([
  'place quote',
  'quote place',
  'place line',
  'line place',
  'line quote',
  'quote line',
])

type Found = { readonly marked: readonly Marked[]; readonly mentions: readonly Mention[] }

/** Semicolons and lines part citations; a place alone and a quote alone beside it are one, and what is neither is none. */
function joinSegments(hidden: string, { marked, mentions }: Found): readonly Segment[] {
  const kindOf = (segment: Segment): 'quote' | 'place' | 'line' | 'both' | 'neither' => {
    const hasQuote = within(segment, marked).some(({ role }) => role === 'quote')
    const hasPlace = within(segment, mentions).some(({ isFile }) => isFile)
    if (hasQuote) return hasPlace ? 'both' : 'quote'
    if (hasPlace) return 'place'
    return findLines(hidden.slice(segment.start, segment.end)).length > 0 ? 'line' : 'neither'
  }
  const segments = segmentsOf(hidden)
  const useful = segments.filter(segment => kindOf(segment) !== 'neither')
  const joined: Segment[] = []
  for (const segment of useful) {
    const last = joined.at(-1)
    const kinds = last && `${kindOf(last)} ${kindOf(segment)}`
    if (last && JOINED.has(kinds ?? '')) joined.splice(-1, 1, { start: last.start, end: segment.end })
    else joined.push(segment)
  }
  return joined.length > 0 ? joined : segments
}

/** A quote without a place of its own shares that of the next. */
function fromNext(citations: readonly Citation[]): readonly Citation[] {
  let next: readonly Mention[] = []
  return citations
    .toReversed()
    .map(citation => {
      const shared =
        citation.quote !== undefined && citation.mentions.length === 0 ? { ...citation, mentions: next } : citation
      next = shared.mentions
      return shared
    })
    .toReversed()
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

function giveRoles(text: string, quotes: readonly Quoted[], known: readonly string[]): readonly Marked[] {
  const searched = SEARCHED.test(text)
  const marked: Marked[] = []
  for (const quote of quotes) {
    const before = text.slice(Math.max(0, quote.start - 40), quote.start)
    const last = marked.at(-1)
    const goesOn =
      last?.role === 'term' && /^[\s,]{0,3}(?:and|or|nor)?[\s,]{0,3}$/i.test(text.slice(last.end, quote.start))
    marked.push({ ...quote, role: roleOf(quote.words, { before, searched, goesOn, known }) })
  }
  return marked
}

type Around = {
  readonly before: string
  readonly searched: boolean
  readonly goesOn: boolean
  readonly known: readonly string[]
}

function roleOf(words: string, { before, searched, goesOn, known }: Around): Role {
  const bare = words.trim()
  if (searched && (goesOn || /\bfor[\s:(]{0,3}$/i.test(before))) return 'term'
  if (known.includes(bare) || (!/\s/.test(bare) && findMentions(bare).some(({ isFile }) => isFile))) return 'name'
  if (searched && TERM_BEFORE.test(before)) return 'term'
  return SECTION_BEFORE.test(before) ? 'section' : 'quote'
}

/** Semicolons and lines part citations. */
function segmentsOf(hidden: string): readonly Segment[] {
  const segments: Segment[] = []
  let start = 0
  for (const { index } of hidden.matchAll(/[;\n]/g)) {
    segments.push({ start, end: index })
    start = index + 1
  }
  return [...segments, { start, end: hidden.length }].filter(
    ({ start: from, end }) => hidden.slice(from, end).trim() !== '',
  )
}
