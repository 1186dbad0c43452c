import { type Fault, type FaultCode, FAULTS, type ToolCall, fault, hashJson } from '../../core/index.ts'
import {
  type CallAnswer,
  type RefusedAnswer,
  heldBack,
  needsConfirmation,
  refusedIn,
  unrunSection,
  whyUnrun,
} from '../../protocol/index.ts'
import { type Ask, type Next, nextAsk, secondReadingAsk } from './asks.ts'
import { type TurnAttempt, makeAttempt, notRunIn, noteAttempt, reportAttempt } from './attempt.ts'
import { afterRejection } from './after-rejection.ts'
import { makeCall } from './make-call.ts'
import { orRefusal, systemError } from './stops.ts'
import type { AnsweredCall } from './transcript.ts'
import type { Turn } from './turn.ts'

/** Runs the calls of one reply in order. What does not run is named to the model, beside the results of the others. */
export async function takeCalls(attempt: TurnAttempt, turn: Turn): Promise<Next> {
  const answers = heldBack(attempt.reading.answers)
  const calls = answers.flatMap(answer => ('call' in answer ? [answer.call] : []))
  const [first] = refusedIn(answers)
  if (calls.length === 0 && first) return afterRejection(attempt, first.rejection, turn)
  reportCalls(attempt, calls, turn)
  if (attempt.reading.isNative) return takeNative(attempt, answers, turn)
  const instead = budgetStop(turn) ?? (await readAgain(attempt, calls, turn))
  return instead ?? takeWritten(attempt, answers, turn)
}

/** Each call as if it alone had been written, so that the model reads the agreed form and no other. */
async function takeWritten(attempt: TurnAttempt, answers: readonly CallAnswer[], turn: Turn): Promise<Next> {
  const { results, halted } = await takeAnswers(attempt, answers, turn)
  const unrun = results.flatMap(({ answer, failure }) => (failure ? [{ ...answer, fault: failure }] : []))
  const made = results.filter(({ failure }) => failure === undefined)
  for (const [index, { answer, shown }] of made.entries()) {
    const isLast = index === made.length - 1 && unrun.length > 0
    if ('call' in answer)
      turn.progress.transcript.addStep(answer.call, isLast ? `${shown}\n\n${unrunSection(unrun).text}` : shown)
  }
  return afterCall(halted, turn)
}

async function takeNative(attempt: TurnAttempt, answers: readonly CallAnswer[], turn: Turn): Promise<Next> {
  const { results, halted } = await takeAnswers(attempt, answers, turn)
  const answered = results.map(({ answer, shown, failure }, index): AnsweredCall => {
    const written = attempt.asked.reply.calls[index]
    return {
      call: {
        id: answer.id ?? `call_${attempt.index}_${index}`,
        name: turn.names.encode(written?.name ?? '') ?? written?.name ?? '',
        arguments: written?.arguments ?? null,
      },
      result: failure ? whyUnrun(failure) : shown,
    }
  })
  turn.progress.transcript.addNative(attempt.reading.text, answered)
  return afterCall(halted, turn)
}

type CallOutcome = {
  readonly answer: CallAnswer
  /** What the model reads of a call that was made. */
  readonly shown: string
  /** Why it was not made. */
  readonly failure?: Fault
}

type Taken = { readonly results: readonly CallOutcome[]; readonly halted: Fault | undefined }

/** After one that nothing can repair, and when no step is left, the others are not made. */
async function takeAnswers(attempt: TurnAttempt, answers: readonly CallAnswer[], turn: Turn): Promise<Taken> {
  const { budget } = turn.progress
  const results: CallOutcome[] = []
  let halted: Fault | undefined
  for (const answer of answers) {
    if ('rejection' in answer) {
      noteRefused(attempt, answer, turn)
      results.push({ answer, shown: '', failure: answer.rejection.fault })
    } else if (halted || budget.stepsLeft() <= 0 || budget.isRunSpent()) {
      results.push({ answer, shown: '', failure: halted ? HALTED : NO_STEPS })
    } else {
      const { made, shown } = await makeCall(answer.call, attempt, turn)
      const { fault: failure } = made.result
      if (failure && FAULTS[failure.code].then === 'halt') halted = failure
      results.push({ answer, shown })
    }
  }
  return { results, halted }
}

const HALTED = fault('tool_call_not_run', 'The turn ended with a call before it.')
const NO_STEPS = fault('budget_spent', 'No tool steps remain in this turn, so it did not run.')

/** A call that failed its check counts as a rejected attempt; one that only came too late does not. */
export function noteRefused(attempt: TurnAttempt, { rejection, requested, args }: RefusedAnswer, turn: Turn): void {
  if (UNCHECKED.has(rejection.fault.code)) return
  noteAttempt(attempt, turn, { outcome: 'rejected', about: { rejection, requested, args } })
}

const UNCHECKED: ReadonlySet<FaultCode> = new Set<FaultCode>(['tool_call_not_run', 'tool_call_multiple'])

export function reportCalls({ index, reading }: TurnAttempt, calls: readonly ToolCall[], { emit }: Turn): void {
  const [first] = calls
  emit({
    type: 'attempt.extracted',
    attempt: index,
    requested: reading.requests.map(({ name }) => name),
    dialect: first?.reading.dialect ?? '',
    not_run: notRunIn(reading),
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
async function readAgain(attempt: TurnAttempt, calls: readonly ToolCall[], turn: Turn): Promise<Next | undefined> {
  const doubtful = calls.filter(needsConfirmation)
  if (doubtful.length === 0 || turn.runtime.ask !== undefined || !mayAskAgain(turn)) return undefined
  const ask = secondReadingAsk(turn, attempt.ask, attempt.raw)
  const second = await secondReading(attempt, { ask, calls: doubtful }, turn)
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
  const { runtime, signal, progress } = turn
  progress.budget.countRepair()
  noteAttempt(attempt, turn, 'to be read again')
  const second = await makeAttempt(ask, turn)
  reportAttempt(second, turn)
  if (signal.aborted || second.asked.end.fault) return undefined
  const { move } = second.reading
  if (move.kind !== 'rejected') noteAttempt(second, turn, move.kind === 'calls' ? 'read again' : 'withdrawn')
  const said = move.kind === 'calls' ? move.calls : []
  const repeated = new Set(said.map(sameAction))
  for (const call of calls) if (repeated.has(sameAction(call))) runtime.readTwice.add(call)
  return second
}

/** The same for calls that say the same. */
const sameAction = ({ tool, args }: ToolCall): string => hashJson({ tool: tool.name, args })
