import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { type Quote, findQuote, isTelling, readQuote, readingsOf } from '../match/find-quote.ts'
import { type LineCounter, createLineCounter, linesOf } from '../match/line-counter.ts'
import type { TextSpan } from '../match/search-folded.ts'
import type { Lines } from '../reply/places.ts'
import { type Backing, backingOf, placeName } from './backing.ts'
import { showsPassage } from './judge-receipt.ts'
import { type Case, type OpenFile, finding, shownOutput, refsOf } from './open-case.ts'
import { sectionOf } from './sections.ts'

/** Words, and the files in one of which they are said to stand. */
export type QuoteClaim = {
  readonly quote: string
  readonly files: readonly OpenFile[]
  readonly lines: readonly Lines[]
  readonly section: string | undefined
  /** Receipts that are said to show it. */
  readonly cited: readonly Receipt[]
}

type Match = {
  readonly quote: Quote
  readonly file: OpenFile
  readonly span: TextSpan
  readonly lines: Lines
  readonly fits: boolean
  readonly backing: Backing
}

/** The best place where the words stand decides: in the claimed lines before others, backed before not. */
export async function judgeQuote(claim: QuoteClaim, of: Case): Promise<EvidenceFinding> {
  const readings = readingsOf(claim.quote)
  const shown = `"${claim.quote.trim()}"`
  if (MARK.test(claim.quote))
    return finding(shown, 'quote_unverifiable', { because: 'A part of it was hidden when the file was shown.' })
  if (readings.every(({ parts }) => parts.length === 0))
    return finding(shown, 'quote_too_short', { because: TOO_SHORT })
  const matches = readings.flatMap(reading => bestMatch(reading, claim, of) ?? [])
  const best = matches.find(match => match.fits) ?? matches[0]
  if (best === undefined) return notFound(readQuote(claim.quote), claim, of)
  const { quote, file, lines, fits, backing } = best
  const detail = { file: file.path, lines }
  if (!fits) {
    const because = `It stands in ${placeName(file.path, lines)}, not in ${claimedPlace(claim)}.`
    return finding(shown, 'quote_wrong_line', { because, ...detail })
  }
  if (!isTelling(quote)) return finding(shown, 'quote_too_short', { because: TOO_SHORT, ...detail })
  if (isHidden(best, of)) {
    const because = 'It reaches into words that were hidden when the file was shown.'
    return finding(shown, 'quote_unverifiable', { because, ...detail })
  }
  const words = quote.parts[0] ?? []
  const other = claim.cited.find(receipt => !showsPassage(receipt, { file, lines, words }))
  if (other !== undefined) {
    const because = `Receipt ${other.receipt_id} does not show ${placeName(file.path, lines)}.`
    return finding(shown, 'receipt_elsewhere', { because, receipt: other.receipt_id, ...detail })
  }
  const { code, because, receipt } = backing
  return finding(shown, code, { because, ...detail, ...(receipt !== undefined && { receipt }) })
}

export const TOO_SHORT = 'These words are too few to prove anything.'

const claimedPlace = ({ lines: [first], section }: QuoteClaim): string => {
  if (first === undefined) return `the section ${JSON.stringify(section ?? '')}`
  return first[0] === first[1] ? `line ${first[0]}` : `lines ${first[0]}-${first[1]}`
}

function bestMatch(quote: Quote, claim: QuoteClaim, of: Case): Match | undefined {
  let best: Match | undefined
  for (const file of claim.files) {
    const lineAt = createLineCounter(file.text)
    const isThere = claim.lines.every(([, last]) => linesOf(file.text, [last, last]) !== undefined)
    const section = claim.section === undefined ? undefined : sectionOf(file.text, claim.section)
    for (const span of findQuote(file.text, quote)) {
      const lines = linesAt(file.text, span, lineAt)
      const isInSection = claim.section === undefined || (section !== undefined && meets(section, lines))
      if (!isThere || !isInSection || !fitsLines(claim.lines, lines)) {
        best ??= { quote, file, span, lines, fits: false, backing: { code: 'quote_wrong_line', because: '' } }
        continue
      }
      const backing = backingOf(file, { lines, words: quote.parts[0] ?? [] }, of)
      const match = { quote, file, span, lines, fits: true, backing }
      if (backing.code === 'verified') return match
      if (best?.fits !== true) best = match
    }
  }
  return best
}

/** Starts come in order, so that all of them together cost one pass. */
function linesAt(text: string, [start, end]: TextSpan, lineAt: LineCounter): Lines {
  const first = lineAt(start)
  return [first, first + text.slice(start, end).split('\n').length - 1]
}

const FAR = 6 // lines; a quote that goes on further behind the cited ones was put together

function fitsLines(cited: readonly Lines[], found: Lines): boolean {
  if (cited.length === 0) return true
  return cited.some(range => meets(range, found)) && found[1] <= Math.max(...cited.map(range => range[1])) + FAR
}

const meets = (one: Lines, other: Lines): boolean => one[0] <= other[1] && other[0] <= one[1]

const MARK = /\[REDACTED:[\w-]{1,40}(?:#[0-9a-f]{1,16})?\]/
const AROUND = 8_000 // characters; a key of many lines is recognised only as a whole

/** Are the quoted words gone once what stands around them is shown as tools and people are shown it? */
function isHidden({ quote, file: { text }, span }: Match, { sources: { redact } }: Case): boolean {
  const from = Math.max(0, text.lastIndexOf('\n', Math.max(0, span[0] - AROUND)))
  const around = text.slice(from, span[1] + AROUND)
  const shown = redact?.(around) ?? around
  return shown !== around && findQuote(shown, quote).next().done === true
}

const MAX_OTHERS = 12

/** Not in the file: perhaps it stood there when it was read, perhaps elsewhere, perhaps something like it does. */
async function notFound(quote: Quote, { quote: words, files }: QuoteClaim, of: Case): Promise<EvidenceFinding> {
  const shown = `"${words.trim()}"`
  for (const { path: file, sha256 } of files) {
    const old = refsOf(of.sound, file).filter(({ ref }) => ref.sha256 !== sha256)
    const then = old.find(({ receipt }) => findQuote(shownOutput(receipt), quote).next().done !== true)
    if (then) {
      const because = `It stood in ${file} when it was read; the file has changed since.`
      return finding(shown, 'stale', { because, file, receipt: then.receipt.receipt_id })
    }
  }
  const names = files.map(({ path }) => path).join(', ')
  const elsewhere = await whereElse(quote, files, of)
  const near =
    elsewhere ?? files.map(({ path, text }) => nearestLine(path, text, words)).find(line => line !== undefined)
  const where = elsewhere === undefined ? 'The nearest is' : 'They stand in'
  const because = `These words do not stand in ${names}.${near === undefined ? '' : ` ${where} ${near}.`}`
  return finding(shown, 'quote_not_found', { because, ...(files[0] && { file: files[0].path }) })
}

async function whereElse(quote: Quote, files: readonly OpenFile[], of: Case): Promise<string | undefined> {
  for (const path of of.files.known.filter(known => files.every(file => file.path !== known)).slice(0, MAX_OTHERS)) {
    const other = await of.files.open(path)
    const place = other.ok ? findQuote(other.value.text, quote).next() : undefined
    if (other.ok && place?.done === false)
      return placeName(path, linesAt(other.value.text, place.value, createLineCounter(other.value.text)))
  }
  return undefined
}

const MAX_TEXT = 400_000
const MAX_SHOWN = 200

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The line that shares most words with a quote that does not stand there; undefined if hardly any are shared. */
function nearestLine(path: string, text: string, quote: string): string | undefined {
  const wanted = new Set(wordsOf(quote.slice(0, 1_000)))
  if (text.length > MAX_TEXT || wanted.size < 3) return undefined
  let best = { shared: 0, number: 0, line: '' }
  for (const [index, line] of text.split('\n').entries()) {
    const shared = new Set(wordsOf(line).filter(word => wanted.has(word))).size
    if (shared > best.shared) best = { shared, number: index + 1, line }
  }
  if (best.shared < wanted.size * 0.6) return undefined
  const line = best.line.trim()
  const shown = line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN).toWellFormed()}…`
  return `${path}:${best.number}: ${JSON.stringify(shown)}`
}
