import { type EventReader, type Stage, isoTime } from '../../core/index.ts'
import type { OutputFilter } from '../call/call-runtime.ts'

export type Emit = (stage: Stage) => void

type StampParts = {
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

/** Gives every event its number, time and ids, and redacts it once for all readers. */
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

/** A reader may be third-party code, so what it throws is ignored. */
function tell(reader: EventReader, event: Parameters<EventReader>[0]): void {
  try {
    reader(event)
  } catch {
    return
  }
}
