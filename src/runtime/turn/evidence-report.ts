import type { EvidenceFinding, EvidenceReport, RanTool } from '../../core/index.ts'
import { type CheckedAnswer, type EvidenceContract, loadCheck, loadFindUnran } from '../../evidence/index.ts'
import { evidenceSources } from './evidence-sources.ts'
import type { MadeCall, OpenProgress, OpenTurn, TurnEnd } from './turn.ts'

/** What the turn's answer cites, what of it was not checked, and what really ran; null if checking is off. */
export async function evidenceReport(
  { text, stopped }: TurnEnd,
  hasKept: boolean,
  turn: OpenTurn,
): Promise<EvidenceReport | null> {
  const { runtime, progress, kind, emit } = turn
  if (!runtime.settings.evidence.check) return null
  const ran = ranIn(progress)
  if (stopped !== null && progress.evidence === null) return { ...NOTHING, ran }
  const checked = progress.evidence ?? { ...(await checkAnswerText(text, turn)), attempt: progress.attempts }
  if (stopped !== null) return { ...checked.report, remarks: [], ran }
  const remarks = kind.isKept ? await remarksOn(text, hasKept, turn) : []
  const report = { ...checked.report, remarks, ran }
  emit({ type: 'evidence.checked', attempt: checked.attempt, ...report, then: 'delivered' })
  return report
}

/** Of a turn that came to no answer. */
const NOTHING: CheckedAnswer['report'] & Pick<EvidenceReport, 'remarks'> = {
  verdict: null,
  coverage: { citations: 0, verified: 0, unchecked_sentences: 0 },
  findings: [],
  remarks: [],
  summary: '',
  judged: null,
}

/** The calls of a turn, in order, without those that a client runs. */
export const ranIn = ({ made }: OpenProgress): readonly RanTool[] =>
  made.flatMap(each => (each.result.handedOver === true ? [] : [ranTool(each)]))

function ranTool({ call, result, executed }: MadeCall): RanTool {
  const { ok, replayed, receipt, fault } = result
  const isWaiting = fault?.code === 'confirmation_required'
  const outcome = ok ? (replayed ? 'replayed' : 'done') : isWaiting ? 'waiting' : executed ? 'failed' : 'denied'
  const files = ok ? new Set(receipt?.file_refs.map(({ path }) => path)).size : 0
  return { tool: call.tool.name, outcome, receipt: receipt?.receipt_id ?? null, files }
}

/** "I searched …" in a conversation in which nothing has searched. */
async function remarksOn(text: string, hasKept: boolean, turn: OpenTurn): Promise<readonly string[]> {
  const { runtime, session, isNew, progress } = turn
  const { catalog, receiptCache } = runtime
  const ran = (): ReadonlySet<string> => {
    const here = progress.made.flatMap(({ call, executed, result }) => (executed && result.ok ? [call.tool.name] : []))
    const before = (isNew ? [] : receiptCache.of(session)).filter(({ outputs }) => outputs.error === undefined)
    const done = [...here, ...before.map(({ tool_id }) => tool_id)]
    const later = catalog.list().flatMap(({ name, facts }) => (facts.doneAfterTurn ? [name] : []))
    return new Set([...done.filter(name => !later.includes(name)), ...(hasKept ? later : [])])
  }
  try {
    return (await loadFindUnran()).findUnran(text, catalog.list(), ran)
  } catch {
    return [] // receipts that cannot be read withhold what they back, and nothing is said of the rest
  }
}

/** Files and logs are read here; if that breaks, nothing is proved, and what cites something does not go out. */
export async function checkAnswerText(
  text: string,
  turn: OpenTurn,
  contract?: EvidenceContract,
): Promise<CheckedAnswer> {
  const { runtime, request } = turn
  const toolNames = runtime.catalog.list().map(({ name }) => name)
  const sources = (): ReturnType<typeof evidenceSources> => evidenceSources(text, turn)
  const { checkEvidence, brokenCheck } = await loadCheck()
  const asked = { text, asked: request.message, contract, toolNames, sources }
  const checked = await checkEvidence(asked).catch((thrown: unknown) => brokenCheck(text, thrown))
  const clean = (words: string): string => runtime.filter.json(shorten(words))
  const cleanFinding = (finding: EvidenceFinding): EvidenceFinding => ({
    ...finding,
    claim: clean(finding.claim),
    because: clean(finding.because),
  })
  const findings = checked.report.findings.map(cleanFinding)
  return { text: checked.text, report: { ...checked.report, findings }, faults: checked.faults.map(cleanFinding) }
}

const LONGEST_CLAIM = 500

const shorten = (text: string): string =>
  text.length > LONGEST_CLAIM ? `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…` : text.toWellFormed()
