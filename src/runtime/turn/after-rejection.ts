import { type Fault, fault, sha256 } from '../../core/index.ts'
import { REPAIR_BUDGETS, type Rejection, isRepairable, proseOf, refusedIn } from '../../protocol/index.ts'
import { type Next, type Refused, answerAsk, repairAsk } from './asks.ts'
import { type TurnAttempt, noteAttempt } from './attempt.ts'
import { orRefusal, rejectedTurn, systemError } from './stops.ts'
import type { Turn } from './turn.ts'

/** Answers a reply that is no legal move: one repair job while the profile allows it, then the profile's own end. */
export function afterRejection(attempt: TurnAttempt, rejection: Rejection, turn: Turn): Next {
  const { emit, profile, allowance } = turn
  const { budget } = turn.progress
  const isIdle = allowance.tools.length === 0
  noteAttempt(attempt, turn, { outcome: 'rejected', about: { rejection } })
  reportRejection(attempt, rejection, turn)
  if (profile === 'strict') return { end: rejectedTurn(rejection.fault) }
  // No tool is offered, so this is an example of a call that the person asked for: show it.
  if (isIdle && (!BARE.test(attempt.raw) || !budget.mayRepair())) return delivered(attempt.raw.trim(), turn)
  if (!isRepairable(rejection.fault) || !budget.mayRepair()) return exhausted(attempt, rejection, turn)
  budget.countRepair()
  emit({ type: 'attempt.repaired', attempt: attempt.index, repair: budget.repairs(), limit: budget.limits.repairs })
  // Where there is nothing to call, there is nothing to rewrite: what is wanted is an answer.
  if (isIdle) return { ask: answerAsk(turn, { forced: true }) }
  const refused = refusedReply(attempt, rejection)
  return { ask: repairAsk(turn, refused, modelFor(rejection, turn)) }
}

/** What a correction tells the model: the first fault, and the other calls of the reply, which did not run either. */
export const refusedReply = (attempt: TurnAttempt, rejection: Rejection): Refused => ({
  rejection,
  output: attempt.raw,
  requested: requestedIn(attempt, rejection.fault),
  others: refusedIn(attempt.reading.answers).slice(1),
})

const BARE = /^\s*(?:```\w*\s*)?[{[<]/ // begins with the call, so the model wanted to call something

/** As it is: what it cites is checked and reported, never withheld. */
function delivered(text: string, { emit }: Turn): Next {
  emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}

/** Wrong parameters may go to a model that was named for them. */
function modelFor({ layer }: Rejection, { model, runtime }: Turn): Turn['model'] {
  return layer === 'args' ? (runtime.models.reformat ?? model) : model
}

export function requestedIn({ reading }: TurnAttempt, { detail }: Fault): string | undefined {
  const told = detail?.['requested']
  return typeof told === 'string' ? told : reading.requests[0]?.name
}

export function reportRejection(
  attempt: TurnAttempt,
  { layer, fault: failure }: Rejection,
  { emit, allowance }: Turn,
): void {
  const isUnknown = failure.code === 'tool_call_unknown_tool'
  emit({
    type: 'attempt.rejected',
    attempt: attempt.index,
    layer,
    reason: failure.code,
    message: failure.message,
    requested: requestedIn(attempt, failure) ?? null,
    candidates: isUnknown ? allowance.tools.map(({ name }) => name) : [],
    raw_sha256: sha256(attempt.raw),
  })
}

/** C-04: a run stops, a chat delivers the last text, and a native model reads the fault and must answer. */
function exhausted(attempt: TurnAttempt, { fault: failure }: Rejection, turn: Turn): Next {
  const { request, profile } = turn
  const { budget } = turn.progress
  const how = request.run === undefined ? REPAIR_BUDGETS[profile].afterRepairs : 'stop'
  const diagnostics = `${budget.repairs()} of ${budget.limits.repairs} corrections were used. ${failure.message}`
  if (how === 'stop') return { end: systemError(fault(failure.code, diagnostics)) }
  if (how === 'tell') return { ask: answerAsk(turn, { forced: true }) }
  if (attempt.raw.trim() === '') return { end: orRefusal(rejectedTurn(failure), turn) }
  // The call itself stays in the attempt: nobody can do anything with it here.
  return delivered(withoutCall(attempt, turn), turn)
}

/** What it said beside its call, and that the call did not run. */
export const withoutCall = ({ raw }: TurnAttempt, { toolbox }: Turn): string =>
  [proseOf(raw, toolbox), UNREADABLE].filter(text => text !== '').join('\n\n')

const UNREADABLE = 'The model tried to call a tool, but the call could not be used. It did not run.'
