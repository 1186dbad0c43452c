import type { EvidenceCode, EvidenceFinding } from '../../core/index.ts'
import { linesOf } from '../match/line-counter.ts'
import { type Quote, findQuote, isTelling, readQuote } from '../match/find-quote.ts'
import { claimingSentences } from '../reply/refusal.ts'
import { readSentences } from '../reply/sentences.ts'
import type { Citation } from '../reply/pair-segment.ts'
import { findQuotes } from '../reply/quote-marks.ts'
import { type Body, readBody } from '../reply/read-citations.ts'
import { findLines } from '../reply/places.ts'
import type { Answer } from './answer.ts'
import { type Case, finding } from './case.ts'
import type { OpenFile } from './file-shelf.ts'
import { isMisquote, judgePlace } from './judge-place.ts'
import { judgeQuote } from './judge-quote.ts'
import { citedReceipts } from './judge-receipts.ts'
import { resolveScope } from './resolve-scope.ts'
import { judgeBare } from './judge-bare.ts'
import { missingSource } from './roles.ts'
import { paragraphsOf } from './sections.ts'
import { findStray } from './structural.ts'

const MAX_CITATIONS = 16
const LONGEST = 6_000
const ASKS_FOR_ACCESS =
  /\bACCESS_REQUEST\b|\brequest(?:ing|s)?\b.{0,60}\baccess\b|\bneed (?:access|permission|to (?:check|read|see|look at))\b|\bplease (?:grant|allow|give)\b|\brequesting\b/i

/** Says that something must be seen before anything can be said. */
const WANTS =
  /^\W*(?:(?:so|then|first|to answer (?:that|this)),? )?(?:I|we)(?:['’]d| would| will|['’]ll)? (?:need|have|want|must|require|like|first)\b.{0,40}\b(?:see|read|look|check|open|access|permission|file|scenes?|notes?)\b|^[^.;]{0,80}\b(?:without (?:the|seeing|access|it|that|them|her|his)|access|permission)\b[^.;,]{0,60}[.!]?\s*$/i

export async function judgeLine(line: string, answer: Answer, of: Case): Promise<readonly EvidenceFinding[]> {
  if (line.length > LONGEST) return [finding(line, 'claims_too_many', `The line has more than ${LONGEST} characters.`)]
  const body = readBody(line, of.shelf.known)
  if (ASKS_FOR_ACCESS.test(body.hidden)) return [judgeAccess(body, answer)]
  if (body.citations.length > MAX_CITATIONS)
    return [finding(line, 'claims_too_many', `Name at most ${MAX_CITATIONS} places.`)]
  const findings: EvidenceFinding[] = []
  const files: string[] = []
  const whole = { ...answer, cited: body.citations.length > 1 ? await linesCited(body, of) : '' }
  for (const citation of body.citations.filter(({ quote }) => quote === undefined || !answer.missing.has(quote))) {
    const opened = await openFiles(citation, body, of)
    if (isOpen(opened)) files.push(...opened.map(({ path }) => path))
    findings.push(...(await judgeCitation(citation, opened, { answer: whole, of })))
  }
  const told = findings.length > 0 ? withoutScraps(findings) : judgeBare(body, answer, of)
  return [...told, ...judgeSources(line, files, { body, of, told })]
}

/** A word or two beside a whole quote prove nothing, but spoil nothing either. */
const withoutScraps = (findings: readonly EvidenceFinding[]): readonly EvidenceFinding[] =>
  findings.some(({ holds }) => holds) ? findings.filter(({ code }) => code !== 'quote_too_short') : findings

function judgeAccess({ text, mentions }: Body, answer: Answer): EvidenceFinding {
  const claim = claimingSentences(readSentences(answer.text.replaceAll(/;(?=\s)|,? but(?=\s)/g, '.'))).find(
    ({ hidden }) => !WANTS.test(hidden),
  )
  if (claim !== undefined)
    return finding(
      claim.text,
      'quote_missing',
      'It asks for access, but claims something all the same. Ask only, or quote what proves it.',
    )
  const hasScope =
    mentions.length > 0 || /\b(?:scenes?|chapters?|files?|folders?|outline|compendium|manuscript)\b/i.test(text)
  return hasScope
    ? finding(text, 'access_requested', 'It asks for access instead of claiming something.')
    : finding(text, 'scope_missing', 'It asks for access, but not to what.')
}

/** An empty list: the citation names no file. */
type Opened = readonly OpenFile[] | EvidenceFinding

const isOpen = (opened: Opened): opened is readonly OpenFile[] => Array.isArray(opened)

async function openFiles({ claim, mentions, quote }: Citation, body: Body, of: Case): Promise<Opened> {
  const files: OpenFile[] = []
  for (const { path: name } of mentions) {
    const found = await of.shelf.find(name)
    if (found === 'several') return finding(claim, 'file_ambiguous', `Several files are called ${name}.`)
    const file = found === 'none' ? undefined : await of.shelf.open(found.path)
    if (file?.ok !== true) return finding(claim, 'file_missing', `There is no file ${name} that can be read.`)
    files.push(file.value)
  }
  if (
    files.length > 0 ||
    (quote === undefined && !/\b(?:line|lines|section|heading|entry|paragraph)\b/i.test(body.hidden))
  )
    return files
  return openMeant(claim, body, of)
}

const withoutLines = (words: string): string => {
  let [kept, from] = ['', 0]
  for (const { start, end } of findLines(words)) {
    kept += words.slice(from, Math.max(from, start))
    from = Math.max(from, end)
  }
  return `${kept} ${words.slice(from)}`
}

const MAX_MEANT = 40

/** "Scene 2", "the outline", or only a receipt: the files that these mean. */
async function openMeant(claim: string, body: Body, of: Case): Promise<readonly OpenFile[]> {
  const meant = (await resolveScope(withoutLines(body.hidden.replace(/\brcpt_\w{1,80}/gi, ' ')), of.shelf)) ?? []
  const named = await of.shelf.named(body.hidden)
  const cited = citedReceipts(claim + body.text, of).flatMap(({ file_refs }) => file_refs.map(({ path }) => path))
  const paths = [named, meant.map(({ path }) => path), cited].find(each => each.length > 0) ?? []
  const opened = await Promise.all([...new Set(paths)].slice(0, MAX_MEANT).map(path => of.shelf.open(path)))
  return opened.flatMap(file => (file.ok ? [file.value] : []))
}

/** The lines of all places that the line names without quoting them: several places may prove a sentence together. */
async function linesCited(body: Body, of: Case): Promise<string> {
  const words: string[] = []
  for (const citation of body.citations.filter(({ quote }) => quote === undefined)) {
    const opened = await openFiles(citation, body, of)
    const [file] = isOpen(opened) ? opened : []
    if (file !== undefined) words.push(...citation.lines.map(range => linesOf(file.text, range) ?? ''))
  }
  return words.join('\n').slice(0, LONGEST)
}

type Around = { readonly answer: Answer; readonly of: Case }

async function judgeCitation(
  citation: Citation,
  opened: Opened,
  { answer, of }: Around,
): Promise<readonly EvidenceFinding[]> {
  if (!isOpen(opened)) return [opened]
  const [file] = opened
  const { quote, lines, section } = citation
  if (quote === undefined && (file === undefined || answer.hasAbsence)) return []
  if (quote !== undefined && file === undefined) return [await unnamed(quote, of)]
  const before =
    quote === undefined ? '' : citation.claim.slice(0, Math.max(0, citation.claim.indexOf(quote) - 1)).slice(-24)
  const marked =
    quote === undefined ? undefined : await judgeQuote({ quote, files: opened, lines, section, before }, of)
  const paragraph = Number(PARAGRAPH.exec(citation.claim)?.[1] ?? Number.NaN)
  const at = marked?.holds === true && lines.length === 0 ? marked.lines?.[0] : undefined
  if (
    marked !== undefined &&
    file !== undefined &&
    at !== undefined &&
    paragraph > 0 &&
    !isInParagraph(file.text, paragraph, at)
  )
    return [
      finding(marked.claim, 'quote_wrong_line', {
        because: `It stands in line ${at}, not in paragraph ${paragraph}.`,
        file: file.path,
      }),
    ]
  const isScrap = quote !== undefined && isWeak(quote) && citation.looseWords >= 3
  if (marked?.holds === true && isAltered(citation.claim, marked, opened))
    return [finding(marked.claim, 'quote_not_found', 'What stands between the quotes is not quite what stands there.')]
  if (marked !== undefined && !isScrap && marked.code !== 'quote_not_found' && marked.code !== 'quote_too_short')
    return [marked]
  const meant = citation.unmarked
    .filter(words => words.length > (quote?.length ?? 0) + 4 && words.includes(quote ?? ''))
    .map(words => readQuote(words))
    .find(words => isTelling(words) && opened.some(each => stands(words, each)))
  if (meant !== undefined) return [await judgeQuote({ quote: meant.words, files: opened, lines, section }, of)]
  if (marked === undefined)
    return file === undefined
      ? []
      : [(await quotedAbove(citation, opened, { answer, of })) ?? judgeUnquoted(citation, file, { answer, of })]
  return isScrap && marked.holds
    ? [finding(marked.claim, 'quote_not_found', 'What stands beside these words in the line does not stand there.')]
    : [marked]
}

/** `"Well," she said, and went on with the next pane, "then …"`: what is told between the quotes belongs to them. */
function isAltered(claim: string, { file: path, lines }: EvidenceFinding, opened: readonly OpenFile[]): boolean {
  const quotes = findQuotes(claim)
  const file = opened.find(each => each.path === path)
  if (quotes.length < 2 || file === undefined || lines === undefined) return false
  const cited = linesOf(file.text, lines) ?? ''
  const told = quotes.slice(1).map((quote, index) => claim.slice(quotes[index]?.end ?? 0, quote.start))
  return told.some(words => !/[\d/]/.test(words) && isMisquote(words, cited))
}

const PARAGRAPH = /\bparagraph (\d{1,3})\b/i

const isInParagraph = (text: string, number: number, line: number): boolean =>
  paragraphsOf(text, number).some(([first, last]) => first <= line && line <= last)

/** The answer itself quotes what stands in the cited place. */
async function quotedAbove(
  { lines, section }: Citation,
  files: readonly OpenFile[],
  { answer, of }: Around,
): Promise<EvidenceFinding | undefined> {
  if (lines.length === 0 && section === undefined) return undefined
  for (const { words } of findQuotes(answer.text, { acrossParagraphs: false }).slice(0, MAX_CITATIONS)) {
    if (words.trim().split(/\s+/).length < 3) continue
    const found = await judgeQuote({ quote: words, files, lines, section }, of)
    if (found.holds) return found
  }
  return undefined
}

/** A name or two, which prove little if more words stand beside them without quote marks. */
const isWeak = (words: string): boolean => words.length < 16 && words.trim().split(/\s+/).length < 3

const stands = (words: Quote, { text }: OpenFile): boolean => findQuote(text, words).next().done !== true

function judgeUnquoted(citation: Citation, file: OpenFile, { answer, of }: Around): EvidenceFinding {
  const { claim, lines, section } = citation
  const told = (code: EvidenceCode, because: string): EvidenceFinding =>
    finding(claim, code, { because, file: file.path })
  if (isChangeReport(file.path, answer, of)) return told('self_written', `${file.path} was changed in this session.`)
  if (lines.length === 0 && section === undefined)
    return findStray(answer.text, { words: file.text, around: file.text }) === undefined
      ? told('location_missing', `Neither a line nor a section of ${file.path} is named.`)
      : told('quote_missing', `The answer says what ${file.path} says, but quotes nothing from it.`)
  return judgePlace(citation, file, { answer: answer.text, also: answer.cited ?? '', of })
}

const isChangeReport = (path: string, { claims }: Answer, { request }: Case): boolean =>
  request.sources.written.has(path) && claims.some(({ kind }) => kind === 'changes')

async function unnamed(quote: string, { shelf }: Case): Promise<EvidenceFinding> {
  for (const path of shelf.known.slice(0, MAX_MEANT)) {
    const file = await shelf.open(path)
    if (file.ok && stands(readQuote(quote), file.value))
      return finding(`"${quote}"`, 'file_unnamed', {
        because: `The line does not say which file it quotes; the words stand in ${path}.`,
        file: path,
      })
  }
  return finding(`"${quote}"`, 'file_unnamed', 'The line does not say which file it quotes.')
}

type Sources = { readonly body: Body; readonly of: Case; readonly told: readonly EvidenceFinding[] }

function judgeSources(line: string, files: readonly string[], { body, of, told }: Sources): readonly EvidenceFinding[] {
  const { role } = of.request
  const missing = missingSource(role, files)
  if (missing !== undefined && told.every(({ holds }) => holds))
    return [finding(line, 'source_wrong', `A ${role ?? ''} must cite: ${missing}.`)]
  const cited = citedReceipts(body.text, of)
  const isElsewhere =
    files.length > 0 &&
    cited.length > 0 &&
    cited.every(({ file_refs }) => file_refs.length > 0 && !file_refs.some(({ path }) => files.includes(path)))
  return isElsewhere
    ? [
        finding(line, 'receipt_elsewhere', {
          because: 'The receipt verifies, but it is one for other files.',
          receipt: cited[0]?.receipt_id ?? '',
        }),
      ]
    : []
}
