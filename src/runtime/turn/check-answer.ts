import type { EvidenceFinding, Fault } from '../../core/index.ts'
import { type Next, correctionAsk } from './asks.ts'
import { type TurnAttempt, noteAttempt } from './attempt.ts'
import { contractOf } from './evidence-contract.ts'
import { checkAnswerText, ranIn } from './evidence-report.ts'
import type { Turn, TurnEnd } from './turn.ts'

/** The answer goes out unless a citation in it is false or a contract's line is missing, also after one correction. */
export async function checkAnswer(attempt: TurnAttempt, turn: Turn): Promise<Next> {
  const { progress, runtime } = turn
  const { text } = attempt.reading
  if (!runtime.settings.evidence.check) return deliver(attempt, text, turn)
  const checked = await checkAnswerText(text, turn, contractOf(turn))
  const { faults } = checked
  progress.evidence = { ...checked, attempt: attempt.index }
  if (faults.length === 0) return deliver(attempt, checked.text, turn)
  noteAttempt(attempt, turn, { outcome: 'evidence_failed', fallen: faults.map(({ code }) => code) })
  const mayCorrect = progress.corrections === 0 && progress.budget.mayAsk()
  tellEvidence(attempt, mayCorrect ? 'corrected' : 'withheld', turn)
  if (!mayCorrect) {
    const isFirst = progress.corrections === 0
    return { end: withheld(faults, isFirst ? 'the model may not be asked again in this turn' : undefined) }
  }
  progress.corrections += 1
  return { ask: correctionAsk(turn, text, faults) }
}

/** An answer that holds was asked for, and this is none at all, or none came. */
export function withholdUnread(attempt: TurnAttempt, turn: Turn, failure?: Fault): Next {
  noteAttempt(attempt, turn, 'rejected')
  tellEvidence(attempt, 'withheld', turn)
  const why = failure && `the model was asked in vain for a correction (${failure.code})`
  return { end: withheld(turn.progress.evidence?.faults ?? [], why) }
}

/** What is delivered is reported at the end of the turn, with what ran in it. */
function deliver(attempt: TurnAttempt, text: string, turn: Turn): Next {
  noteAttempt(attempt, turn, 'answer')
  turn.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}

function tellEvidence({ index }: TurnAttempt, then: 'corrected' | 'withheld', { emit, progress }: Turn): void {
  const { evidence } = progress
  if (evidence)
    emit({ type: 'evidence.checked', attempt: index, ...evidence.report, remarks: [], ran: ranIn(progress), then })
}

/** Not a word of the draft: whoever reads this must not take it for the answer. */
function withheld(faults: readonly EvidenceFinding[], why = 'the model corrected it once, in vain'): TurnEnd {
  const ofForm = faults.filter(({ code }) => FORM.has(code)).map(({ because }) => because)
  const codes = [...new Set(faults.flatMap(({ code }) => (FORM.has(code) ? [] : [code])))].join(', ')
  const count = faults.length - ofForm.length
  const isOne = count === 1
  const said =
    count === 0
      ? []
      : [`${isOne ? 'A citation' : `${count} citations`} of the answer ${isOne ? 'is' : 'are'} false (${codes}).`]
  const message = `${[...said, ...ofForm].join(' ')} It was withheld: ${why}.`
  return { text: message, stopped: { code: 'evidence_failed', message } }
}

/** Faults whose reason says nothing that the draft said. */
const FORM: ReadonlySet<string> = new Set([
  'line_missing',
  'line_multiple',
  'citations_too_many',
  'quote_missing',
  'location_missing',
  'scope_missing',
  'source_wrong',
  'tool_syntax',
  'cot_leak',
])
