import { type EvidenceFinding, type Fault, messageOf } from '../../core/index.ts'
import { type EvidenceReport, checkEvidence, needsNoCheck } from '../../evidence/index.ts'
import { type Next, correctionAsk } from './asks.ts'
import { type TurnAttempt, noteAttempt } from './attempt.ts'
import { evidenceSources } from './evidence-sources.ts'
import { needsLine } from './needs-line.ts'
import type { TurnEvidence } from './turn-request.ts'
import { type Turn, type TurnEnd, readsCalls, receiptsIn } from './turn.ts'

/** The answer goes out if what it claims holds. If not, the model is told once what fell, and then it is withheld. */
export async function checkAnswer(attempt: TurnAttempt, turn: Turn): Promise<Next> {
  const { progress } = turn
  const { text } = attempt.reading
  if (!turn.runtime.settings.evidence.check) return deliver(attempt, text, turn)
  const report = await check(text, turn)
  progress.evidence = evidenceOf(report, turn)
  if (report.verdict !== 'failed') return deliver(attempt, report.text, turn)
  const fallen = report.findings.filter(({ holds }) => !holds).map(({ code }) => code)
  noteAttempt(attempt, turn, { outcome: 'evidence_failed', fallen })
  const mayCorrect = progress.corrections === 0 && progress.budget.mayAsk()
  tellEvidence(attempt, mayCorrect ? 'corrected' : 'withheld', turn)
  if (!mayCorrect)
    return {
      end: withheld(
        progress.evidence,
        progress.corrections === 0 ? 'and the model may not be asked again in this turn' : undefined,
      ),
    }
  progress.corrections += 1
  return { ask: correctionAsk(turn, text, report.findings) }
}

/** An answer that holds was asked for, and this is none at all, or none came. */
export function withholdUnread(attempt: TurnAttempt, turn: Turn, failure?: Fault): Next {
  noteAttempt(attempt, turn, 'rejected')
  tellEvidence(attempt, 'withheld', turn)
  return {
    end: withheld(
      turn.progress.evidence,
      failure && `and the model was asked in vain for a correction (${failure.code})`,
    ),
  }
}

/** Files, logs and what others made of them are read here; if that breaks, nothing is proved, and nothing unproved goes out. */
async function check(text: string, turn: Turn): Promise<EvidenceReport> {
  const { runtime, request, progress } = turn
  try {
    return await checkEvidence({
      text,
      asked: request.message,
      required: needsLine(turn),
      toolNames: runtime.catalog.list().map(({ name }) => name),
      mayCall: readsCalls(turn),
      actingTools: runtime.catalog.list().flatMap(({ name, risk }) => (risk === 'read' ? [] : [name])),
      turnReceipts: receiptsIn(progress),
      sources: evidenceSources(text, turn),
      ...(request.agent !== undefined && { role: request.agent }),
      ...(request.conference !== undefined && { phase: 2 }),
    })
  } catch (thrown) {
    const because = `It could not be checked: ${messageOf(thrown)}`
    const finding: EvidenceFinding = { claim: 'The answer', holds: false, because, code: 'receipt_invalid' }
    return { verdict: 'failed', findings: [finding], text, mark: undefined, abstained: false }
  }
}

const LONGEST_CLAIM = 500

/** Null where nothing was claimed, so nothing is proved. */
function evidenceOf(report: EvidenceReport, { runtime }: Turn): TurnEvidence | null {
  if (needsNoCheck(report)) return null
  const clean = (text: string): string => runtime.filter.json(shorten(text))
  const findings = report.findings.map(finding => ({
    ...finding,
    claim: clean(finding.claim),
    because: clean(finding.because),
  }))
  return { verdict: report.verdict, findings, mark: report.mark === undefined ? null : clean(report.mark) }
}

const shorten = (text: string): string =>
  text.length > LONGEST_CLAIM ? `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…` : text.toWellFormed()

function deliver(attempt: TurnAttempt, text: string, turn: Turn): Next {
  noteAttempt(attempt, turn, 'answer')
  tellEvidence(attempt, 'delivered', turn)
  turn.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}

function tellEvidence(
  { index }: TurnAttempt,
  then: 'delivered' | 'corrected' | 'withheld',
  { emit, progress }: Turn,
): void {
  if (progress.evidence) emit({ type: 'evidence.checked', attempt: index, ...progress.evidence, then })
}

/** Not a word of the draft: whoever reads this must not take it for the answer. */
function withheld(evidence: TurnEvidence | null, how = 'also after a correction'): TurnEnd {
  const fallen = evidence?.findings.filter(({ holds }) => !holds) ?? []
  const codes = [...new Set(fallen.map(({ code }) => code))].join(', ')
  const many = fallen.length === 1 ? 'One claim of the answer does' : `${fallen.length} claims of the answer do`
  const message = `${many} not hold (${codes}), ${how}, so it was withheld.`
  return { text: message, stopped: { code: 'evidence_failed', message } }
}
