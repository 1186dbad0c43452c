import { type Fault, type JsonObject, fault } from '../../core/index.ts'
import { type Rejection, isRepairable, readObject } from '../../protocol/index.ts'
import { requestedIn, tellRejection } from '../turn/after-rejection.ts'
import { afterEmptyAsk } from '../turn/asks.ts'
import { type TurnAttempt, noteAttempt } from '../turn/attempt.ts'
import { failureOf } from '../turn/failure-of.ts'
import type { Next } from '../turn/next.ts'
import { readsCalls } from '../turn/reads-calls.ts'
import { failedTurn, rejectedTurn } from '../turn/stops.ts'
import type { ClientTalk, Talk } from '../turn/talk.ts'
import { clientFormatAsk, clientRepairAsk } from './client-asks.ts'
import { endOf } from './client-end.ts'
import type { AnswerFormat, ClientTurn } from './client-turn.ts'
import { handCalls } from './hand-calls.ts'

/** What a reply to a client's request comes to: calls for him to run, an answer, or another question to the model. */
export async function takeClientMove(attempt: TurnAttempt, talk: Talk, client: ClientTalk): Promise<Next> {
  const failure = failureOf(attempt, talk)
  if (failure) return { end: failedTurn(failure) }
  const { move } = attempt.reading
  if (!readsCalls(talk)) return takeUntooled(attempt, talk, client)
  switch (move.kind) {
    case 'calls':
      return handCalls(attempt, move.calls, talk)
    case 'rejected':
      return client.format && !isCall(move.rejection)
        ? takeFormatted(attempt, { text: attempt.reading.text, format: client.format }, talk)
        : afterRefusal(attempt, move.rejection, talk)
    case 'final':
    case 'answer':
      return takeAnswer(attempt, talk, client)
  }
}

/** A call where nothing is on offer is told to nobody but the records; what was said beside it is the answer. */
function takeUntooled(attempt: TurnAttempt, talk: Talk, client: ClientTalk): Next {
  const { move } = attempt.reading
  const isCalling = attempt.asked.reply.calls.length > 0 && move.kind === 'rejected'
  if (!isCalling) return takeAnswer(attempt, talk, client)
  reject(attempt, move.rejection, talk)
  if (attempt.reading.text.trim() !== '') return delivered(attempt.reading.text, attempt, talk)
  if (!mayAskAgain(talk)) return { end: rejectedTurn(move.rejection.fault) }
  talk.budget.countRepair()
  return { ask: afterEmptyAsk(attempt.ask) }
}

function reject(attempt: TurnAttempt, rejection: Rejection, talk: Talk): void {
  noteAttempt(attempt, talk, { outcome: 'rejected', about: { rejection } })
  tellRejection(attempt, rejection, talk)
  talk.client?.rejected.push(rejection.fault)
}

/** An object that calls no tool may well be the answer that was asked for. */
const isCall = ({ layer }: Rejection): boolean => layer === 'tool' || layer === 'args'

/** Without tools nothing is read into a reply: it is handed on as it is. */
function textOfAnswer({ asked, reading }: TurnAttempt, { tools }: Talk): string {
  const { content } = asked.reply
  return tools.length === 0 && content.trim() !== '' ? content : reading.text
}

function takeAnswer(attempt: TurnAttempt, talk: Talk, { format }: ClientTurn): Next {
  const text = textOfAnswer(attempt, talk)
  const isEmpty = text.trim() === ''
  const wantsMore = talk.tools.length > 0 || format !== undefined
  if (isEmpty && wantsMore && attempt.asked.end.finish !== 'length' && mayAskAgain(talk)) {
    talk.budget.countRepair()
    noteAttempt(attempt, talk, 'empty')
    return { ask: afterEmptyAsk(attempt.ask) }
  }
  if (format) return takeFormatted(attempt, { text, format }, talk)
  noteAttempt(attempt, talk, isEmpty ? 'empty' : 'answer')
  return delivered(text, attempt, talk)
}

const mayAskAgain = ({ budget }: Talk): boolean => budget.mayRepair() && budget.mayAsk()

function delivered(text: string, attempt: TurnAttempt, talk: Talk): Next {
  talk.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null, client: endOf(text, attempt, talk) } }
}

type Formatted = { readonly text: string; readonly format: AnswerFormat }

/** What a program asked for as JSON it gets as JSON that fits, or an error. */
function takeFormatted(attempt: TurnAttempt, { text, format }: Formatted, talk: Talk): Next {
  const read = readObject(text)
  const wrong = read.ok ? format.check(read.value.value) : read.error
  if (!wrong && read.ok) {
    noteAttempt(attempt, talk, 'answer')
    return delivered(
      read.value.fixups.length === 0 ? exactly(text, read.value.value) : JSON.stringify(read.value.value),
      attempt,
      talk,
    )
  }
  const complaint = wrong?.message ?? ''
  reject(attempt, rejectionOf(fault('output_invalid', complaint)), talk)
  if (!mayAskAgain(talk))
    return {
      end: rejectedTurn(
        fault('output_invalid', `The model's answer is not in the form that was asked for. ${complaint}`),
      ),
    }
  talk.budget.countRepair()
  return { ask: clientFormatAsk(attempt.ask, attempt.raw, complaint) }
}

const rejectionOf = (failure: Fault): Rejection => ({ layer: 'envelope', fault: failure, fixups: [] })

/** The object as it was written, if nothing stands around it. */
function exactly(text: string, value: JsonObject): string {
  const trimmed = text.trim()
  return trimmed.startsWith('{') && trimmed.endsWith('}') ? trimmed : JSON.stringify(value)
}

/** Asked again as often as may be; then what was said is delivered as it is, unless a call was required. */
function afterRefusal(attempt: TurnAttempt, rejection: Rejection, talk: Talk): Next {
  reject(attempt, rejection, talk)
  if (isRepairable(rejection.fault) && mayAskAgain(talk)) {
    const { budget, emit } = talk
    budget.countRepair()
    emit({ type: 'attempt.repaired', attempt: attempt.index, repair: budget.repairs(), limit: budget.limits.repairs })
    const refused = { rejection, output: attempt.raw, requested: requestedIn(attempt, rejection.fault) }
    return { ask: clientRepairAsk(talk, attempt.ask, refused) }
  }
  const { text } = attempt.reading
  if (attempt.ask.read.required === true || text.trim() === '') return { end: rejectedTurn(rejection.fault) }
  return delivered(text, attempt, talk)
}
