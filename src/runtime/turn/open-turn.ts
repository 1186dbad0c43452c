import { type Model, newId, signalForMany } from '../../core/index.ts'
import type { PolicyDecision, Routed } from '../../policy/index.ts'
import type { Caller } from '../call/call-parts.ts'
import { newSession } from '../call-tool.ts'
import { NEVER_ABORTED } from '../never-aborted.ts'
import type { Runtime } from '../runtime.ts'
import { type SaidBefore, createSaidBefore } from './said-before.ts'
import { type Emit, createStamp } from './stamp.ts'
import type { TalkLog } from './talk.ts'
import type { TurnRequest } from './turn-request.ts'

/** What is known of a turn before anything has happened, and what it comes to. */
export type OpenTurn = {
  readonly request: TurnRequest
  readonly runtime: Runtime
  readonly session: string
  /** Nobody else has seen the session yet. */
  readonly isNew: boolean
  readonly turn: string
  readonly agent: string
  readonly signal: AbortSignal
  readonly log: TalkLog
  readonly emit: Emit
  readonly told: TurnRecord
  readonly said: SaidBefore
}

/** Everything is decided but how to talk. */
export type TalkStart = OpenTurn & { readonly model: Model; readonly caller: Caller; readonly text: string }

/** Written out, because V8 copies objects by way of `...` far more slowly, and a turn makes many of this size. */
export function startOf(
  opened: OpenTurn,
  { model, caller, text }: Pick<TalkStart, 'model' | 'caller' | 'text'>,
): TalkStart {
  const { request, runtime, session, isNew, turn, agent, signal, log, emit, told, said } = opened
  return { request, runtime, session, isNew, turn, agent, signal, log, emit, told, said, model, caller, text }
}

/** What the record of the turn will say; filled in as the stages pass. */
export type TurnRecord = { route?: Routed; policy?: PolicyDecision; model?: Model; offered?: readonly string[] }

export function openTurn(request: TurnRequest, runtime: Runtime): OpenTurn {
  const { session = newSession(), agent = 'main', run, onEvent } = request
  const turn = request.turn ?? newId('turn')
  const isNew = request.session === undefined
  const log: TalkLog = {
    made: [],
    asked: new Set(),
    shown: [],
    usage: { inputTokens: 0, outputTokens: 0, requests: 0 },
    attempts: 0,
    step: 0,
    answersAsked: 0,
    corrections: 0,
    evidence: null,
  }
  const { clock, filter } = runtime.parts
  const emit = createStamp({
    session,
    turn,
    run: run?.id,
    agent,
    now: () => clock.now(),
    filter,
    readers: [...runtime.eventReaders, ...(onEvent ? [onEvent] : [])],
    step: () => `step_${log.step}`,
  })
  const said = createSaidBefore(runtime.sessions, { session, isNew })
  return {
    request,
    runtime,
    session,
    isNew,
    turn,
    agent,
    signal: request.signal ? signalForMany(request.signal) : NEVER_ABORTED,
    log,
    emit,
    told: {},
    said,
  }
}
