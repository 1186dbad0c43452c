import type { EvidenceFinding, EvidenceReport, RanTool } from '../../core/index.ts'
import {
  type CheckedAnswer,
  type EvidenceContract,
  brokenCheck,
  checkEvidence,
  findUnran,
} from '../../evidence/index.ts'
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
  const checked = progress.evidence ?? { ...(await checkText(text, turn)), attempt: progress.attempts }
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
function remarksOn(text: string, hasKept: boolean, turn: OpenTurn): Promise<readonly string[]> {
  const { runtime, session, isNew, progress } = turn
  const { catalog, receiptCache } = runtime
  const ran = (): ReadonlySet<string> => {
    const here = progress.made.flatMap(({ call, executed, result }) => (executed && result.ok ? [call.tool.name] : []))
    const before = (isNew ? [] : receiptCache.of(session)).filter(({ outputs }) => outputs.error === undefined)
    const done = [...here, ...before.map(({ tool_id }) => tool_id)]
    const later = catalog.list().flatMap(({ name, facts }) => (facts.doneAfterTurn ? [name] : []))
    return new Set([...done.filter(name => !later.includes(name)), ...(hasKept ? later : [])])
  }
  return findUnran(text, catalog.list(), ran).catch(() => [])
}

/** Files, logs and what others made of them are read here; if that breaks, nothing is proved, and nothing unproved goes out. */
export async function checkText(text: string, turn: OpenTurn, contract?: EvidenceContract): Promise<CheckedAnswer> {
  const { runtime, request } = turn
  const toolNames = runtime.catalog.list().map(({ name }) => name)
  const sources = (): ReturnType<typeof evidenceSources> => evidenceSources(text, turn)
  const checked = await checkEvidence({ text, asked: request.message, contract, toolNames, sources }).catch(
    (thrown: unknown) => brokenCheck(text, thrown),
  )
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
