import type { EvidenceFinding } from '../core/index.ts'
import type { EvidenceReport, EvidenceRequest } from './evidence-request.ts'
import { type Case, finding, openCase } from './judge/case.ts'
import { judgeAgainstQuote } from './judge/judge-against-quote.ts'
import { judgeDone } from './judge/judge-done.ts'
import { judgeLine } from './judge/judge-line.ts'
import { judgeMemory, keptIn } from './judge/judge-memory.ts'
import { judgeProse } from './judge/judge-prose.ts'
import { judgeReceipts } from './judge/judge-receipts.ts'
import { judgeRetold } from './judge/judge-retold.ts'
import { judgeNamed } from './judge/judge-named.ts'
import { judgeUnread } from './judge/judge-unread.ts'
import { judgeStrangers } from './judge/judge-strangers.ts'
import { judgeShortQuotes } from './judge/judge-words.ts'
import { type MemoryClaim, findMemoryClaims } from './reply/memory-claims.ts'
import { withMarkdownQuotes } from './reply/markdown-quotes.ts'
import { abstains, leaksReasoning, writesCall } from './reply/own-marks.ts'
import { claimsNothing, refuses } from './reply/refusal.ts'
import { type Sentence, readSentences } from './reply/sentences.ts'
import { type SplitReply, splitReply } from './reply/split-reply.ts'
import { spreadTables } from './reply/spread-tables.ts'
import { type ToolClaim, findToolClaims } from './reply/tool-claims.ts'
import { type AbsenceClaim, findAbsences } from './reply/absence-claims.ts'
import { withoutInvisible } from './reply/without-invisible.ts'
import { showMark } from './show-mark.ts'
import { verdictOf } from './standing.ts'

const LONGEST = 200_000 // characters; what is longer is no answer, and would keep everybody waiting

/** Holds what an answer claims against bytes and receipts. It changes nothing, asks no model, and never throws on account of the text. */
export async function checkEvidence(asked: EvidenceRequest): Promise<EvidenceReport> {
  if (asked.phase === 1) return report(asked.text, [])
  if (abstains(asked.text)) return { ...report(asked.text, []), abstained: true }
  if (asked.text.length > LONGEST)
    return report(asked.text, [
      finding('The answer', 'claims_too_many', `It has more than ${LONGEST} characters. Say less at once.`),
    ])
  const request = { ...asked, text: withoutInvisible(asked.text) }
  const form = judgeForm(request)
  if (form.length > 0) return report(asked.text, form)
  const judged = splitReply(request.text)
  const { text, evidence } = judged
  const lines = evidence.filter(line => !isEmptyLine(line))
  if (lines.length > 1)
    return report(text, [finding(lines.join(' '), 'line_multiple', `There are ${lines.length} Evidence lines.`)], lines)
  const shown = request.text === asked.text ? text : asShown(asked.text, judged)
  return report(shown, await judgeAnswer(text, lines[0], openCase(request)), lines)
}

/** What is delivered keeps its joined emoji and the like, unless its Evidence line could be told only without them. */
function asShown(written: string, judged: SplitReply): string {
  const shown = splitReply(written)
  return shown.evidence.length === judged.evidence.length ? shown.text : judged.text
}

const EMPTY_LINE =
  /^[\s([*_`]{0,4}(?:none|n\/?a|nothing|not applicable|no (?:evidence|sources?|file)(?: (?:needed|required|used|was read|available|cited))?|general knowledge|-|–|—)?[\s.)\]*_`]{0,4}$/i

const isEmptyLine = (line: string): boolean => line.length < 60 && EMPTY_LINE.test(line)

function judgeForm({ text, toolNames, mayCall = true }: EvidenceRequest): readonly EvidenceFinding[] {
  if (mayCall && writesCall(text, toolNames))
    return [finding(text, 'tool_syntax', 'The answer holds a tool call written as text. Nothing was called.')]
  return leaksReasoning(text)
    ? [finding(text, 'cot_leak', 'The answer begins with deliberation instead of the answer.')]
    : []
}

const MAX_SENTENCES = 2_000
const MAX_LINE = 6_000
/** "checked . for": the path that tools take for all of it. */
const ROOT = /(?<=\s["'`]?)\.\/?(?=["'`]?\s(?:for|and)\b)/g

async function judgeAnswer(written: string, whole: string | undefined, of: Case): Promise<readonly EvidenceFinding[]> {
  const line = whole?.slice(0, MAX_LINE + 1).replace(ROOT, 'workspace')
  const text = spreadTables(written)
  const sentences = readSentences(text)
  if (sentences.length > MAX_SENTENCES)
    return [finding('The answer', 'claims_too_many', `It has more than ${MAX_SENTENCES} sentences. Say less at once.`)]
  const done = await judgeDone(sentences, of)
  const ofMemory = done === undefined ? findMemoryClaims(sentences) : []
  const own = await withoutMemory(findToolClaims(sentences, of.request.toolNames, of.request.asked), ofMemory, of)
  const claims = done === undefined ? own : []
  const denied = findAbsences(sentences.map(withoutTag))
  const absences = denied.filter(({ isCaught }) => isCaught !== true)
  const inLine = line === undefined ? [] : findAbsences(readSentences(line)).filter(({ isCaught }) => isCaught !== true)
  const hasAbsence = absences.some(({ isReport, isLoose }) => !isReport && !isLoose) || inLine.length > 0
  const missing = new Set([...absences, ...inLine].flatMap(({ terms }) => terms.map(({ words }) => words)))
  const marked = withMarkdownQuotes(written)
  const setApart = marked === written ? sentences : readSentences(spreadTables(marked))
  const receipts = judgeReceipts(of.request.text, of)
  const cited = line === undefined ? [] : await judgeLine(line, { text, claims, hasAbsence, missing }, of)
  const prose = await judgeProse({ sentences, setApart, claims, absences: denied, inLine, line, cited }, of)
  const lacksLine =
    line === undefined && of.request.required && prose.every(({ holds }) => holds) && !needsNoLine(sentences, absences)
  const none = lacksLine ? [finding(text, 'line_missing', 'There is no Evidence line.')] : []
  const memory = ofMemory.length > 0 ? await judgeMemory(ofMemory, of) : []
  const against = cited.length > 0 ? await judgeAgainstQuote(setApart, cited, of) : []
  const named = done === undefined ? await judgeNamed(sentences, of) : []
  const told = [...cited, ...prose, ...memory, ...named]
  const unread = done === undefined ? await judgeUnread(sentences, told, of) : []
  const strange = isOfFiles(of)
    ? [...(await judgeShortQuotes(sentences, missing, of)), ...(await judgeStrangers(setApart, cited, of))]
    : []
  const runs = maySpeakOfRuns(sentences, of) ? await judgeRuns(sentences, of) : []
  const rest = [...memory, ...runs, ...named, ...unread, ...strange, ...against]
  const retold = cited.length > 0 && rest.every(({ holds }) => holds) ? await judgeRetold(setApart, cited, of) : []
  return [...receipts, ...cited, ...prose, ...none, ...(done ?? []), ...rest, ...retold]
}

/** The answer must cite its files, and some are known. */
const isOfFiles = ({ request, shelf }: Case): boolean => request.required && shelf.known.length > 0

const RUNS = /shell|bash|exec|run|command|term|test|build/i

/** Something was run or is said to have ended somehow: most answers speak of neither. */
const maySpeakOfRuns = (sentences: readonly Sentence[], of: Case): boolean =>
  of.request.sources.receipts.some(({ receipt }) => RUNS.test(receipt.tool_id)) ||
  sentences.some(({ hidden }) => /pass|fail|exit/i.test(hidden))

const judgeRuns = async (sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> =>
  (await import('./judge/judge-runs.ts')).judgeRuns(sentences, of)

const TAG = /,\s(?:is|are|was|were|does|do|did|has|have|can)(?:n['’]t)?\s(?:it|there|they|he|she|that)\?(?=\s*$)/i

/** "There is no torch in it, is there?" says so all the same. */
const withoutTag = (sentence: Sentence): Sentence =>
  TAG.test(sentence.hidden)
    ? { ...sentence, text: sentence.text.replace(TAG, '.'), hidden: sentence.hidden.replace(TAG, '.') }
    : sentence

const KEEPS =
  /\b(?:saved|stored|noted|recorded|kept|added|remembered|logged|deleted|removed|forgotten|erased|updated|done)\b/i

const isEither = ({ claim, paths }: ToolClaim): boolean => paths.length === 0 && KEEPS.test(claim)

/** What is said of the memory is held against the memory; "Saved it." may be said of either. */
async function withoutMemory(
  claims: readonly ToolClaim[],
  ofMemory: readonly MemoryClaim[],
  of: Case,
): Promise<readonly ToolClaim[]> {
  const told = new Set(ofMemory.map(({ claim }) => claim))
  const rest = claims.filter(({ claim }) => !told.has(claim))
  if (!rest.some(isEither)) return rest
  const { stored, forgotten } = await keptIn(of)
  return stored.length + forgotten.length === 0 ? rest : rest.filter(claim => !isEither(claim))
}

/** Nothing is claimed; or a refusal says besides what was looked for in vain, which has been looked for again. */
function needsNoLine(sentences: readonly Sentence[], absences: readonly AbsenceClaim[]): boolean {
  const rest = sentences.filter(({ text }) => absences.every(({ claim }) => claim !== text.trim()))
  return claimsNothing(sentences) || (rest.some(refuses) && claimsNothing(rest))
}

function report(text: string, findings: readonly EvidenceFinding[], lines: readonly string[] = []): EvidenceReport {
  const verdict = verdictOf(findings)
  return {
    verdict,
    findings,
    text,
    mark: lines.length === 0 || findings.length === 0 ? undefined : showMark(findings, verdict),
    abstained: false,
  }
}
