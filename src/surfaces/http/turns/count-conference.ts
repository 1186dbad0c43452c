import type { EventReader } from '../../../core/index.ts'
import type { ConferenceTelemetry } from '../../../records/index.ts'

export type Conference = {
  readonly conference: string
  readonly agent: string
  readonly telemetry: ConferenceTelemetry
}

/** What a turn of a conference adds to the counts of its agent. */
export function countConference({ conference, agent, telemetry }: Conference): EventReader {
  const answers = new Set<number>()
  return event => {
    if (event.type === 'attempt.completed' && event.outcome === 'answer') answers.add(event.attempt)
    if (event.type === 'attempt.rejected') telemetry.count({ conference, agent, code: event.reason })
    // Where no second answer came, the first one's findings are reported again; they count once.
    if (event.type === 'evidence.checked' && event.verdict === 'failed' && answers.has(event.attempt))
      for (const { holds, code } of event.findings) if (!holds) telemetry.count({ conference, agent, code })
    if (event.type === 'attempt.completed' || event.type === 'attempt.failed') {
      const { inputTokens, outputTokens } = event.usage ?? {}
      telemetry.count({ conference, agent, inputTokens: countOf(inputTokens), outputTokens: countOf(outputTokens) })
    }
    if (event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.stopped')
      telemetry.save()
  }
}

const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.round(value) : 0)
