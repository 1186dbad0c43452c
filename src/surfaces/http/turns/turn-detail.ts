import { type Result, fail } from '../../../core/index.ts'
import { attemptView } from '../records/attempt-view.ts'
import { pageBack } from '../records/page-back.ts'
import { receiptRow } from '../records/receipt-row.ts'
import { type RouteResult, jsonReply } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { AttemptView, ReceiptRow, TurnDetail } from '../shapes.ts'
import { turnView } from './last-turns.ts'

const MAX_EVENTS = 20_000
const MAX_ROWS = 1_000

/** Everything about one turn. */
export async function turnDetail(session: string, turn: string, parts: ServerParts): Promise<RouteResult> {
  await parts.hub.settled(session)
  const last = await parts.hub.last(session)
  const all = await parts.runtime.events.read(session, { after: Math.max(0, last - MAX_EVENTS), limit: MAX_EVENTS })
  const events = all.filter(({ event }) => event['turn_id'] === turn)
  const past = (await parts.runtime.sessions.history(session, { limit: MAX_ROWS })).find(each => each.turn === turn)
  if (events.length === 0 && !past)
    return fail('resource_unknown', `There is no turn ${turn.slice(0, 100)} in this session.`)
  const records = recordsOf(session, turn, parts)
  if (!records.ok) return records
  const isRunning = parts.turns.running(session).includes(turn)
  const detail: TurnDetail = {
    turn: turnView({ turn, messages: past?.messages ?? [], events, isRunning }),
    ...records.value,
  }
  return jsonReply(detail)
}

type TurnRecords = Pick<TurnDetail, 'attempts' | 'receipts'>

/** The attempts and receipts of a turn, the oldest first. */
export function recordsOf(session: string, turn: string, { runtime, counts }: ServerParts): Result<TurnRecords> {
  counts.catchUp()
  const page = pageBack<{ readonly attempt: AttemptView | undefined; readonly receipt: ReceiptRow | undefined }>(
    runtime.ledgerOptions,
    {
      cursor: undefined,
      limit: MAX_ROWS,
      pick(entry) {
        const [attempt, receipt] = [attemptView(entry, counts.labelOf(entry.seq)), receiptRow(entry)]
        const isWanted =
          (attempt?.turn_id ?? receipt?.turn_id) === turn && (attempt?.session_id ?? receipt?.session_id) === session
        return isWanted ? { attempt, receipt } : undefined
      },
    },
  )
  if (!page.ok) return page
  const rows = page.value.rows.toReversed()
  return {
    ok: true,
    value: {
      attempts: rows.flatMap(({ attempt }) => attempt ?? []),
      receipts: rows.flatMap(({ receipt }) => receipt ?? []),
    },
  }
}
