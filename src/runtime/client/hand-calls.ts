import { FAULTS, type Fault, type ToolCall } from '../../core/index.ts'
import { needsConfirmation } from '../../protocol/index.ts'
import { type TurnAttempt, attemptRecord, makeAttempt, noteAttempt, sameAction, tellAttempt } from '../turn/attempt.ts'
import { makeCall } from '../turn/make-call.ts'
import { failedTurn } from '../turn/stops.ts'
import { outcomeOf } from '../turn/take-calls.ts'
import type { Next } from '../turn/asks.ts'
import type { MadeCall, Turn } from '../turn/turn.ts'
import type { ClientConversation } from './client-conversation.ts'
import { clientAsk, clientSecondReading } from './client-asks.ts'
import { endOf } from './client-end.ts'

/** In one reply; a model that asks for more is not well. */
export const MAX_CALLS = 32

const MAX_REFUSED_ROUNDS = 2

type Shown = { readonly made: MadeCall; readonly shown: string }

type Written = { readonly calls: readonly ToolCall[]; readonly client: ClientConversation }

/** Each call goes down the one path. What passes is handed over and ends the turn; if nothing does, the model reads why. */
export async function handCalls(attempt: TurnAttempt, { calls, client }: Written, turn: Turn): Promise<Next> {
  const wanted = calls.slice(0, client.parallel ? MAX_CALLS : 1)
  tell(attempt, wanted, turn)
  noteRefusedReadings(attempt, turn)
  await readAgain(attempt, { calls: wanted, client }, turn)
  const taken: Shown[] = []
  for (const call of wanted)
    taken.push(
      await makeCall(call, attemptRecord(attempt, turn, { outcome: outcomeOf(attempt), about: { call } }), turn),
    )
  const isHanded = taken.some(({ made }) => made.result.handedOver === true)
  const text = attempt.reading.before ?? attempt.reading.text
  if (isHanded) return { end: { text, stopped: null, client: endOf(text, attempt, turn) } }
  return afterRefusals(attempt, { taken, client }, turn)
}

type Refused = { readonly taken: readonly Shown[]; readonly client: ClientConversation }

function afterRefusals(attempt: TurnAttempt, { taken, client }: Refused, turn: Turn): Next {
  const { made: all, budget, transcript } = turn.progress
  const faults = taken.flatMap(({ made }) => made.result.fault ?? [])
  const halting = faults.find(({ code }) => FAULTS[code].then === 'halt')
  if (halting) return { end: { ...failedTurn(halting), client: endOf('', attempt, turn) } }
  const question = client.returnsQuestions
    ? faults.find(({ detail }) => typeof detail?.['approval'] === 'string')
    : undefined
  if (question) return inWords(question, attempt, turn)
  const rounds = new Set(all.map(({ call }) => call.reading.rawSha256)).size
  const last = faults.at(-1)
  if (last && (rounds >= MAX_REFUSED_ROUNDS || !budget.mayAsk())) return inWords(last, attempt, turn)
  if (attempt.reading.answers || client.form !== 'text') addNative(attempt, taken, turn)
  else for (const { made, shown } of taken) transcript.addStep(made.call, shown)
  return { ask: clientAsk(turn, client) }
}

/** The refusal is the answer. */
function inWords(failure: Fault | undefined, attempt: TurnAttempt, turn: Turn): Next {
  const text = failure ? `${failure.code}: ${failure.message}` : ''
  turn.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null, client: endOf(text, attempt, turn) } }
}

function addNative(attempt: TurnAttempt, taken: readonly Shown[], turn: Turn): void {
  const answered = taken.map(({ made: { call }, shown }) => ({
    call: { id: call.id, name: call.tool.name, arguments: call.args },
    result: shown,
  }))
  turn.progress.transcript.addNative(attempt.reading.text, answered)
}

function tell({ index, reading }: TurnAttempt, calls: readonly ToolCall[], { emit }: Turn): void {
  emit({
    type: 'attempt.extracted',
    attempt: index,
    requested: reading.requests.map(({ name }) => name),
    dialect: calls[0]?.reading.dialect ?? '',
  })
  for (const { tool, args, reading: how } of calls) {
    const { dialect, fixups, aliases } = how
    if (fixups.length > 0) emit({ type: 'attempt.fixed_up', attempt: index, fixups })
    emit({ type: 'attempt.accepted', attempt: index, tool: tool.name, args, dialect, fixups, aliases })
  }
}

/** Of several calls in the server's own field some may be wrong; those that are right are not kept waiting for them. */
function noteRefusedReadings(attempt: TurnAttempt, turn: Turn): void {
  for (const [index, answer] of (attempt.reading.answers ?? []).entries())
    if ('rejection' in answer) {
      const requested = attempt.asked.reply.calls[index]?.name ?? ''
      noteAttempt(attempt, turn, { outcome: 'rejected', about: { rejection: answer.rejection, requested } })
      turn.progress.rejected.push(answer.rejection.fault)
    }
}

/**
 * What is known to change something and had to be mended is asked for once more; a call that the model then repeats took no guessing. Of
 * other tools nobody knows what they do but the client, who is told that the call was mended and runs it or not: decision 0022.
 */
async function readAgain(attempt: TurnAttempt, { calls, client }: Written, turn: Turn): Promise<void> {
  const { request, runtime, signal } = turn
  const { budget } = turn.progress
  const mended = calls.filter(needsConfirmation)
  const open = mended.filter(({ tool }) => client.askAgain.includes(tool.name))
  for (const call of mended) if (!open.includes(call)) runtime.readTwice.add(call)
  if (open.length === 0 || request.people?.ask !== undefined || !budget.mayRepair() || !budget.mayAsk()) return
  budget.countRepair()
  noteAttempt(attempt, turn, 'to be read again')
  const second = await makeAttempt(clientSecondReading(attempt.ask, attempt.raw), turn)
  tellAttempt(second, turn)
  if (signal.aborted || second.asked.end.fault) return // the gate decides what an unconfirmed call is worth
  const { move } = second.reading
  noteAttempt(second, turn, move.kind === 'calls' ? 'read again' : 'withdrawn')
  const repeated = new Set(move.kind === 'calls' ? move.calls.map(sameAction) : [])
  for (const call of open) if (repeated.has(sameAction(call))) runtime.readTwice.add(call)
}
