import { type Fault, type JsonObject, fault } from '../../core/index.ts'
import { type Rejection, isRepairable, readObject } from '../../protocol/index.ts'
import { refusedReply, reportRejection, withoutCall } from '../turn/after-rejection.ts'
import { type Next, afterEmptyAsk } from '../turn/asks.ts'
import { type TurnAttempt, noteAttempt } from '../turn/attempt.ts'
import { mayAskAgain } from '../turn/take-calls.ts'
import { replyFailure, failedTurn, rejectedTurn } from '../turn/stops.ts'
import { type Turn, readsCalls } from '../turn/turn.ts'
import { clientFormatAsk, clientRepairAsk } from './client-asks.ts'
import type { AnswerFormat, ClientConversation } from './client-conversation.ts'
import { clientEnd, handCalls } from './hand-calls.ts'

/** Turns a reply to a client's request into calls for the client, an answer, or another question to the model. */
export function takeClientMove(attempt: TurnAttempt, turn: Turn, client: ClientConversation): Next | Promise<Next> {
  const failure = replyFailure(attempt, turn)
  if (failure) return { end: failedTurn(failure) }
  const { move } = attempt.reading
  if (!readsCalls(turn)) return takeUntooled(attempt, turn, client)
  switch (move.kind) {
    case 'calls':
      return handCalls(attempt, { calls: move.calls, client }, turn)
    case 'rejected':
      return client.format && !isCall(move.rejection)
        ? takeFormatted(attempt, { text: attempt.reading.text, format: client.format }, turn)
        : afterRefusal(attempt, { rejection: move.rejection, client }, turn)
    case 'final':
    case 'answer':
      return takeAnswer(attempt, turn, client)
  }
}

/** Where no tool is offered, a call is only recorded, and the prose beside it is the answer. */
function takeUntooled(attempt: TurnAttempt, turn: Turn, client: ClientConversation): Next {
  const { move } = attempt.reading
  const isCalling = attempt.asked.reply.calls.length > 0 && move.kind === 'rejected'
  if (!isCalling) return takeAnswer(attempt, turn, client)
  reject(attempt, move.rejection, turn)
  if (attempt.reading.text.trim() !== '') return delivered(attempt.reading.text, attempt, turn)
  if (!mayAskAgain(turn)) return { end: rejectedTurn(move.rejection.fault) }
  turn.progress.budget.countRepair()
  return { ask: afterEmptyAsk(attempt.ask) }
}

function reject(attempt: TurnAttempt, rejection: Rejection, turn: Turn): void {
  noteAttempt(attempt, turn, { outcome: 'rejected', about: { rejection } })
  reportRejection(attempt, rejection, turn)
  turn.progress.rejected.push(rejection.fault)
}

/** An object that calls no tool may well be the answer that was asked for. */
const isCall = ({ layer }: Rejection): boolean => layer === 'tool' || layer === 'args'

/** Without tools a reply is delivered as it is. */
function textOfAnswer({ asked, reading }: TurnAttempt, { allowance }: Turn): string {
  const { content } = asked.reply
  return allowance.tools.length === 0 && content.trim() !== '' ? content : reading.text
}

function takeAnswer(attempt: TurnAttempt, turn: Turn, { format }: ClientConversation): Next {
  const text = textOfAnswer(attempt, turn)
  const isEmpty = text.trim() === ''
  const wantsMore = turn.allowance.tools.length > 0 || format !== undefined
  if (isEmpty && wantsMore && attempt.asked.end.finish !== 'length' && mayAskAgain(turn)) {
    turn.progress.budget.countRepair()
    noteAttempt(attempt, turn, 'empty')
    return { ask: afterEmptyAsk(attempt.ask) }
  }
  if (format) return takeFormatted(attempt, { text, format }, turn)
  noteAttempt(attempt, turn, isEmpty ? 'empty' : 'answer')
  return delivered(text, attempt, turn)
}

function delivered(text: string, attempt: TurnAttempt, turn: Turn): Next {
  turn.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null, client: clientEnd(text, attempt, turn) } }
}

type Formatted = { readonly text: string; readonly format: AnswerFormat }

/** What a program asked for as JSON it gets as JSON that fits, or an error. */
function takeFormatted(attempt: TurnAttempt, { text, format }: Formatted, turn: Turn): Next {
  const read = readObject(text)
  const wrong = read.ok ? format.check(read.value.value) : read.error
  if (!wrong && read.ok) {
    noteAttempt(attempt, turn, 'answer')
    return delivered(
      read.value.fixups.length === 0 ? exactly(text, read.value.value) : JSON.stringify(read.value.value),
      attempt,
      turn,
    )
  }
  const complaint = wrong?.message ?? ''
  reject(attempt, rejectionOf(fault('output_invalid', complaint)), turn)
  if (!mayAskAgain(turn))
    return {
      end: rejectedTurn(
        fault('output_invalid', `The model's answer is not in the form that was asked for. ${complaint}`),
      ),
    }
  turn.progress.budget.countRepair()
  return { ask: clientFormatAsk(attempt.ask, attempt.raw, complaint) }
}

const rejectionOf = (failure: Fault): Rejection => ({ layer: 'envelope', fault: failure, fixups: [] })

/** The object as it was written, if nothing stands around it. */
function exactly(text: string, value: JsonObject): string {
  const trimmed = text.trim()
  return trimmed.startsWith('{') && trimmed.endsWith('}') ? trimmed : JSON.stringify(value)
}

type RefusedMove = { readonly rejection: Rejection; readonly client: ClientConversation }

/** Asks again while the budget lasts; then the text is delivered without the call, unless a call was required. */
function afterRefusal(attempt: TurnAttempt, { rejection, client }: RefusedMove, turn: Turn): Next {
  reject(attempt, rejection, turn)
  if (isRepairable(rejection.fault) && mayAskAgain(turn)) {
    const { emit } = turn
    const { budget } = turn.progress
    budget.countRepair()
    emit({ type: 'attempt.repaired', attempt: attempt.index, repair: budget.repairs(), limit: budget.limits.repairs })
    const refused = { first: attempt.ask, ...refusedReply(attempt, rejection) }
    return { ask: clientRepairAsk(refused, turn, client) }
  }
  const isEmpty = attempt.raw.trim() === ''
  if (attempt.ask.read.required === true || isEmpty) return { end: rejectedTurn(rejection.fault) }
  return delivered(withoutCall(attempt, turn), attempt, turn)
}
