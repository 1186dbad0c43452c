import { type EvidenceFinding, type EvidenceReport, type Result, fail, messageOf } from '../core/index.ts'
import { type Unchecked, countUnchecked, summarize } from './coverage.ts'
import type { EvidenceRequest, EvidenceSources } from './evidence-request.ts'
import { type Judged, judgeCitation } from './judge/judge-citation.ts'
import { judgeContract, judgeForm } from './judge/judge-contract.ts'
import { type Case, finding, openCase } from './judge/open-case.ts'
import { verdictOf, weakestOf } from './judge/verdicts.ts'
import { findReceipts } from './reply/places.ts'
import { type Citation, type LineFacts, readLine } from './reply/read-line.ts'
import { type Prose, readProse, maskProse } from './reply/read-prose.ts'
import { type SplitReply, splitReply } from './reply/split-reply.ts'
import { dropInvisible, mayCite } from './may-cite.ts'

/** What was found out about an answer; what ran in its turn, whoever asked knows better. */
export type CheckedAnswer = {
  /** The answer without its Evidence line. */
  readonly text: string
  readonly report: Omit<EvidenceReport, 'ran' | 'remarks'>
  /** What withholds the answer: a citation that is false, or what a contract demands and did not get. */
  readonly faults: readonly EvidenceFinding[]
}

const LONGEST = 200_000 // characters; what stands behind them is counted as not checked
const MAX_CITATIONS = 200
const MAX_LINE = 12_000
const NOTHING_SAID = /^[\s([*_`]*(?:none|n\/?a|-|–|—)?[\s.)\]*_`]*$/i
const saysNothing = (line: string): boolean => line.length <= 60 && NOTHING_SAID.test(line)

type SplitAnswer = {
  readonly split: SplitReply & { readonly shown: string }
  readonly citationsOf: (line: string) => readonly Citation[]
}

const NONE_LEFT: Unchecked = { sentences: 0, citations: 0 }

/** Holds what an answer cites against bytes and receipts. It changes nothing and asks no model. */
export async function checkEvidence(asked: EvidenceRequest): Promise<CheckedAnswer> {
  if (abstains(asked.text)) return { text: asked.text, report: reportOf([], [], NONE_LEFT), faults: [] }
  const isIdle = asked.contract === undefined && !mayCite(asked.text)
  const of = openCase(asked, isIdle ? NO_SOURCES : asked.sources())
  const facts = { known: of.files.known, toolNames: asked.toolNames }
  const { split, citationsOf } = splitAnswer(asked, facts)
  const lines = split.evidence.filter(line => !saysNothing(line))
  const prose = maskProse(split.text.slice(0, LONGEST))
  const inLine = lines.flatMap(citationsOf)
  const beside = isIdle ? [] : readProse(prose, facts)
  const cited = await judgeAll(inLine, of)
  const told = (await judgeAll(beside, of)).filter(isMeant)
  const judged = [...cited, ...told]
  const receipts = receiptsAlone(prose, judged, asked)
  const alone = await judgeAll(receipts, of)
  const access = lines.filter(line => ACCESS.test(line)).map(judgeAccess)
  const form = asked.contract === undefined || access.length > 0 ? [] : judgeForm(asked.text, asked.toolNames)
  const owed =
    asked.contract === undefined || form.length > 0
      ? []
      : judgeContract(asked.contract, {
          lines,
          cited,
          asksForAccess: access.some(({ holds }) => holds),
          isUnchecked: told.length + alone.length === 0,
        })
  const all = [...judged, ...alone]
  const spans = all.flatMap(({ citation }) => (citation.span ? [citation.span] : []))
  const rest = split.text.slice(LONGEST)
  const unchecked = {
    sentences: countUnchecked(prose, spans) + (rest === '' ? 0 : 1),
    citations:
      [inLine, beside, receipts].reduce((sum, citations) => sum + countLeft(citations), 0) +
      lines.filter(line => line.length > MAX_LINE).length +
      (mayCite(rest) ? 1 : 0),
  }
  const excess = asked.contract === undefined ? [] : judgeExcess(unchecked)
  const others = [...form, ...access, ...owed, ...excess]
  const report = reportOf(once(all), others, unchecked)
  const faults = report.findings.filter(({ code }) => verdictOf(code) === 'failed')
  return { text: split.shown, report, faults }
}

/** Without a contract "Evidence" is a word like others: what it labels is taken out only if it says what ours does. */
function splitAnswer({ text, contract }: EvidenceRequest, facts: LineFacts): SplitAnswer {
  const read = new Map<string, readonly Citation[]>()
  const citationsOf = (line: string): readonly Citation[] => {
    const citations = read.get(line) ?? (ACCESS.test(line) ? [] : readLine(line.slice(0, MAX_LINE), facts))
    read.set(line, citations)
    return citations
  }
  const isLine = (written: string): boolean => {
    const line = dropInvisible(written)
    return saysNothing(line) || ACCESS.test(line) || citationsOf(line).length > 0
  }
  const isMeant = contract === undefined ? isLine : undefined
  const plain = dropInvisible(text)
  const split = splitReply(plain, isMeant)
  // What is delivered keeps its joined emoji and the like, unless its Evidence line could be told only without them.
  const written = plain === text ? split : splitReply(text, isMeant)
  const shown = written.evidence.length === split.evidence.length ? written.text : split.text
  return { split: { ...split, shown }, citationsOf }
}

const noFile = (): Promise<Result<never>> => Promise.resolve(fail('file_not_found', 'Nothing is read.'))
const NO_SOURCES: EvidenceSources = { readFile: noFile, listFiles: noFile, receipts: [], written: new Set() }

/** Files and logs are read here; if that breaks, nothing is proved, and whatever is cited counts as false. */
export function brokenCheck(text: string, thrown: unknown): CheckedAnswer {
  const because = `It could not be checked: ${messageOf(thrown)}`
  const broken = finding('The answer', 'receipt_invalid', { because })
  return {
    text,
    report: { ...reportOf([], [broken], { ...NONE_LEFT, sentences: 1 }), verdict: 'failed' },
    faults: [broken],
  }
}

const ABSTAINS = /^[\s*_`"'.![(]{0,8}ABSTAIN[\s*_`"'.!\])]{0,8}$/
const abstains = (text: string): boolean => text.length < 40 && ABSTAINS.test(text)

const ACCESS = /\bACCESS_REQUEST\b/

function judgeAccess(line: string): EvidenceFinding {
  return /\bACCESS_REQUEST[\s:]+\S/.test(line)
    ? finding(line, 'access_requested', { because: 'It asks for access instead of citing something.' })
    : finding(line, 'scope_unknown', { because: 'It asks for access, but does not say to what.' })
}

const countLeft = (citations: readonly Citation[]): number =>
  citations.slice(MAX_CITATIONS).filter(({ isLoose }) => isLoose !== true).length

/** Under a contract nothing that nobody has looked at may pass for proved. */
function judgeExcess({ citations }: Unchecked): readonly EvidenceFinding[] {
  const because = `It cites too much: ${citations} of its citations were not checked.`
  return citations === 0 ? [] : [finding('The answer', 'citations_too_many', { because })]
}

async function judgeAll(citations: readonly Citation[], of: Case): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const citation of citations.slice(0, MAX_CITATIONS)) judged.push(await judgeCitation(citation, of))
  return judged
}

/** In the answer itself, a quote that stands far from its place, or is hardly one, is a citation only if it holds. */
const isMeant = ({ citation, finding: { holds, code } }: Judged): boolean =>
  holds || (citation.isLoose !== true && (verdictOf(code) === 'failed' || code === 'file_unknown'))

/** Receipts that the answer names beside no quote; neither one in code nor one that the person has named. */
function receiptsAlone(
  { text }: Prose,
  judged: readonly Judged[],
  { asked = '' }: EvidenceRequest,
): readonly Citation[] {
  const told = new Set(judged.flatMap(({ citation }) => citation.places.flatMap(({ receipts }) => receipts)))
  const plain = text.replace(/`[^`\n]*`/g, code => ' '.repeat(code.length))
  return findReceipts(plain).flatMap(id => {
    const start = plain.indexOf(id)
    const end = start + id.length
    const place = { start, end, name: undefined, lines: [], section: undefined, receipts: [id] }
    const citation = {
      claim: id,
      quote: undefined,
      terms: [],
      places: [place],
      scope: [],
      tools: [],
      span: [start, end] as const,
    }
    return told.has(id) || asked.includes(id) ? [] : [citation]
  })
}

const keyOf = ({ kind, finding: { claim, code, file, lines } }: Judged): string =>
  JSON.stringify([kind, claim, code, file, lines])

/** A quote that stands in the answer and again in its Evidence line is one citation. */
function once(judged: readonly Judged[]): readonly Judged[] {
  return [...new Map(judged.toReversed().map(each => [keyOf(each), each])).values()].toReversed()
}

function reportOf(
  judged: readonly Judged[],
  others: readonly EvidenceFinding[],
  unchecked: Unchecked,
): CheckedAnswer['report'] {
  const findings = judged.map(each => each.finding)
  const verdicts = findings.map(({ code }) => verdictOf(code))
  return {
    verdict: weakestOf(unchecked.citations > 0 ? [...verdicts, 'unbacked'] : verdicts),
    coverage: {
      citations: findings.length,
      verified: findings.filter(({ code }) => code === 'verified').length,
      unchecked_sentences: unchecked.sentences,
    },
    findings: [...findings, ...others],
    summary: summarize(judged, unchecked),
    judged: null,
  }
}
