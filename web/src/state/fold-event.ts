import type { ConsoleEvent } from './turn-event.ts'
import { type AttemptState, type CallState, type TurnState, newAttempt } from './turn-state.ts'

const PIECES: ReadonlySet<string> = new Set(['attempt.output.delta', 'tool.output.delta', 'message.delta'])
const MOST_OUTPUT = 60_000 // characters; longer output shows only its end

/** Folds one event into a turn. Unknown events are only listed. */
export function foldEvent(turn: TurnState, event: ConsoleEvent): void {
  if (!PIECES.has(event.type)) turn.events.push(event)
  foldTurn(turn, event)
  foldAttempt(turn, event)
  foldCall(turn, event)
  foldQuestion(turn, event)
}

function foldTurn(turn: TurnState, event: ConsoleEvent): void {
  switch (event.type) {
    case 'turn.started':
      turn.message = event.message
      turn.model = event.model
      turn.startedAt = event.ts
      return
    case 'router.completed':
      turn.router = event
      return
    case 'policy.decided':
      turn.policy = event
      return
    case 'permission.requested':
    case 'permission.granted':
    case 'permission.denied':
      turn.permissions.push(event)
      return
    case 'context.compacted':
      turn.compacted = event
      return
    case 'budget.updated':
      turn.budget = event.budget
      return
    case 'budget.exceeded':
      turn.exceeded.push(event)
      return
    case 'evidence.checked':
      // Events stored by versions that judged prose have no coverage, and nothing of them is shown.
      if ('coverage' in event) turn.evidence.push(event)
      return
    case 'posthook.completed':
      turn.hooks.push(event)
      return
    default:
      foldWords(turn, event)
  }
}

function foldWords(turn: TurnState, event: ConsoleEvent): void {
  switch (event.type) {
    case 'message.delta':
      turn.draft += event.text
      return
    case 'message.completed':
      turn.draft = ''
      turn.answer = event.text
      return
    case 'turn.answered':
      turn.answeredAt = event.ts
      if (event.code === null) turn.answer = event.text
      return
    case 'turn.completed':
      turn.answer = event.text
      end(turn, event, 'completed')
      return
    case 'turn.stopped':
    case 'turn.failed':
      turn.stop = { code: event.code, message: event.message }
      end(turn, event, event.type === 'turn.stopped' ? 'stopped' : 'failed')
      return
    default:
  }
}

function end(
  turn: TurnState,
  event: Extract<ConsoleEvent, { usage: unknown; type: `turn.${string}` }>,
  status: TurnState['status'],
): void {
  turn.draft = ''
  turn.status = status
  turn.endedAt = event.ts
  turn.usage = event.usage
  for (const question of turn.questions) if (question.state === 'pending') question.state = 'withdrawn'
}

function foldAttempt(turn: TurnState, event: ConsoleEvent): void {
  if (event.type === 'attempt.started') turn.attempts.push(newAttempt(event))
  if (!event.type.startsWith('attempt.') || !('attempt' in event)) return
  const attempt = turn.attempts.findLast(({ started }) => started.attempt === event.attempt)
  if (attempt !== undefined) foldInto(attempt, event)
}

function foldInto(attempt: AttemptState, event: ConsoleEvent): void {
  switch (event.type) {
    case 'attempt.output.delta':
      attempt.text += event.text
      return
    case 'attempt.completed':
    case 'attempt.failed':
      attempt.completed = event
      return
    case 'attempt.extracted':
      attempt.extracted = event
      return
    case 'attempt.fixed_up':
      attempt.fixups = event.fixups
      return
    case 'attempt.rejected':
      attempt.rejected = event
      return
    case 'attempt.repaired':
      attempt.repaired = event
      return
    case 'attempt.accepted':
      attempt.accepted.push(event)
      if (event.fixups.length > 0) attempt.fixups = event.fixups
      return
    default:
  }
}

function foldCall(turn: TurnState, event: ConsoleEvent): void {
  switch (event.type) {
    case 'gate.decided':
      callOf(turn, event).gate = event
      return
    case 'tool.started':
      callOf(turn, event).started = event
      return
    case 'tool.output.delta': {
      const call = callOf(turn, event)
      call.output = (call.output + event.text).slice(-MOST_OUTPUT)
      return
    }
    case 'tool.completed':
    case 'tool.failed': {
      const call = callOf(turn, event)
      call.ended = event
      call.receipt = event.receipt_id ?? call.receipt
      return
    }
    case 'receipt.minted': {
      const call = turn.calls.findLast(
        ({ tool, receipt }) => tool === event.tool && (receipt === null || receipt === event.receipt_id),
      )
      if (call) call.receipt = event.receipt_id
      return
    }
    default:
  }
}

function callOf(
  turn: TurnState,
  { call_id: id, tool }: { readonly call_id: string; readonly tool: string },
): CallState {
  const known = turn.calls.findLast(call => call.id === id)
  if (known !== undefined) return known
  const call: CallState = { id, tool, gate: null, started: null, ended: null, receipt: null, output: '' }
  turn.calls.push(call)
  return call
}

function foldQuestion(turn: TurnState, event: ConsoleEvent): void {
  if (
    event.type === 'permission.pending' &&
    !turn.questions.some(({ permission }) => permission.id === event.permission.id)
  ) {
    turn.questions.push({ permission: event.permission, state: 'pending', decidedBy: null })
  }
  if (event.type !== 'permission.decided' && event.type !== 'permission.extended') return
  const question = turn.questions.find(({ permission }) => permission.id === event.permission_id)
  if (question === undefined) return
  if (event.type === 'permission.extended') {
    question.permission = {
      ...question.permission,
      expires_at: event.expires_at,
      extensions_left: event.extensions_left,
    }
    return
  }
  question.state = event.state
  question.decidedBy = event.decided_by
}
