import { type Fault, FAULTS, type ToolCall, fault } from '../../core/index.ts'
import { type Rejection, needsConfirmation } from '../../protocol/index.ts'
import { type Next, nextAsk, secondReadingAsk } from './asks.ts'
import { type TurnAttempt, attemptRecord, makeAttempt, noteAttempt, sameAction, tellAttempt } from './attempt.ts'
import { afterRejection } from './after-rejection.ts'
import { makeCall } from './make-call.ts'
import { orRefusal, systemError } from './stops.ts'
import type { Answered } from './transcript.ts'
import type { Turn } from './turn.ts'

/** The calls of one reply. In text only the first counts; a provider's own field may hold several, and each needs an answer. */
export function takeCalls(attempt: TurnAttempt, calls: readonly [ToolCall, ...ToolCall[]], turn: Turn): Promise<Next> {
  tellCalls(attempt, calls, turn)
  return attempt.reading.answers ? takeNative(attempt, turn) : takeFirst(attempt, calls[0], turn)
}

async function takeFirst(attempt: TurnAttempt, call: ToolCall, turn: Turn): Promise<Next> {
  const stop = budgetStop(turn)
  if (stop) return stop
  const confirmed = await readAgain(attempt, call, turn)
  if ('ask' in confirmed || 'end' in confirmed) return confirmed
  const { made, shown } = await makeCall(
    call,
    attemptRecord(attempt, turn, { outcome: outcomeOf(attempt), about: { call } }),
    turn,
  )
  turn.progress.transcript.addStep(call, shown)
  return afterCall(made.result.fault, turn)
}

async function takeNative(attempt: TurnAttempt, turn: Turn): Promise<Next> {
  const answered: Answered[] = []
  let halted: Fault | undefined
  const answers = attempt.reading.answers ?? []
  for (const [index, answer] of answers.entries()) {
    const written = attempt.asked.reply.calls[index]
    const call = {
      id: answer.id ?? `call_${attempt.index}_${index}`,
      name: turn.names.encode(written?.name ?? '') ?? written?.name ?? '',
      arguments: written?.arguments ?? null,
    }
    if ('rejection' in answer)
      noteAttempt(attempt, turn, {
        outcome: 'rejected',
        about: { rejection: answer.rejection, requested: written?.name ?? '' },
      })
    const result = halted
      ? 'not run'
      : 'call' in answer
        ? await takeOne(attempt, answer.call, turn)
        : refusedText(answer.rejection)
    if (typeof result !== 'string') halted = result.fault
    answered.push({ call, result: typeof result === 'string' ? result : result.shown })
  }
  turn.progress.transcript.addNative(attempt.reading.text, answered)
  return afterCall(halted, turn)
}

type Halted = { readonly fault: Fault; readonly shown: string }

async function takeOne(attempt: TurnAttempt, call: ToolCall, turn: Turn): Promise<string | Halted> {
  const { budget } = turn.progress
  if (budget.stepsLeft() <= 0 || budget.isRunSpent())
    return 'budget_spent: no tool steps remain in this turn, so it did not run.'
  const { made, shown } = await makeCall(
    call,
    attemptRecord(attempt, turn, { outcome: outcomeOf(attempt), about: { call } }),
    turn,
  )
  const { fault: failure } = made.result
  return failure && FAULTS[failure.code].then === 'halt' ? { fault: failure, shown } : shown
}

export const refusedText = ({ fault: failure }: Rejection): string =>
  `${failure.code}: ${failure.message} ${FAULTS[failure.code].advice}`

export const outcomeOf = ({ ask }: TurnAttempt): string => (ask.purpose === 'repair' ? 'repaired' : 'accepted')

export function tellCalls({ index, reading }: TurnAttempt, calls: readonly ToolCall[], { emit }: Turn): void {
  const [first] = calls
  emit({
    type: 'attempt.extracted',
    attempt: index,
    requested: reading.requests.map(({ name }) => name),
    dialect: first?.reading.dialect ?? '',
  })
  for (const { tool, args, reading: how } of reading.answers ? calls : calls.slice(0, 1)) {
    const { dialect, fixups, aliases } = how
    if (fixups.length > 0) emit({ type: 'attempt.fixed_up', attempt: index, fixups })
    emit({ type: 'attempt.accepted', attempt: index, tool: tool.name, args, dialect, fixups, aliases })
  }
}

/** A limit that the call would break. The step limit leads to an answer, that of a run to its end. */
function budgetStop(turn: Turn): Next | undefined {
  const { budget } = turn.progress
  if (budget.isRunSpent()) {
    const message = `The run has made the ${budget.limits.runSteps} steps that it may make.`
    return { end: systemError(fault('budget_spent', message, { budget: 'max_steps' })) }
  }
  return budget.stepsLeft() > 0 ? undefined : { ask: nextAsk(turn) }
}

/** Something that no further step can mend ends the turn; anything else the model reads, and goes on. */
function afterCall(failure: Fault | null | undefined, turn: Turn): Next {
  if (failure?.code === 'system_error') return { end: systemError(failure) }
  if (failure && FAULTS[failure.code].then === 'halt') return { end: orRefusal(systemError(failure), turn) }
  return { ask: nextAsk(turn) }
}

type Confirmed = { readonly confirmed: true }

/**
 * A call that changes something and had to be mended runs only if a person has seen it, or if the model says the same again by itself.
 * Where a person can be asked, he is.
 */
async function readAgain(attempt: TurnAttempt, call: ToolCall, turn: Turn): Promise<Confirmed | Next> {
  const { runtime, signal } = turn
  const { budget } = turn.progress
  if (!needsConfirmation(call) || runtime.ask !== undefined || !budget.mayRepair() || !budget.mayAsk())
    return { confirmed: true }
  budget.countRepair()
  noteAttempt(attempt, turn, 'to be read again')
  const second = await makeAttempt(secondReadingAsk(turn, attempt.ask, attempt.raw), turn)
  tellAttempt(second, turn)
  if (signal.aborted || second.asked.end.fault) return { confirmed: true } // the gate decides what an unconfirmed call is worth
  const { move } = second.reading
  if (move.kind === 'calls') {
    noteAttempt(second, turn, 'read again')
    if (sameAction(move.calls[0]) === sameAction(call)) runtime.readTwice.add(call)
    return { confirmed: true }
  }
  if (move.kind === 'rejected') return afterRejection(second, move.rejection, turn)
  noteAttempt(second, turn, 'withdrawn')
  return { ask: nextAsk(turn) }
}
