import type { EvidenceFinding, EvidenceKind, Receipt } from '../../core/index.ts'
import { findQuote, isTelling, readQuote, readingsOf } from '../match/find-quote.ts'
import { foldText } from '../match/fold.ts'
import { linesOf } from '../match/line-counter.ts'
import type { CitedPlace } from '../reply/places.ts'
import type { Citation } from '../reply/read-line.ts'
import { backingOf, placeName } from './backing.ts'
import { TOO_SHORT, judgeQuote } from './judge-quote.ts'
import { citedReceipts, isFinding, judgeReceipt, showsPassage } from './judge-receipt.ts'
import { judgeScope } from './judge-scope.ts'
import { type Case, type OpenFile, finding, shownOutput, refsOf } from './open-case.ts'
import { sectionOf } from './sections.ts'

/** What a citation is: one of the kinds that a contract demands, a receipt alone, or a file without a place in it. */
export type CitationKind = EvidenceKind | 'receipt' | 'file'

/** A citation, and what was found out about it. */
export type Judged = {
  readonly citation: Citation
  readonly kind: CitationKind
  readonly finding: EvidenceFinding
}

export async function judgeCitation(citation: Citation, of: Case): Promise<Judged> {
  const [kind, found] = await findOut(citation, of)
  return { citation, kind, finding: isForeign(citation, found) ? { ...found, code: 'file_unknown' } : found }
}

async function findOut(citation: Citation, of: Case): Promise<readonly [CitationKind, EvidenceFinding]> {
  if (citation.terms.length > 0) return ['scope', await judgeTerms(citation, of)]
  if (citation.quote !== undefined) return ['quote', await judgeWords(citation, of)]
  const [place] = citation.places
  const isBare = place !== undefined && place.name !== undefined && place.receipts.length === 0
  const kind = place?.name !== undefined && isExact(place) ? 'place' : isBare ? 'file' : 'receipt'
  return [kind, await judgePlace(citation, place, of)]
}

/** Outside the Evidence line a file that this session never had may be one of another machine: nobody can tell. */
const isForeign = ({ span }: Citation, { code, file }: EvidenceFinding): boolean =>
  span !== undefined && code === 'file_missing' && file === undefined

const isExact = ({ lines, section }: CitedPlace): boolean => lines.length > 0 || section !== undefined

async function judgeTerms(citation: Citation, of: Case): Promise<EvidenceFinding> {
  const cited = citedReceipts(citation, of)
  if (isFinding(cited)) return cited
  return judgeScope(citation, cited, of)
}

/** Of several places that may be meant, one in which the words stand is enough. */
async function judgeWords(citation: Citation, of: Case): Promise<EvidenceFinding> {
  const { quote = '', claim, tools, places } = citation
  let first: EvidenceFinding | undefined
  for (const place of places.length === 0 ? [undefined] : places) {
    const found = await judgeAt({ claim, quote, tools }, place, of)
    if (found.holds) return found
    first ??= found
  }
  return first ?? unnamed(quote, of)
}

type Words = { readonly claim: string; readonly quote: string; readonly tools: readonly string[] }

async function judgeAt(
  { claim, quote, tools }: Words,
  place: CitedPlace | undefined,
  of: Case,
): Promise<EvidenceFinding> {
  if (place === undefined) return unnamed(quote, of)
  const cited = citedReceipts({ places: [place], tools, claim }, of)
  if (isFinding(cited)) return cited
  const files = place.name === undefined ? await filesOf(cited, of) : await openNamed(place.name, claim, of)
  if (isFinding(files)) return files
  const [receipt] = cited
  if (files.length > 0) return judgeQuote({ quote, files, cited, lines: place.lines, section: place.section }, of)
  return receipt === undefined ? unnamed(quote, of) : judgeShown(quote, receipt)
}

/** A file that is not there is named in the finding only if this session knew it. */
async function openNamed(name: string, claim: string, { files }: Case): Promise<readonly OpenFile[] | EvidenceFinding> {
  const found = await files.find(name)
  if (found === 'several') return finding(claim, 'file_ambiguous', { because: `Several files are called ${name}.` })
  const path = found === 'none' ? name : found.path
  const file = await files.open(path)
  if (file.ok) return [file.value]
  const because = `There is no file ${name} that can be read.`
  return finding(claim, 'file_missing', { because, ...(files.known.includes(path) && { file: path }) })
}

/** A receipt stands for the files that it shows. */
async function filesOf(cited: readonly Receipt[], { files }: Case): Promise<readonly OpenFile[]> {
  const paths = new Set(cited.flatMap(({ file_refs }) => file_refs.map(({ path }) => path)))
  const opened = await Promise.all([...paths].map(path => files.open(path)))
  return opened.flatMap(file => (file.ok ? [file.value] : []))
}

/** Of a tool that reads no files: a page, a command. What was cut from its output cannot be looked up. */
function judgeShown(quote: string, receipt: Receipt): EvidenceFinding {
  const { receipt_id, tool_id, outputs } = receipt
  const detail = { receipt: receipt_id }
  const found = readingsOf(quote).filter(reading => findQuote(shownOutput(receipt), reading).next().done !== true)
  const isThere = found.length > 0
  if (isThere && !found.some(isTelling))
    return finding(`"${quote.trim()}"`, 'quote_too_short', { because: TOO_SHORT, ...detail })
  if (isThere)
    return finding(`"${quote.trim()}"`, 'verified', { because: `It stands in what ${tool_id} returned.`, ...detail })
  return outputs.truncated
    ? finding(`"${quote.trim()}"`, 'unbacked', {
        because: `The receipt keeps only the beginning of what ${tool_id} returned, and it does not stand there.`,
        ...detail,
      })
    : finding(`"${quote.trim()}"`, 'quote_not_found', {
        because: `It does not stand in what ${tool_id} returned.`,
        ...detail,
      })
}

const MAX_KNOWN = 40

async function unnamed(quote: string, { files }: Case): Promise<EvidenceFinding> {
  const claim = `"${quote.trim()}"`
  for (const path of files.known.slice(0, MAX_KNOWN)) {
    const file = await files.open(path)
    if (file.ok && findQuote(file.value.text, readQuote(quote)).next().done !== true)
      return finding(claim, 'file_unnamed', {
        because: `The line does not say which file it quotes; the words stand in ${path}.`,
        file: path,
      })
  }
  return finding(claim, 'file_unnamed', { because: 'The line does not say which file it quotes.' })
}

/** The place exists and holds something; or only a receipt is named. */
async function judgePlace(citation: Citation, place: CitedPlace | undefined, of: Case): Promise<EvidenceFinding> {
  const { claim } = citation
  const cited = citedReceipts(citation, of)
  if (isFinding(cited)) return cited
  const [receipt] = cited
  if (place?.name === undefined)
    return receipt === undefined
      ? finding(claim, 'file_unnamed', { because: 'The line names neither a file nor a receipt.' })
      : judgeReceipt(claim, receipt)
  const opened = await openNamed(place.name, claim, of)
  if (isFinding(opened)) return opened
  const [file] = opened
  if (file === undefined) return unnamed(claim, of)
  if (!isExact(place)) return judgeFile({ claim, cited }, file, of)
  const section = place.section === undefined ? undefined : sectionOf(file.text, place.section)
  const ranges = place.lines.length > 0 ? place.lines : section ? [section] : []
  const isThere = ranges.every(
    range => `${linesOf(file.text, [range[1], range[1]]) ?? ''}${linesOf(file.text, range) ?? ''}`.trim() !== '',
  )
  const [lines] = ranges
  if (lines === undefined || !isThere || (place.section !== undefined && section === undefined)) {
    const because =
      place.section !== undefined && section === undefined
        ? `${file.path} has no section "${place.section}".`
        : `${file.path} has no such line, or it is empty.`
    return finding(claim, 'location_wrong', { because, file: file.path })
  }
  const words = foldText((linesOf(file.text, lines) ?? '').slice(0, 400))
  const other = cited.find(each => !showsPassage(each, { file, lines, words }))
  if (other !== undefined) {
    const because = `Receipt ${other.receipt_id} does not show ${placeName(file.path, lines)}.`
    return finding(claim, 'receipt_elsewhere', { because, receipt: other.receipt_id, file: file.path, lines })
  }
  const { code, because, receipt: shownBy } = backingOf(file, { lines, words }, of)
  return finding(claim, code, { because, file: file.path, lines, ...(shownBy !== undefined && { receipt: shownBy }) })
}

type FileClaim = { readonly claim: string; readonly cited: readonly Receipt[] }

/** A file without a place in it: all that can be said is that it was read, or that the receipt is one for it. */
function judgeFile({ claim, cited }: FileClaim, { path: file, sha256 }: OpenFile, { sound }: Case): EvidenceFinding {
  const other = cited.find(({ file_refs }) => file_refs.every(({ path }) => path !== file))
  if (other) {
    const because = `Receipt ${other.receipt_id} is one for other files.`
    return finding(claim, 'receipt_elsewhere', { because, file, receipt: other.receipt_id })
  }
  const seen = refsOf(cited.length > 0 ? cited : sound, file).find(({ ref }) => ref.sha256 === sha256)
  const because = `${file} is there, but no receipt of this session shows it as it is.`
  return seen === undefined
    ? finding(claim, 'unbacked', { because, file })
    : finding(claim, 'verified', { because: `${file} was seen.`, file, receipt: seen.receipt.receipt_id })
}
