import { type JsonObject, textOf } from '../../../core/index.ts'
import type { NumberedEvent, PastTurn, Remembered } from '../../../session/index.ts'
import { isPiece } from '../events/session-stream.ts'
import type { ServerParts } from '../server-parts.ts'
import type { MessageView, SessionEvent, TurnView } from '../shapes.ts'

type TurnsWanted = {
  /** The stored turns, the oldest first. */
  readonly past: readonly PastTurn[]
  /** True for the newest page, which includes running turns and turns that stored nothing. */
  readonly isNewest: boolean
  readonly last: number
}

const MAX_EVENTS = 20_000
const BACK = 2_000 // events of the newest turns; older pages are looked up turn by turn

/**
 * The turns of a page with their events. Turns that stored nothing, such as one stopped at once, are on the newest
 * page.
 */
export async function lastTurns(
  session: string,
  { past, isNewest, last }: TurnsWanted,
  parts: ServerParts,
): Promise<readonly TurnView[]> {
  const events = await eventsFor(session, { past, last }, parts)
  const byTurn = groupByTurn(events)
  const known = new Set(past.map(({ turn }) => turn))
  const running = parts.turns.running(session)
  const oldest = Math.min(...past.map(({ turn }) => byTurn.get(turn)?.[0]?.id ?? Number.POSITIVE_INFINITY))
  const others = isNewest ? unremembered(byTurn, known, Number.isFinite(oldest) ? oldest : 0) : []
  const views = [
    ...past.map(({ turn, messages }) => ({ turn, messages })),
    ...others.map(turn => ({ turn, messages: [] })),
  ]
  const first = (turn: string): number => byTurn.get(turn)?.[0]?.id ?? 0
  return views
    .map(({ turn, messages }) =>
      turnView({ turn, messages, events: byTurn.get(turn) ?? [], isRunning: running.includes(turn) }),
    )
    .toSorted((a, b) => (first(a.id) > 0 && first(b.id) > 0 ? first(a.id) - first(b.id) : 0))
}

/** Reads backwards until the oldest wanted turn starts. */
async function eventsFor(
  session: string,
  { past, last }: Pick<TurnsWanted, 'past' | 'last'>,
  { runtime }: ServerParts,
): Promise<readonly NumberedEvent[]> {
  const oldest = past[0]?.turn
  for (let back = BACK; ; back *= 4) {
    const after = Math.max(0, last - back)
    const events = await runtime.events.read(session, { after, limit: MAX_EVENTS })
    const hasOldest =
      oldest === undefined ||
      events.some(({ event }) => event['turn_id'] === oldest && event['type'] === 'turn.started')
    if (hasOldest || after === 0 || back >= MAX_EVENTS) return events
  }
}

type ByTurn = ReadonlyMap<string, readonly NumberedEvent[]>

function groupByTurn(events: readonly NumberedEvent[]): ByTurn {
  const byTurn = new Map<string, NumberedEvent[]>()
  for (const each of events) {
    const turn = textOf(each.event['turn_id'])
    const group = byTurn.get(turn)
    if (group) group.push(each)
    else byTurn.set(turn, [each])
  }
  return byTurn
}

/** Turns without stored messages; those before this page belong to an older page. */
const unremembered = (byTurn: ByTurn, known: ReadonlySet<string>, oldest: number): readonly string[] =>
  [...byTurn].flatMap(([turn, [first]]) => (turn !== '' && !known.has(turn) && (first?.id ?? 0) > oldest ? [turn] : []))

type TurnFacts = {
  readonly turn: string
  readonly messages: readonly Remembered[]
  readonly events: readonly NumberedEvent[]
  readonly isRunning: boolean
}

export function turnView({ turn, messages, events, isRunning }: TurnFacts): TurnView {
  const wanted = isRunning ? events : events.filter(({ event }) => !isPiece(textOf(event['type'])))
  return {
    id: turn,
    state: isRunning ? 'running' : 'done',
    events: wanted.map(sessionEvent),
    messages: messages.map(messageView),
  }
}

function sessionEvent({ id, event }: NumberedEvent): SessionEvent {
  const sent: JsonObject = { id, ...event }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this server are in the log
  return sent as unknown as SessionEvent
}

function messageView(message: Remembered): MessageView {
  if (message.role !== 'call') return { role: message.role, text: message.text, turn_id: message.turn }
  const { turn, tool, args, text, ok, receipt } = message
  return { role: 'call', turn_id: turn, tool, args, text, ok, receipt_id: receipt ?? null }
}
