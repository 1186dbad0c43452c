import { FAULTS, type Fault, type ToolCall } from '../../core/index.ts'
import { type RefusedAnswer, needsConfirmation, unrunSection } from '../../protocol/index.ts'
import { type TurnAttempt, noteAttempt } from '../turn/attempt.ts'
import { makeCall } from '../turn/make-call.ts'
import { failedTurn } from '../turn/stops.ts'
import { mayAskAgain, noteRefused, reportCalls, secondReading } from '../turn/take-calls.ts'
import type { Next } from '../turn/asks.ts'
import type { MadeCall, Turn } from '../turn/turn.ts'
import type { ClientCall, ClientConversation, ClientEnd, RefusedCall } from './client-conversation.ts'
import { clientAsk, clientSecondReading } from './client-asks.ts'

/** In one reply; a model that asks for more is not well. */
export const MAX_CALLS = 32

const MAX_REFUSED_ROUNDS = 2

type TakenCall = { readonly made: MadeCall; readonly shown: string }

type Written = { readonly calls: readonly ToolCall[]; readonly client: ClientConversation }

/**
 * Runs each call down the one path. Calls that pass end the turn and are handed over; otherwise the model reads why
 * not.
 */
export async function handCalls(attempt: TurnAttempt, { calls, client }: Written, turn: Turn): Promise<Next> {
  const wanted = calls.slice(0, client.parallel ? MAX_CALLS : 1)
  reportCalls(attempt, wanted, turn)
  const refused = refusedReadings(attempt, client)
  for (const answer of refused) {
    noteRefused(attempt, answer, turn)
    turn.progress.rejected.push(answer.rejection.fault)
  }
  await readAgain(attempt, { calls: wanted, client }, turn)
  const taken: TakenCall[] = []
  for (const call of wanted) taken.push(await makeCall(call, attempt, turn))
  const isHanded = taken.some(({ made }) => made.result.handedOver === true)
  const text = attempt.reading.before ?? attempt.reading.text
  if (isHanded)
    return {
      end: { text, stopped: null, client: { ...clientEnd(text, attempt, turn), untold: tellOf(refused, taken) } },
    }
  return afterRefusals(attempt, { taken, client }, turn)
}

type Refused = { readonly taken: readonly TakenCall[]; readonly client: ClientConversation }

function afterRefusals(attempt: TurnAttempt, { taken, client }: Refused, turn: Turn): Next {
  const { made: all, budget, transcript } = turn.progress
  const faults = taken.flatMap(({ made }) => made.result.fault ?? [])
  const halting = faults.find(({ code }) => FAULTS[code].then === 'halt')
  if (halting) return { end: { ...failedTurn(halting), client: clientEnd('', attempt, turn) } }
  const question = client.returnsQuestions
    ? faults.find(({ detail }) => typeof detail?.['approval'] === 'string')
    : undefined
  if (question) return inWords(question, attempt, turn)
  const rounds = new Set(all.map(({ call }) => call.reading.rawSha256)).size
  const last = faults.at(-1)
  if (last && (rounds >= MAX_REFUSED_ROUNDS || !budget.mayAsk())) return inWords(last, attempt, turn)
  if (attempt.reading.isNative || client.form !== 'text') addNative(attempt, taken, turn)
  else for (const { made, shown } of taken) transcript.addStep(made.call, shown)
  return { ask: clientAsk(turn, client) }
}

/** The refusal is the answer. */
function inWords(failure: Fault | undefined, attempt: TurnAttempt, turn: Turn): Next {
  const text = failure ? `${failure.code}: ${failure.message}` : ''
  turn.emit({ type: 'message.completed', text })
  return { end: { text, stopped: null, client: clientEnd(text, attempt, turn) } }
}

function addNative(attempt: TurnAttempt, taken: readonly TakenCall[], turn: Turn): void {
  const answered = taken.map(({ made: { call }, shown }) => ({
    call: { id: call.id, name: call.tool.name, arguments: call.args },
    result: shown,
  }))
  turn.progress.transcript.addNative(attempt.reading.text, answered)
}

/** Of several calls some may be wrong; those that are right are not kept waiting for them. */
function refusedReadings({ reading }: TurnAttempt, { parallel }: ClientConversation): readonly RefusedAnswer[] {
  const refused = reading.answers.filter(answer => 'rejection' in answer)
  // bare objects are all handed over: the client asked for calls in parallel, and runs them
  return parallel ? refused.filter(({ rejection }) => rejection.fault.code !== 'tool_call_multiple') : refused
}

/** The client's history will know only the calls that it was given. */
function tellOf(refused: readonly RefusedAnswer[], taken: readonly TakenCall[]): string {
  const unread = refused.map(({ requested, rejection }) => ({ requested, fault: rejection.fault }))
  const stopped = taken.flatMap(({ made: { call, result } }) =>
    result.fault ? [{ requested: call.tool.name, fault: result.fault }] : [],
  )
  return unread.length + stopped.length === 0 ? '' : unrunSection([...unread, ...stopped]).text
}

/**
 * A tool known to change something is asked for once more after a repair. Only the client knows what other tools do: it
 * is told of the repair, and decides (decision 0022).
 */
async function readAgain(attempt: TurnAttempt, { calls, client }: Written, turn: Turn): Promise<void> {
  const { request, runtime } = turn
  const repaired = calls.filter(needsConfirmation)
  const open = repaired.filter(({ tool }) => client.askAgain.includes(tool.name))
  for (const call of repaired) if (!open.includes(call)) runtime.readTwice.add(call)
  if (open.length === 0 || request.people?.ask !== undefined || !mayAskAgain(turn)) return
  const ask = clientSecondReading(attempt.ask, attempt.raw)
  const second = await secondReading(attempt, { ask, calls: open }, turn)
  if (second?.reading.move.kind === 'rejected') noteAttempt(second, turn, 'withdrawn')
}

/** All that has become of the request up to now. */
export function clientEnd(
  text: string,
  { asked, ask }: TurnAttempt,
  { progress: { made, rejected } }: Turn,
): ClientEnd {
  const repaired = ask.purpose === 'repair'
  return {
    text,
    calls: made.filter(({ result }) => result.handedOver === true).map(each => clientCall(each, repaired)),
    refused: made.flatMap(refusedCall),
    rejected: [...rejected],
    untold: '',
    finish: asked.end.finish,
    promptCut: asked.end.promptCut === true,
  }
}

function clientCall({ call }: MadeCall, repaired: boolean): ClientCall {
  const { dialect, fixups, aliases, requested } = call.reading
  return { id: call.id, name: call.tool.name, args: call.args, dialect, fixups, aliases, requested, repaired }
}

const refusedCall = ({ call, result }: MadeCall): readonly RefusedCall[] =>
  result.fault ? [{ tool: call.tool.name, fault: result.fault, receipt: result.receipt?.receipt_id ?? null }] : []
