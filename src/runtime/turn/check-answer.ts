import { type EvidenceFinding, type Fault, messageOf } from '../../core/index.ts'
import { type EvidenceReport, checkEvidence, needsNoCheck } from '../../evidence/index.ts'
import { correctionAsk } from './asks.ts'
import { type TurnAttempt, noteAttempt } from './attempt.ts'
import { evidenceSources } from './evidence-sources.ts'
import { needsLine } from './needs-line.ts'
import type { Next } from './next.ts'
import { readsCalls } from './reads-calls.ts'
import { type Talk, type TurnEnd, receiptsIn } from './talk.ts'
import type { TurnEvidence } from './turn-request.ts'

/** The answer goes out if what it claims holds. If not, the model is told once what fell, and then it is withheld. */
export async function checkAnswer(attempt: TurnAttempt, talk: Talk): Promise<Next> {
  const { log, budget } = talk
  const { text } = attempt.reading
  if (!talk.runtime.turnValues.evidence.check) return deliver(attempt, text, talk)
  const report = await check(text, talk)
  log.evidence = evidenceOf(report, talk)
  if (report.verdict !== 'failed') return deliver(attempt, report.text, talk)
  const fallen = report.findings.filter(({ holds }) => !holds).map(({ code }) => code)
  noteAttempt(attempt, talk, { outcome: 'evidence_failed', fallen })
  const mayCorrect = log.corrections === 0 && budget.mayAsk()
  tellEvidence(attempt, mayCorrect ? 'corrected' : 'withheld', talk)
  if (!mayCorrect)
    return {
      end: withheld(
        log.evidence,
        log.corrections === 0 ? 'and the model may not be asked again in this turn' : undefined,
      ),
    }
  log.corrections += 1
  return { ask: correctionAsk(talk, text, report.findings) }
}

/** An answer that holds was asked for, and this is none at all, or none came. */
export function withholdUnread(attempt: TurnAttempt, talk: Talk, failure?: Fault): Next {
  noteAttempt(attempt, talk, 'rejected')
  tellEvidence(attempt, 'withheld', talk)
  return {
    end: withheld(talk.log.evidence, failure && `and the model was asked in vain for a correction (${failure.code})`),
  }
}

/** Files, logs and what others made of them are read here; if that breaks, nothing is proved, and nothing unproved goes out. */
async function check(text: string, talk: Talk): Promise<EvidenceReport> {
  const { runtime, request, log } = talk
  try {
    return await checkEvidence({
      text,
      asked: request.message,
      required: needsLine(talk),
      toolNames: runtime.catalog.list().map(({ name }) => name),
      mayCall: readsCalls(talk),
      actingTools: runtime.catalog.list().flatMap(({ name, risk }) => (risk === 'read' ? [] : [name])),
      turnReceipts: receiptsIn(log),
      sources: evidenceSources(text, talk),
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
function evidenceOf(report: EvidenceReport, { runtime }: Talk): TurnEvidence | null {
  if (needsNoCheck(report)) return null
  const clean = (text: string): string => runtime.parts.filter.json(shorten(text))
  const findings = report.findings.map(finding => ({
    ...finding,
    claim: clean(finding.claim),
    because: clean(finding.because),
  }))
  return { verdict: report.verdict, findings, mark: report.mark === undefined ? null : clean(report.mark) }
}

const shorten = (text: string): string =>
  text.length > LONGEST_CLAIM ? `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…` : text.toWellFormed()

function deliver(attempt: TurnAttempt, text: string, talk: Talk): Next {
  noteAttempt(attempt, talk, 'answer')
  tellEvidence(attempt, 'delivered', talk)
  talk.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}

function tellEvidence({ index }: TurnAttempt, then: 'delivered' | 'corrected' | 'withheld', { emit, log }: Talk): void {
  if (log.evidence) emit({ type: 'evidence.checked', attempt: index, ...log.evidence, then })
}

/** Not a word of the draft: whoever reads this must not take it for the answer. */
function withheld(evidence: TurnEvidence | null, how = 'also after a correction'): TurnEnd {
  const fallen = evidence?.findings.filter(({ holds }) => !holds) ?? []
  const codes = [...new Set(fallen.map(({ code }) => code))].join(', ')
  const many = fallen.length === 1 ? 'One claim of the answer does' : `${fallen.length} claims of the answer do`
  const message = `${many} not hold (${codes}), ${how}, so it was withheld.`
  return { text: message, stopped: { code: 'evidence_failed', message } }
}
