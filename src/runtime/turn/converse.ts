import { fault, lazily } from '../../core/index.ts'
import type { Rejection } from '../../protocol/index.ts'
import { afterEmptyAsk, answerAsk, nextAsk } from './asks.ts'
import { type TurnAttempt, makeAttempt, noteAttempt, tellAttempt } from './attempt.ts'
import { checkAnswer, withholdUnread } from './check-answer.ts'
import { failureOf } from './failure-of.ts'
import { withHandles } from './make-call.ts'
import { afterRejection } from './after-rejection.ts'
import { failedTurn, orRefusal, rejectedTurn, systemError } from './stops.ts'
import { takeCalls } from './take-calls.ts'
import type { Next } from './next.ts'
import type { ClientTalk, Talk, TurnEnd } from './talk.ts'

const clientAsks = lazily(() => import('../client/client-asks.ts'))
const clientMoves = lazily(() => import('../client/take-client-move.ts'))

/** Asks the model, takes its move, and so on until it has answered or something stops it. */
export async function converse(talk: Talk): Promise<TurnEnd> {
  try {
    let next: Next = { ask: talk.client ? (await clientAsks()).clientAsk(talk, talk.client) : nextAsk(talk) }
    while ('ask' in next) {
      if (!talk.budget.mayAsk()) return orRefusal(spent(talk), talk)
      talk.log.step += 1
      const attempt = await makeAttempt(next.ask, talk)
      const reading = await withHandles(attempt, talk)
      const read = reading === attempt.reading ? attempt : { ...attempt, reading }
      tellAttempt(read, talk)
      next = await (talk.client ? takeClientMove(read, talk, talk.client) : takeMove(read, talk))
    }
    return next.end
  } finally {
    talk.modelStop.release()
  }
}

const takeClientMove = async (attempt: TurnAttempt, talk: Talk, client: ClientTalk): Promise<Next> =>
  (await clientMoves()).takeClientMove(attempt, talk, client)

function takeMove(attempt: TurnAttempt, talk: Talk): Next | Promise<Next> {
  const { asked, reading, thoughts } = attempt
  const failure = failureOf(attempt, talk)
  const isMissed = failure !== undefined && attempt.ask.purpose === 'correction' && !talk.signal.aborted
  if (isMissed) return withholdUnread(attempt, talk, failure)
  if (failure) return { end: orRefusal(failedTurn(failure), talk) }
  if (talk.request.skipTools === true) return asItIs(attempt, talk)
  if (thoughts.length > 0 && asked.reply.calls.length === 0) return afterThoughts(attempt, talk)
  const { move } = reading
  switch (move.kind) {
    case 'calls':
      return takeCalls(attempt, move.calls, talk)
    case 'final':
      noteAttempt(attempt, talk, 'final')
      return { ask: answerAsk(talk, { forced: false }) }
    case 'rejected':
      return refused(attempt, move.rejection, talk)
    case 'answer':
      return answered(attempt, talk)
  }
}

/** Nothing was offered and nothing is read: whatever was said is the answer. */
function asItIs(attempt: TurnAttempt, { emit }: Talk): Next {
  const text = attempt.asked.reply.content
  emit({ type: 'message.completed', text })
  return { end: { text, stopped: null } }
}

/** A model that only thought in the fields of a call has called nothing; it gets an empty result and may go on. */
function afterThoughts(attempt: TurnAttempt, talk: Talk): Next {
  noteAttempt(attempt, talk, 'skipped: tafc_only')
  talk.thread.addNative(
    attempt.reading.text,
    attempt.thoughts.map((call, index) => ({
      call: { id: call.id ?? `call_${attempt.index}_${index}`, name: call.name, arguments: {} },
      result: '',
    })),
  )
  return { ask: nextAsk(talk) }
}

function answered(attempt: TurnAttempt, talk: Talk): Next | Promise<Next> {
  const { text } = attempt.reading
  const isEmpty = text.trim() === ''
  if (isEmpty && talk.budget.mayRepair()) {
    talk.budget.countRepair()
    noteAttempt(attempt, talk, 'empty')
    return { ask: afterEmptyAsk(attempt.ask) }
  }
  if (!isEmpty) return checkAnswer(attempt, talk)
  noteAttempt(attempt, talk, 'empty')
  return { end: orRefusal(failedTurn(fault('model_reply_unreadable', 'The model answered with nothing.')), talk) }
}

function refused(attempt: TurnAttempt, rejection: Rejection, talk: Talk): Next {
  const { purpose } = attempt.ask
  if (purpose === 'correction') return withholdUnread(attempt, talk)
  return purpose === 'answer' ? askedAgain(attempt, rejection, talk) : afterRejection(attempt, rejection, talk)
}

/** Asked for prose, the model wrote a call. Once more, and then the turn ends without one. */
function askedAgain(attempt: TurnAttempt, { fault: failure }: Rejection, talk: Talk): Next {
  noteAttempt(attempt, talk, 'rejected')
  talk.log.answersAsked += 1
  if (talk.log.answersAsked > 1 && talk.tools.length === 0) return asItIs(attempt, talk)
  if (talk.log.answersAsked > 1) return { end: orRefusal(rejectedTurn(failure), talk) }
  return { ask: { ...attempt.ask } }
}

/** Every budget that ends a turn has a name. */
function spent({ budget }: Talk): TurnEnd {
  const { roundTrips } = budget.limits
  return systemError(
    fault('budget_spent', `The model was asked ${roundTrips} times in this turn and came to no answer.`, {
      budget: 'round_trips',
    }),
  )
}
