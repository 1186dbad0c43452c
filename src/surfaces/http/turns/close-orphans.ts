import { type TurnEvent, fault, textOf } from '../../../core/index.ts'
import type { ServerParts } from '../server-parts.ts'
import { failedEvent } from './turn-runner.ts'

const LOOKED_BACK = 500

/** Turns that a killed process left open are closed, so that nobody waits for their end. */
export async function closeOrphans({ runtime, hub, clock }: ServerParts): Promise<void> {
  for (const { session, turn } of await runtime.events.orphans()) {
    const last = await hub.last(session)
    const events = await runtime.events.read(session, { after: Math.max(0, last - LOOKED_BACK), limit: LOOKED_BACK })
    const own = events.map(({ event }) => event).filter(event => event['turn_id'] === turn)
    if (own.length === 0 || own.some(({ type }) => ENDS.has(textOf(type)))) continue
    const error = fault(
      'system_error',
      'The server was stopped in the middle of this turn. What it did until then stands in the receipts.',
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this server are in the log
    const before = own.findLast(({ seq }) => typeof seq === 'number') as unknown as TurnEvent | undefined
    hub.publish(session, failedEvent({ session, turn, error, now: clock.now(), ...(before && { last: before }) }))
    await hub.settled(session)
  }
}

const ENDS: ReadonlySet<string> = new Set(['turn.completed', 'turn.stopped', 'turn.failed'])
