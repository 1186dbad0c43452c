import type { JsonObject, MessageView, PermissionView, RanTool } from 'shapes'
import type { ConsoleEvent, EventOf } from './turn-event.ts'

/** The state of a turn. The store that owns it folds events into it in place. */
export type TurnState = {
  readonly id: string
  message: string
  model: string | null
  startedAt: string | null
  endedAt: string | null
  status: 'running' | 'completed' | 'stopped' | 'failed'
  router: EventOf<'router.completed'> | null
  policy: EventOf<'policy.decided'> | null
  permissions: EventOf<'permission.requested' | 'permission.granted' | 'permission.denied'>[]
  questions: Question[]
  attempts: AttemptState[]
  calls: CallState[]
  budget: EventOf<'budget.updated'>['budget'] | null
  exceeded: EventOf<'budget.exceeded'>[]
  compacted: EventOf<'context.compacted'> | null
  evidence: EventOf<'evidence.checked'>[]
  hooks: EventOf<'posthook.completed'>[]
  answeredAt: string | null
  /** The text that is being streamed. */
  draft: string
  answer: string | null
  stop: { readonly code: string; readonly message: string } | null
  usage: JsonObject | null
  /** All but pieces of text. */
  events: ConsoleEvent[]
  messages: readonly MessageView[]
}

export type Question = {
  permission: PermissionView
  state: 'pending' | 'approved' | 'denied' | 'expired' | 'withdrawn'
  decidedBy: string | null
}

export type AttemptState = {
  readonly started: EventOf<'attempt.started'>
  text: string
  completed: EventOf<'attempt.completed' | 'attempt.failed'> | null
  extracted: EventOf<'attempt.extracted'> | null
  fixups: readonly string[]
  rejected: EventOf<'attempt.rejected'> | null
  repaired: EventOf<'attempt.repaired'> | null
  accepted: EventOf<'attempt.accepted'>[]
}

export type CallState = {
  readonly id: string
  readonly tool: string
  gate: EventOf<'gate.decided'> | null
  started: EventOf<'tool.started'> | null
  ended: EventOf<'tool.completed' | 'tool.failed'> | null
  receipt: string | null
  /** The end of its output so far. */
  output: string
}

export function newTurn(id: string): TurnState {
  return {
    id,
    message: '',
    model: null,
    startedAt: null,
    endedAt: null,
    status: 'running',
    router: null,
    policy: null,
    permissions: [],
    questions: [],
    attempts: [],
    calls: [],
    budget: null,
    exceeded: [],
    compacted: null,
    evidence: [],
    hooks: [],
    answeredAt: null,
    draft: '',
    answer: null,
    stop: null,
    usage: null,
    events: [],
    messages: [],
  }
}

export const pendingQuestions = (turn: TurnState): readonly Question[] =>
  turn.questions.filter(question => question.state === 'pending')

export const receiptsOf = (turn: TurnState): readonly string[] => turn.calls.flatMap(call => call.receipt ?? [])

/** What ran in a turn, as the report of its evidence check has it; until there is one, as its events have it. */
export function ranIn({ evidence, calls }: TurnState): readonly RanTool[] {
  const report = evidence.at(-1)
  return report && report.then !== 'corrected' ? report.ran : calls.flatMap(ranTool)
}

function ranTool(call: CallState): readonly RanTool[] {
  const outcome = outcomeOf(call)
  return outcome === null ? [] : [{ tool: call.tool, outcome, receipt: call.receipt, files: 0 }]
}

function outcomeOf({ gate, started, ended }: CallState): RanTool['outcome'] | null {
  if (ended === null) return gate?.verdict === 'deny' ? 'denied' : null
  if (ended.type === 'tool.completed') return ended.replayed ? 'replayed' : 'done'
  return ended.code === 'confirmation_required' ? 'waiting' : started === null ? 'denied' : 'failed'
}

export function newAttempt(started: EventOf<'attempt.started'>): AttemptState {
  return {
    started,
    text: '',
    completed: null,
    extracted: null,
    fixups: [],
    rejected: null,
    repaired: null,
    accepted: [],
  }
}
