import { type Result, succeed, fail } from '../../../core/index.ts'
import { type Entry, type LedgerOptions, type LogPlace, readOwnBack } from '../../../ledger/index.ts'

type LogPage<Row> = { readonly rows: readonly Row[]; readonly next_cursor: string | null }

type LogQuery<Row> = {
  readonly cursor: string | undefined
  readonly limit: number
  /** Undefined: skip the entry. */
  readonly pick: (entry: Entry) => Row | undefined
  /** True if no earlier entry can match. */
  readonly isEnough?: (entry: Entry) => boolean
}

const MAX_SCANNED = 20_000 // entries for one page; a rare filter returns a cursor instead of reading on

/** A page of log rows, newest first. */
export function pageBack<Row>(
  options: LedgerOptions,
  { cursor, limit, pick, isEnough }: LogQuery<Row>,
): Result<LogPage<Row>> {
  const from = cursor === undefined || cursor === '' ? undefined : readCursor(cursor)
  if (from === null) return fail('request_invalid', 'This cursor is not valid here.', { param: 'cursor' })
  const entries = readOwnBack(options, from)
  if (!entries.ok) return entries
  const rows: Row[] = []
  let scanned = 0
  for (const { entry, before } of entries.value) {
    if (isEnough?.(entry) === true) break
    const row = pick(entry)
    if (row !== undefined) rows.push(row)
    if (rows.length >= limit || ++scanned >= MAX_SCANNED) return succeed({ rows, next_cursor: writeCursor(before) })
  }
  return succeed({ rows, next_cursor: null })
}

const writeCursor = ({ segment, offset }: LogPlace): string => `${segment.toString(36)}.${offset.toString(36)}`

/** Null if it is not a cursor of this server. */
function readCursor(text: string): LogPlace | null {
  const [, segment = '', offset = ''] = /^([0-9a-z]{1,8})\.([0-9a-z]{1,9})$/.exec(text) ?? []
  const place = { segment: Number.parseInt(segment, 36), offset: Number.parseInt(offset, 36) }
  return Number.isSafeInteger(place.segment) && Number.isSafeInteger(place.offset) ? place : null
}
