/** A stretch between quote marks: from the first mark to behind the last, and the words inside. */
export type Quoted = { readonly start: number; readonly end: number; readonly words: string }

const LONGEST = 4_000 // characters; what is longer is no quote but a copy
const LONGEST_SINGLE = 600 // apostrophes are everywhere, so they are believed less far
const BLANK_LINE = /\n[ \t]*\n/g
const WORD = /[\p{L}\d]/u
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”“"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
}
const SINGLE = /['‘’]/

const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char)
const isBlank = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

/** Up to where nothing was found that could close a quote of a kind: it need not be looked at twice. */
type Barren = Map<string, number>

type Options = {
  /** In an Evidence line a quote may go on behind a blank line; in an answer an open mark must not swallow the rest. */
  readonly acrossParagraphs?: boolean
}

/** From left to right; what stands inside a quote opens no other. An apostrophe neither opens nor ends one. */
export function findQuotes(text: string, { acrossParagraphs = true }: Options = {}): readonly Quoted[] {
  const quotes: Quoted[] = []
  if (!OPENERS.test(text)) return quotes
  const barren: Barren = new Map()
  let paragraph = 0
  for (let at = 0; at < text.length; at++) {
    if (!acrossParagraphs && at >= paragraph) paragraph = endOfParagraph(text, at)
    const end = endOfQuote(text, at, { barren, limit: acrossParagraphs ? text.length : paragraph })
    if (end < 0) continue
    quotes.push({ start: at, end: end + 1, words: text.slice(at + 1, end) })
    at = end
  }
  return quotes
}

function endOfParagraph(text: string, from: number): number {
  BLANK_LINE.lastIndex = from
  const end = BLANK_LINE.exec(text)
  return end === null ? text.length : end.index + end[0].length
}

type Bounds = { readonly barren: Barren; readonly limit: number }

/** Where the quote that opens here ends; -1 when none does. */
function endOfQuote(text: string, at: number, { barren, limit }: Bounds): number {
  const mark = text[at] ?? ''
  const kind = KINDS[mark]
  if (kind === undefined || text[at - 1] === '\\' || !opens(text, at, mark)) return -1
  const to = Math.min(limit, at + kind.longest)
  const end = kind.find(text, { mark, from: Math.max(at + 1, barren.get(mark) ?? 0), to, start: at })
  if (end < 0) barren.set(mark, to)
  return end
}

type Stretch = { readonly mark: string; readonly start: number; readonly from: number; readonly to: number }
type Kind = { readonly find: (text: string, stretch: Stretch) => number; readonly longest: number }

const KINDS: Readonly<Record<string, Kind>> = {
  '"': { find: endOfDouble, longest: LONGEST },
  "'": { find: endOfSingle, longest: LONGEST_SINGLE },
  '‘': { find: endOfSingle, longest: LONGEST_SINGLE },
  ...Object.fromEntries(Object.keys(CLOSERS).map(mark => [mark, { find: endOfPair, longest: LONGEST }])),
}

/** Marks that open a quote: those that are apostrophes as well, and all others. */
export const QUOTE_OPENERS: Readonly<Record<'single' | 'wide', string>> = {
  single: "'‘",
  wide: `"${Object.keys(CLOSERS).join('')}`,
}

const OPENERS = new RegExp(`[${Object.values(QUOTE_OPENERS).join('')}]`)

const opens = (text: string, at: number, mark: string): boolean =>
  Object.hasOwn(CLOSERS, mark) || (!isWord(text[at - 1]) && !isBlank(text[at + 1]))

const closes = (text: string, at: number): boolean => !isBlank(text[at - 1]) && !isWord(text[at + 1])

/** Marks that open inside are closed inside; if they do not come out even, the first mark that can close does. */
function endOfDouble(text: string, { start, from, to }: Stretch): number {
  let [depth, first] = [1, -1]
  for (let at = from; at < to; at++) {
    if (text[at] !== '"' || text[at - 1] === '\\') continue
    const isInner = opensInside(text, at, start)
    if (!isInner && first < 0) first = at
    depth += isInner ? 1 : -1
    if (depth === 0) return at
  }
  return first
}

const opensInside = (text: string, at: number, start: number): boolean =>
  !isBlank(text[at + 1]) &&
  (isBlank(text[at - 1]) || /[([{—]/.test(text[at - 1] ?? '') || (at === start + 1 && isWord(text[at + 1])))

function endOfPair(text: string, { mark, from, to }: Stretch): number {
  const closers = CLOSERS[mark] ?? ''
  let [depth, first] = [1, -1]
  for (let at = from; at < to; at++) {
    const char = text[at] ?? ''
    const isCloser = closers.includes(char) && ((char !== '"' && char !== mark) || closes(text, at))
    if (isCloser && first < 0) first = at
    if (isCloser) depth--
    else if (char === mark) depth++
    if (depth === 0) return at
  }
  return first
}

/** The last mark that can close before a bracket, another quote or the line's end: others may be apostrophes. */
function endOfSingle(text: string, { from, to }: Stretch): number {
  let last = -1
  for (let at = from; at < to; at++) {
    const char = text[at] ?? ''
    if (last >= 0 && (/[(;\n]/.test(char) || isSingleOpener(text, at))) break
    if (SINGLE.test(char) && closes(text, at)) last = at
  }
  return last
}

const isSingleOpener = (text: string, at: number): boolean =>
  /['‘]/.test(text[at] ?? '') && isBlank(text[at - 1]) && !isBlank(text[at + 1])

const HIDDEN = '\ue000'

/** The same text, as long as before, with nothing legible between quote marks. */
export function hideQuotes(text: string, quotes: readonly Quoted[]): string {
  let [shown, from] = ['', 0]
  for (const { start, end } of quotes) {
    shown += `${text.slice(from, start)}"${HIDDEN.repeat(Math.max(0, end - start - 2))}"`
    from = end
  }
  return shown + text.slice(from)
}
