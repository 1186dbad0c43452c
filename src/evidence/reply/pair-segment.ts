import { type LineMention, type Lines, type Mention, findLines } from './places.ts'
import type { Quoted } from './quote-marks.ts'

/** One thing that is pointed at: words, and where they are said to stand. */
export type Citation = {
  readonly claim: string
  readonly quote: string | undefined
  readonly mentions: readonly Mention[]
  readonly lines: readonly Lines[]
  readonly section: string | undefined
  /** All that stands beside the place, with or without quote marks; it may be meant as the quote. */
  readonly unmarked: readonly string[]
  /** How many words stand there without quote marks, besides such as belong to any citation. */
  readonly looseWords: number
}

/** What words between quote marks are: quoted, looked for, the title of a section, or the name of a file. */
export type Role = 'quote' | 'term' | 'section' | 'name'
export type Marked = Quoted & { readonly role: Role }
export type Segment = { readonly start: number; readonly end: number }

const SECTION_WORDS = /(?:\b(?:section|heading|entry)\b|§)[\s:]{0,3}(?:for |on |the )?([^\s,;()"\n][^,;()"\n]{0,118})/i

type Pairing = {
  readonly text: string
  readonly hidden: string
  readonly segment: Segment
  readonly files: readonly Mention[]
  readonly marked: readonly Marked[]
  readonly inherited: readonly Mention[]
}

/** Which words belong to which place: a place stands behind its quote if the first quote comes before the first place, else before it. */
export function pairSegment({ text, hidden, segment, files, marked, inherited }: Pairing): readonly Citation[] {
  const claim = text.slice(segment.start, segment.end).trim()
  const quotes = marked.filter(({ role }) => role === 'quote')
  const shown = hidden.slice(segment.start, segment.end)
  const lines = findLines(shown).map(each => ({
    ...each,
    start: each.start + segment.start,
    end: each.end + segment.start,
  }))
  const section = marked.find(({ role }) => role === 'section')?.words ?? SECTION_WORDS.exec(shown)?.[1]?.trim()
  const places = [...files, ...lines]
  const base = {
    claim,
    section,
    unmarked: unmarkedWords(text, segment, places),
    looseWords: countLoose(hidden, segment, places),
  }
  if (quotes.length === 0) {
    const ranges = places.flatMap(place => place.lines)
    return [{ ...base, quote: undefined, mentions: files.length > 0 ? files : inherited, lines: ranges }]
  }
  const led = quotes.map(quote => lineBefore(quote, lines, hidden))
  const isOneEach = files.length === quotes.length && files.length > 1 && isApart(files, quotes)
  return quotes.map((quote, index) => {
    const between = { from: quotes[index - 1]?.end ?? segment.start, to: quotes[index + 1]?.start ?? segment.end }
    const matching = isOneEach ? files[index] : undefined
    const file =
      matching === undefined
        ? placeOf(quote, { places: files, first: quotes[0], ...between })
        : { place: matching, isNear: true }
    const line =
      led[index] ?? lineOf(quote, { places: lines.filter(each => !led.includes(each)), first: quotes[0], ...between })
    const own = line?.lines ?? (file?.isNear === true ? file.place.lines : [])
    return { ...base, quote: quote.words, mentions: file ? [file.place] : inherited, lines: own }
  })
}

/** All of the one stand before all of the other, so that the first belongs to the first. */
const isApart = (files: readonly Mention[], quotes: readonly Quoted[]): boolean =>
  (files.at(-1)?.end ?? 0) <= (quotes[0]?.start ?? 0) || (quotes.at(-1)?.end ?? 0) <= (files[0]?.start ?? 0)

type Near<T> = {
  readonly places: readonly T[]
  readonly first: Quoted | undefined
  readonly from: number
  readonly to: number
}

function placeOf(
  quote: Quoted,
  { places, first, from, to }: Near<Mention>,
): { readonly place: Mention; readonly isNear: boolean } | undefined {
  const [head] = places
  if (head === undefined || first === undefined) return undefined
  const follows = head.start > first.start
  const near = follows
    ? places.find(({ start }) => start >= quote.end && start < to)
    : places.findLast(({ start }) => start < quote.start && start >= from)
  const far = follows
    ? places.find(({ start }) => start >= quote.end)
    : places.findLast(({ start }) => start < quote.start)
  const place = near ?? far ?? (follows ? places.at(-1) : head)
  return place && { place, isNear: near !== undefined || (places.length === 1 && far === undefined) }
}

function lineOf(quote: Quoted, { places, first, from, to }: Near<LineMention>): LineMention | undefined {
  const [head] = places
  if (head === undefined || first === undefined) return undefined
  return head.start > first.start
    ? places.find(({ start }) => start >= quote.end && start < to)
    : places.findLast(({ start }) => start < quote.start && start >= from)
}

const LEADS = /^\s*(?::|[—–]|\b(?:says|reads|has)\b:?)\s*$/

/** `"A". And line 15: "B"`: the line with a colon belongs to the quote behind it, and to no other. */
const lineBefore = (quote: Quoted, lines: readonly LineMention[], text: string): LineMention | undefined =>
  lines.findLast(({ end }) => end <= quote.start && LEADS.test(text.slice(end, quote.start)))

const LONGEST_SIDE = 600

/** What is left beside the place, if it is enough to be a phrase. */
function unmarkedWords(
  text: string,
  { start, end }: Segment,
  places: readonly (Mention | LineMention)[],
): readonly string[] {
  const first = Math.min(...places.map(place => place.start))
  const last = Math.max(...places.map(place => place.end))
  if (places.length === 0) return []
  const sides = [text.slice(last, end).slice(0, LONGEST_SIDE), text.slice(start, first).slice(-LONGEST_SIDE)]
  return sides
    .map(side => side.replace(/^[\s:,)\].–—-]+|[\s:,([–—-]+$/g, ''))
    .filter(side => side.split(/\s+/, 3).length >= 3)
}

const CONNECTING =
  /^(?:and|or|in|on|at|it|it's|also|says?|said|reads?|states?|lines?|see|the|a|an|of|from|source|sources|file|receipt|receipt_id|rcpt_\w+|where|with|as|is|found|i|we|checked|scene|text|card|section|entry|which|that|he|she|they|here|there|quote|path|direct|exact|words)$/i

function countLoose(
  hidden: string,
  { start, end }: Segment,
  places: readonly { readonly start: number; readonly end: number }[],
): number {
  let [shown, from] = ['', start]
  for (const place of places.toSorted((a, b) => a.start - b.start)) {
    shown += hidden.slice(from, Math.max(from, place.start))
    from = Math.max(from, place.end)
  }
  const words = (shown + hidden.slice(from, end)).slice(0, 2 * LONGEST_SIDE).match(/[\p{L}\d_']+/gu) ?? []
  return words.filter(word => !CONNECTING.test(word)).length
}
