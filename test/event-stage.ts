import type { TurnEvent } from '../src/core/index.ts'

/** The layers that a message passes; `turn` is the path that holds them together. */
export type PipelineStage =
  | 'router'
  | 'policy'
  | 'permission'
  | 'model'
  | 'gate'
  | 'executor'
  | 'evidence'
  | 'posthook'
  | 'turn'

const STAGES: Readonly<Record<TurnEvent['type'], PipelineStage>> = {
  'turn.started': 'turn',
  'router.completed': 'router',
  'policy.decided': 'policy',
  'permission.requested': 'permission',
  'permission.granted': 'permission',
  'permission.denied': 'permission',
  'context.compacted': 'turn',
  'attempt.started': 'model',
  'attempt.output.delta': 'model',
  'attempt.completed': 'model',
  'attempt.failed': 'model',
  'attempt.extracted': 'model',
  'attempt.fixed_up': 'model',
  'attempt.rejected': 'model',
  'attempt.repaired': 'model',
  'attempt.accepted': 'model',
  'gate.decided': 'gate',
  'tool.started': 'executor',
  'tool.output.delta': 'executor',
  'tool.rollback': 'executor',
  'tool.completed': 'executor',
  'tool.failed': 'executor',
  'tool.handed_over': 'executor',
  'receipt.minted': 'executor',
  'budget.exceeded': 'turn',
  'budget.updated': 'turn',
  'evidence.checked': 'evidence',
  'message.delta': 'model',
  'message.completed': 'model',
  'turn.answered': 'executor',
  'posthook.completed': 'posthook',
  'turn.completed': 'turn',
  'turn.stopped': 'turn',
  'turn.failed': 'turn',
}

/** Which layer an event speaks of. */
export const stageOf = ({ type }: Pick<TurnEvent, 'type'>): PipelineStage => STAGES[type]

/** Did that layer not do what it is there for? The first such event of a turn names the layer that was wrong. */
export function isAbnormal(event: TurnEvent): boolean {
  switch (event.type) {
    case 'router.completed':
      return event.model !== null && event.decided_by === 'heuristic'
    case 'attempt.completed':
      return event.outcome === 'rejected'
    case 'gate.decided':
      return event.verdict === 'deny'
    case 'evidence.checked':
      return event.then !== 'delivered'
    case 'permission.denied':
    case 'attempt.failed':
    case 'attempt.rejected':
    case 'tool.failed':
    case 'tool.rollback':
    case 'turn.stopped':
    case 'turn.failed':
      return true
    default:
      return false
  }
}
