import { type EventReader, type Stage, isoTime } from '../../core/index.ts'
import type { OutputFilter } from '../call/call-runtime.ts'

export type Emit = (stage: Stage) => void

export type StampParts = {
  readonly session: string
  readonly turn: string
  readonly run: string | undefined
  readonly agent: string
  readonly now: () => number
  readonly filter: OutputFilter
  readonly readers: readonly EventReader[]
  /** The step of the loop that is under way. */
  readonly step: () => string | null
}

/** Every event gets its number, time and ids here, and is redacted here, once, whoever reads it later. */
export function createStamp({ session, turn, run, agent, now, filter, readers, step }: StampParts): Emit {
  let seq = 0
  return stage => {
    seq += 1
    if (readers.length === 0) return
    const event = {
      v: 1 as const,
      seq,
      ts: isoTime(now()),
      session_id: session,
      turn_id: turn,
      run_id: run ?? null,
      step_id: step(),
      agent_id: agent,
      ...filter.json(stage),
    }
    for (const reader of readers) tell(reader, event)
  }
}

/** A reader is somebody else's code; what it throws is its own affair. */
function tell(reader: EventReader, event: Parameters<EventReader>[0]): void {
  try {
    reader(event)
  } catch {
    return
  }
}
