import type { EvidenceFinding } from '../../core/index.ts'
import { type Quote, dropsNegation, findQuote, isTelling, readQuote } from '../match/find-quote.ts'
import { holdsMark, isHiddenBy, isShownIn, reachesHidden } from '../match/hidden-span.ts'
import { type LineCounter, countLines, linesOf } from '../match/line-counter.ts'
import type { Span } from '../match/search-folded.ts'
import { withoutNumbers } from '../match/without-numbers.ts'
import type { Citation } from '../reply/pair-segment.ts'
import type { Lines } from '../reply/places.ts'
import { type Backing, backingOf, outputOf, placeName, refsOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import type { OpenFile } from './file-shelf.ts'
import { nearestLine } from './nearest-line.ts'
import { sectionOf } from './sections.ts'

/** Words, and the files in one of which they are said to stand. */
export type QuoteClaim = Pick<Citation, 'lines' | 'section'> & {
  readonly quote: string
  readonly files: readonly OpenFile[]
  /** What the reply says right before the quote: its own "not" may stand there. */
  readonly before?: string
}

type Match = {
  readonly file: OpenFile
  readonly span: Span
  readonly lines: Lines
  readonly fits: boolean
  readonly backing: Backing
  readonly isTurned: boolean
}

/** The best place where the words stand decides: in the claimed lines before others, backed before not. */
export async function judgeQuote(claim: QuoteClaim, of: Case): Promise<EvidenceFinding> {
  const quote = readQuote(claim.quote)
  const shown = `"${claim.quote.trim()}"`
  if (holdsMark(claim.quote))
    return finding(shown, 'quote_unverifiable', 'A part of it was hidden when the file was shown.')
  const best =
    bestMatch(quote, claim, of) ?? bestMatch(quote, { ...claim, files: claim.files.flatMap(withoutItems) }, of)
  if (best === undefined && quote.parts.length > 0) return notFound(quote, claim, of)
  if (best === undefined || !isTelling(quote))
    return finding(shown, 'quote_too_short', 'These words are too few to prove anything.')
  const { file, lines, fits, backing } = best
  const detail = { file: file.path, lines }
  if (!fits)
    return finding(shown, 'quote_wrong_line', {
      because: `It stands in ${placeName(file.path, lines)}, not in ${claimedPlace(claim)}.`,
      ...detail,
    })
  if (best.isTurned)
    return finding(shown, 'quote_not_found', {
      because: `${placeName(file.path, lines)} says the opposite: "not" or its like stands right before it.`,
      ...detail,
    })
  if (isHidden(quote, best, of))
    return finding(shown, 'quote_unverifiable', {
      because: 'It reaches into words that were hidden when the file was shown.',
      ...detail,
    })
  return finding(shown, backing.code, {
    because: backing.because,
    ...(backing.receipt === undefined ? detail : { ...detail, receipt: backing.receipt }),
  })
}

const claimedPlace = ({ lines: [first], section }: QuoteClaim): string =>
  first === undefined
    ? `the section ${JSON.stringify(section ?? '')}`
    : first[0] === first[1]
      ? `line ${first[0]}`
      : `lines ${first[0]}-${first[1]}`

const withoutItems = (file: OpenFile): readonly OpenFile[] => {
  const text = withoutNumbers(file.text)
  return text === file.text ? [] : [{ ...file, text }]
}

const NEGATED = /\b(?:not|no|never|nor|without|hardly|cannot|nobody|nothing)\b|n['’]t\b/i
const MAX_TRIED = 100 // places of the same words that are looked at for a "not" before them

function bestMatch(quote: Quote, claim: QuoteClaim, of: Case): Match | undefined {
  const isNegated = NEGATED.test(claim.before ?? '')
  let best: Match | undefined
  let tried = 0
  for (const file of claim.files) {
    const lineAt = countLines(file.text)
    const isThere = claim.lines.every(([, last]) => linesOf(file.text, [last, last]) !== undefined)
    const section = claim.section === undefined ? undefined : sectionOf(file.text, claim.section)
    for (const span of findQuote(file.text, quote)) {
      const lines = linesAt(file.text, span, lineAt)
      const fits =
        isThere &&
        fitsLines(claim.lines, lines) &&
        (claim.section === undefined || (section !== undefined && meets(section, lines)))
      if (!fits)
        best ??= { file, span, lines, fits, isTurned: false, backing: { code: 'quote_wrong_line', because: '' } }
      else {
        const isTurned = !isNegated && ++tried < MAX_TRIED && dropsNegation(file.text, quote, span)
        const match = {
          file,
          span,
          lines,
          fits,
          isTurned,
          backing: backingOf(file, { lines, words: quote.parts[0] ?? [] }, of),
        }
        if (match.backing.code === 'verified' && !isTurned) return match
        if (best === undefined || !best.fits || (best.isTurned && !isTurned)) best = match
      }
    }
  }
  return best
}

/** Starts come in order, so that all of them together cost one pass. */
function linesAt(text: string, [start, end]: Span, lineAt: LineCounter): Lines {
  const first = lineAt(start)
  return [first, first + text.slice(start, end).split('\n').length - 1]
}

const FAR = 6 // lines; a quote that goes on further behind the cited ones was put together

function fitsLines(cited: readonly Lines[], found: Lines): boolean {
  if (cited.length === 0) return true
  return cited.some(range => meets(range, found)) && found[1] <= Math.max(...cited.map(range => range[1])) + FAR
}

const meets = (one: Lines, other: Lines): boolean => one[0] <= other[1] && other[0] <= one[1]

function isHidden(quote: Quote, { file, span }: Match, of: Case): boolean {
  const { redact } = of.request.sources
  if (redact !== undefined && isHiddenBy(redact, { text: file.text, quote, span })) return true
  const words = file.text.slice(...span)
  return refsOf(of, file.path)
    .map(({ receipt }) => outputOf(receipt))
    .some(output => holdsMark(output) && !isShownIn(output, words) && reachesHidden(file.text, span, output))
}

const MAX_OTHERS = 12

/** Not in the file: perhaps it stood there when it was read, perhaps elsewhere, perhaps something like it does. */
async function notFound(quote: Quote, { quote: words, files }: QuoteClaim, of: Case): Promise<EvidenceFinding> {
  const shown = `"${words.trim()}"`
  for (const file of files) {
    const old = refsOf(of, file.path).filter(({ ref }) => ref.sha256 !== file.sha256)
    const then = old.find(({ receipt }) => findQuote(outputOf(receipt), quote).next().done !== true)
    if (then)
      return finding(shown, 'stale', {
        because: `It stood in ${file.path} when it was read; the file has changed since.`,
        file: file.path,
        receipt: then.receipt.receipt_id,
      })
  }
  const names = files.map(({ path }) => path).join(', ')
  const elsewhere = await whereElse(quote, files, of)
  if (elsewhere !== undefined)
    return finding(shown, 'quote_not_found', `It does not stand in ${names}, but in ${elsewhere}.`)
  const near = files.map(({ path, text }) => nearestLine(path, text, words)).find(line => line !== undefined)
  return finding(
    shown,
    'quote_not_found',
    `These words do not stand in ${names}.${near === undefined ? '' : ` The nearest is ${near}`}`,
  )
}

async function whereElse(quote: Quote, files: readonly OpenFile[], { shelf }: Case): Promise<string | undefined> {
  for (const path of shelf.known.filter(known => files.every(file => file.path !== known)).slice(0, MAX_OTHERS)) {
    const other = await shelf.open(path)
    const place = other.ok ? findQuote(other.value.text, quote).next() : undefined
    if (other.ok && place?.done === false)
      return placeName(path, linesAt(other.value.text, place.value, countLines(other.value.text)))
  }
  return undefined
}
