import { fault } from '../../core/index.ts'
import type { Rejection } from '../../protocol/index.ts'
import { afterRejection } from './after-rejection.ts'
import { type Next, afterEmptyAsk, answerAsk, nextAsk } from './asks.ts'
import { type TurnAttempt, noteAttempt } from './attempt.ts'
import { checkAnswer, withholdUnread } from './check-answer.ts'
import { asWritten } from './plain-turn.ts'
import { replyFailure, failedTurn, orRefusal, rejectedTurn } from './stops.ts'
import { takeCalls } from './take-calls.ts'
import type { Turn } from './turn.ts'

/** What a reply comes to in a turn with our tools: calls to make, an answer, or another question to the model. */
export function takeMove(attempt: TurnAttempt, turn: Turn): Next | Promise<Next> {
  const { asked, reading, thoughts } = attempt
  const failure = replyFailure(attempt, turn)
  const isMissed = failure !== undefined && attempt.ask.purpose === 'correction' && !turn.signal.aborted
  if (isMissed) return withholdUnread(attempt, turn, failure)
  if (failure) return { end: orRefusal(failedTurn(failure), turn) }
  if (thoughts.length > 0 && asked.reply.calls.length === 0) return afterThoughts(attempt, turn)
  const { move } = reading
  switch (move.kind) {
    case 'calls':
      return takeCalls(attempt, turn)
    case 'final':
      noteAttempt(attempt, turn, 'final')
      return { ask: answerAsk(turn, { forced: false }) }
    case 'rejected':
      return refused(attempt, move.rejection, turn)
    case 'answer':
      return answered(attempt, turn)
  }
}

/** A model that only thought in the fields of a call has called nothing; it gets an empty result and may go on. */
function afterThoughts(attempt: TurnAttempt, turn: Turn): Next {
  noteAttempt(attempt, turn, 'skipped: tafc_only')
  turn.progress.transcript.addNative(
    attempt.reading.text,
    attempt.thoughts.map((call, index) => ({
      call: { id: call.id ?? `call_${attempt.index}_${index}`, name: call.name, arguments: {} },
      result: '',
    })),
  )
  return { ask: nextAsk(turn) }
}

function answered(attempt: TurnAttempt, turn: Turn): Next | Promise<Next> {
  const { budget } = turn.progress
  if (attempt.reading.text.trim() !== '') return checkAnswer(attempt, turn)
  const mayRepair = budget.mayRepair()
  if (mayRepair) budget.countRepair()
  noteAttempt(attempt, turn, 'empty')
  if (mayRepair) return { ask: afterEmptyAsk(attempt.ask) }
  return { end: orRefusal(failedTurn(fault('model_reply_unreadable', 'The model answered with nothing.')), turn) }
}

function refused(attempt: TurnAttempt, rejection: Rejection, turn: Turn): Next {
  const { purpose } = attempt.ask
  if (purpose === 'correction') return withholdUnread(attempt, turn)
  return purpose === 'answer' ? askedAgain(attempt, rejection, turn) : afterRejection(attempt, rejection, turn)
}

/** Asked for prose, the model wrote a call. Once more, and then the turn ends without one. */
function askedAgain(attempt: TurnAttempt, { fault: failure }: Rejection, turn: Turn): Next {
  noteAttempt(attempt, turn, 'rejected')
  turn.progress.answersAsked += 1
  if (turn.progress.answersAsked === 1) return { ask: attempt.ask }
  return turn.allowance.tools.length === 0 ? asWritten(attempt, turn) : { end: orRefusal(rejectedTurn(failure), turn) }
}
