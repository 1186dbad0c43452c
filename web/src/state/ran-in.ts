import type { RanTool } from 'shapes'
import type { CallState, TurnState } from './turn-state.ts'

/** What ran in a turn: the report of its evidence check; before that, or without one, what its events say of the calls. */
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
