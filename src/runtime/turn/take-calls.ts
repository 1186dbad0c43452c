import { type Fault, FAULTS, type ToolCall, fault, hashJson } from '../../core/index.ts'
import { type Rejection, needsConfirmation } from '../../protocol/index.ts'
import { type Ask, type Next, nextAsk, secondReadingAsk } from './asks.ts'
import { type TurnAttempt, makeAttempt, noteAttempt, reportAttempt } from './attempt.ts'
import { afterRejection } from './after-rejection.ts'
import { makeCall } from './make-call.ts'
import { orRefusal, systemError } from './stops.ts'
import type { AnsweredCall } from './transcript.ts'
import type { Turn } from './turn.ts'

/**
 * Takes the calls of one reply. In text only the first counts; native calls may be several, and each needs an answer.
 */
export function takeCalls(attempt: TurnAttempt, calls: readonly [ToolCall, ...ToolCall[]], turn: Turn): Promise<Next> {
  const { answers } = attempt.reading
  reportCalls(attempt, answers ? calls : [calls[0]], turn)
  return answers ? takeNative(attempt, turn) : takeFirst(attempt, calls[0], turn)
}

async function takeFirst(attempt: TurnAttempt, call: ToolCall, turn: Turn): Promise<Next> {
  const instead = budgetStop(turn) ?? (await readAgain(attempt, call, turn))
  if (instead) return instead
  const { made, shown } = await makeCall(call, attempt, turn)
  turn.progress.transcript.addStep(call, shown)
  return afterCall(made.result.fault, turn)
}

async function takeNative(attempt: TurnAttempt, turn: Turn): Promise<Next> {
  const answered: AnsweredCall[] = []
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
  const { made, shown } = await makeCall(call, attempt, turn)
  const { fault: failure } = made.result
  return failure && FAULTS[failure.code].then === 'halt' ? { fault: failure, shown } : shown
}

const refusedText = ({ fault: failure }: Rejection): string =>
  `${failure.code}: ${failure.message} ${FAULTS[failure.code].advice}`

export function reportCalls({ index, reading }: TurnAttempt, calls: readonly ToolCall[], { emit }: Turn): void {
  const [first] = calls
  emit({
    type: 'attempt.extracted',
    attempt: index,
    requested: reading.requests.map(({ name }) => name),
    dialect: first?.reading.dialect ?? '',
  })
  for (const { tool, args, reading: how } of calls) {
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

/** Something that no further step can repair ends the turn; anything else the model reads, and goes on. */
function afterCall(failure: Fault | null | undefined, turn: Turn): Next {
  if (failure?.code === 'system_error') return { end: systemError(failure) }
  if (failure && FAULTS[failure.code].then === 'halt') return { end: orRefusal(systemError(failure), turn) }
  return { ask: nextAsk(turn) }
}

/**
 * A repaired call that changes something runs only if a person has seen it, or if the model repeats it. Where a person
 * can be asked, the gate asks. Answers with what to do instead, if the model does not stand by its call.
 */
async function readAgain(attempt: TurnAttempt, call: ToolCall, turn: Turn): Promise<Next | undefined> {
  if (!needsConfirmation(call) || turn.runtime.ask !== undefined || !mayAskAgain(turn)) return undefined
  const ask = secondReadingAsk(turn, attempt.ask, attempt.raw)
  const second = await secondReading(attempt, { ask, calls: [call] }, turn)
  if (!second || second.reading.move.kind === 'calls') return undefined
  const { move } = second.reading
  return move.kind === 'rejected' ? afterRejection(second, move.rejection, turn) : { ask: nextAsk(turn) }
}

export const mayAskAgain = ({ progress: { budget } }: Turn): boolean => budget.mayRepair() && budget.mayAsk()

type Doubtful = { readonly ask: Ask; readonly calls: readonly ToolCall[] }

/** Calls that the model repeats took no guessing. Undefined if it gave no answer: then the gate decides. */
export async function secondReading(
  attempt: TurnAttempt,
  { ask, calls }: Doubtful,
  turn: Turn,
): Promise<TurnAttempt | undefined> {
  const { runtime, signal, listener, progress } = turn
  progress.budget.countRepair()
  noteAttempt(attempt, turn, 'to be read again')
  const second = await makeAttempt(ask, turn)
  reportAttempt(second, turn)
  if (signal.aborted || second.asked.end.fault) return undefined
  const { move } = second.reading
  if (move.kind !== 'rejected') noteAttempt(second, turn, move.kind === 'calls' ? 'read again' : 'withdrawn')
  const said = move.kind === 'calls' ? move.calls.slice(0, listener.untilEnd ? undefined : 1) : []
  const repeated = new Set(said.map(sameAction))
  for (const call of calls) if (repeated.has(sameAction(call))) runtime.readTwice.add(call)
  return second
}

/** The same for calls that say the same. */
const sameAction = ({ tool, args }: ToolCall): string => hashJson({ tool: tool.name, args })
