import { type JsonObject, type Result, fail, isJsonObject } from '../../../core/index.ts'
import {
  type Entry,
  attemptStatistics,
  knownSize,
  readOwnBack,
  readOwnEntries,
  statisticsByDay,
} from '../../../ledger/index.ts'
import { readSince } from '../../cli/model/since.ts'
import { attemptCsv } from '../records/attempt-csv.ts'
import { attemptSeq, attemptView } from '../records/attempt-view.ts'
import { LABELLED, isLabel } from '../records/log-counts.ts'
import { pageBack } from '../records/page-back.ts'
import { PAGE, id, object, oneOf, shape, string } from '../request-schema.ts'
import {
  type Call,
  type RouteResult,
  type ApiRoute,
  jsonReply,
  numberIn,
  stringIn,
  get,
  post,
  resultReply,
} from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { AttemptPage, AttemptStats, AttemptView } from '../shapes.ts'
import { recordsOf } from '../turns/turn-detail.ts'

const ATTEMPT = shape(
  'AttemptView',
  'id',
  'at',
  'session_id',
  'turn_id',
  'model',
  'profile',
  'outcome',
  'raw_output',
  'slices',
  'validation',
)

/** Replies of models, and how they were read. */
export const attemptRoutes: readonly ApiRoute[] = [
  get('/api/attempts', 'Replies of models, newest first; those of one turn oldest first.', {
    query: object({
      ...PAGE,
      turn_id: id(),
      session_id: id(),
      model: id(500),
      profile: id(),
      tool: id(),
      code: id(),
      outcome: id(),
    }),
    reply: shape('AttemptPage', 'attempts', 'next_cursor'),
    run: listAttempts,
  }),
  get('/api/attempts/stats', 'How often models write valid calls.', {
    query: object({ since: string(40), model: string(500), split: oneOf('tool', 'day') }),
    reply: shape('AttemptStats', 'since', 'models'),
    run: showStats,
  }),
  get('/api/attempts/export', 'All stored replies as JSON Lines or CSV.', {
    query: object({ format: oneOf('jsonl', 'csv'), limit: { type: 'integer', minimum: 1, maximum: 1_000_000 } }),
    type: 'application/x-ndjson',
    run: exportAttempts,
  }),
  get('/api/attempts/{id}', 'One of them.', {
    reply: ATTEMPT,
    run({ param }, parts) {
      const found = findAttempt(param('id'), parts)
      return resultReply(found)
    },
  }),
  post('/api/attempts/{id}/label', 'Labels a call as right or wrong.', {
    scope: 'approve',
    body: object({ label: oneOf('right', 'wrong') }, ['label']),
    reply: ATTEMPT,
    run: labelAttempt,
  }),
]

function listAttempts({ query }: Call, parts: ServerParts): RouteResult {
  const { runtime, counts } = parts
  const [turn, session] = [stringIn(query, 'turn_id'), stringIn(query, 'session_id')]
  if (turn !== undefined && session !== undefined) {
    const records = recordsOf(session, turn, parts)
    const reply: AttemptPage | undefined = records.ok
      ? { attempts: records.value.attempts, next_cursor: null }
      : undefined
    return records.ok ? jsonReply(reply) : records
  }
  counts.catchUp()
  const fits = attemptFilter(query)
  const page = pageBack(runtime.ledgerOptions, {
    cursor: stringIn(query, 'cursor'),
    limit: numberIn(query, 'limit') ?? 50,
    pick(entry) {
      const view = attemptView(entry, counts.labelOf(entry.seq))
      return view && fits(view) ? view : undefined
    },
  })
  if (!page.ok) return page
  const rows = turn === undefined ? page.value.rows : page.value.rows.toReversed()
  return jsonReply<AttemptPage>({ attempts: rows, next_cursor: page.value.next_cursor })
}

const FILTERS = [
  ['turn_id', 'turn_id'],
  ['session_id', 'session_id'],
  ['model', 'model'],
  ['profile', 'profile'],
  ['tool', 'tool'],
  ['code', 'first_failure'],
  ['outcome', 'outcome'],
] as const

function attemptFilter(query: Call['query']): (view: AttemptView) => boolean {
  const wanted = FILTERS.map(([key, member]) => [stringIn(query, key), member] as const)
  return view => wanted.every(([value, member]) => value === undefined || view[member] === value)
}

/** The same numbers as `countersign stats`. */
function showStats({ query }: Call, { runtime, clock }: ServerParts): RouteResult {
  const given = stringIn(query, 'since')
  const since = given === undefined ? undefined : sinceOf(given, clock.now())
  if (since === null)
    return fail('request_invalid', 'Write a date (2026-07-01) or 30m, 24h, 7d, 2w.', { param: 'since' })
  const entries =
    knownSize(runtime.ledgerOptions) === 0 ? { ok: true as const, value: [] } : readOwnEntries(runtime.ledgerOptions)
  if (!entries.ok) return entries
  const part = stringIn(query, 'model')?.toLowerCase() ?? ''
  const byTool = query['split'] === 'tool'
  const counted =
    query['split'] === 'day'
      ? statisticsByDay(entries.value, { since })
      : attemptStatistics(entries.value, { since, byTool })
  const models = counted.filter(
    ({ model, attempts }) => model.toLowerCase().includes(part) && (query['split'] === undefined || attempts > 0),
  )
  return jsonReply<AttemptStats>({ since: since === undefined ? null : new Date(since).toISOString(), models })
}

function sinceOf(written: string, now: number): number | null {
  try {
    return readSince(written, now)
  } catch {
    return null
  }
}

function exportAttempts({ query }: Call, { runtime }: ServerParts): RouteResult {
  const entries = readOwnEntries(runtime.ledgerOptions)
  if (!entries.ok) return entries
  const attempts = attemptsIn(entries.value, numberIn(query, 'limit') ?? Infinity)
  return {
    ok: true,
    value: { kind: 'lines', lines: query['format'] === 'csv' ? attemptCsv(attempts) : jsonLines(attempts) },
  }
}

function* attemptsIn(entries: Iterable<Entry>, limit: number): Generator<JsonObject> {
  let left = limit
  for (const { body } of entries) {
    if (left <= 0) return
    if (!isJsonObject(body['attempt'])) continue
    left -= 1
    yield body['attempt']
  }
}

function* jsonLines(values: Iterable<JsonObject>): Generator<string> {
  for (const value of values) yield JSON.stringify(value)
}

function findAttempt(given: string, { runtime, counts }: ServerParts): Result<AttemptView> {
  const seq = attemptSeq(given)
  const entries = readOwnBack(runtime.ledgerOptions)
  if (!entries.ok) return entries
  counts.catchUp()
  for (const { entry } of seq === undefined ? [] : entries.value) {
    if (entry.seq < (seq ?? 0)) break
    const view = entry.seq === seq ? attemptView(entry, counts.labelOf(entry.seq)) : undefined
    if (view) return { ok: true, value: view }
  }
  return fail('resource_unknown', `There is no attempt ${given.slice(0, 60)}.`)
}

async function labelAttempt({ param, body, caller }: Call, parts: ServerParts): Promise<RouteResult> {
  const found = findAttempt(param('id'), parts)
  if (!found.ok) return found
  const { label } = body
  if (!isLabel(label)) return fail('request_invalid', 'A label is right or wrong.')
  const seq = attemptSeq(found.value.id) ?? 0
  const written = await parts.runtime.ledger.append({
    type: 'system',
    body: () => ({
      event: LABELLED,
      attempt_seq: seq,
      label,
      decided_by: caller.who === 'console' ? 'console' : caller.credential,
    }),
  })
  return written.ok ? jsonReply({ ...found.value, label }) : written
}
