import { fail, type Model } from '../../../core/index.ts'
import {
  compressSession,
  forgetSession,
  newSession,
  type Runtime,
  sessionStatus,
  type SessionStatus,
} from '../../../runtime/index.ts'
import { isSessionId, type PastTurn, type SessionInfo, titleOf } from '../../../session/index.ts'
import { id, object, PAGE, shape } from '../request-schema.ts'
import {
  type Call,
  jsonReply,
  nothing,
  numberIn,
  type RouteResult,
  type ApiRoute,
  taken,
  stringIn,
  remove,
  get,
  post,
} from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { SessionPage, SessionRow, SessionView, StatusView } from '../shapes.ts'
import { lastTurns } from '../turns/last-turns.ts'
import { turnDetail } from '../turns/turn-detail.ts'

const SESSION_VIEW = shape('SessionView', 'session', 'turns', 'next_cursor', 'last_event_id', 'status', 'permissions')
const SESSION_ROW = shape(
  'SessionRow',
  'id',
  'title',
  'created',
  'updated',
  'turns',
  'model',
  'agent',
  'running',
  'waiting',
)

/** Conversations. */
export const sessionRoutes: readonly ApiRoute[] = [
  get('/api/sessions', 'Conversations, most recent first.', {
    query: object(PAGE),
    reply: shape('SessionPage', 'sessions', 'next_cursor'),
    run: listSessions,
  }),
  post('/api/sessions', 'Opens a conversation. From the console it may read the folder.', {
    body: object({ session_id: id(), model: id(500) }),
    status: 201,
    reply: SESSION_ROW,
    run: openSession,
  }),
  get('/api/sessions/{id}', 'The newest turns with all events; a cursor leads to older ones.', {
    query: object(PAGE),
    reply: SESSION_VIEW,
    run: (call, parts) => withSession(call, session => showSession(session, call, parts)),
  }),
  get('/api/sessions/{id}/events', 'The events of a conversation as server-sent events; resumes after Last-Event-ID.', {
    query: object({ after: { type: 'integer', minimum: 0 } }),
    type: 'text/event-stream',
    run: (call, parts) => withSession(call, session => followSession(session, call, parts)),
  }),
  get('/api/sessions/{id}/turns/{turn}', 'Everything about one turn: events, attempts, receipts.', {
    reply: shape('TurnDetail', 'turn', 'attempts', 'receipts'),
    run: (call, parts) => withSession(call, session => turnDetail(session, call.param('turn'), parts)),
  }),
  post('/api/sessions/{id}/stop', 'Stops the running and waiting turns, or only the named one.', {
    body: object({ turn_id: id() }),
    reply: shape('StopReply', 'stopped'),
    run: (call, parts) =>
      withSession(call, async session =>
        jsonReply({ stopped: parts.turns.stop(session, stringIn(call.body, 'turn_id')) }),
      ),
  }),
  post('/api/sessions/{id}/clear', 'Clears the context: the model no longer sees earlier messages.', {
    status: 204,
    run: (call, parts) => withSession(call, session => clearSession(session, parts)),
  }),
  remove('/api/sessions/{id}', 'Deletes the conversation for good. The ledger keeps its records.', {
    scope: 'approve',
    status: 204,
    run: (call, parts) => withSession(call, session => deleteSession(session, parts)),
  }),
  post('/api/sessions/{id}/compact', 'Replaces the older messages by a summary.', {
    reply: shape('Compacted', 'before', 'after', 'replaced'),
    run: (call, parts) => withSession(call, session => compactSession(session, call, parts)),
  }),
]

const MAX_ID = 200

export async function withSession(
  { param }: Call,
  work: (session: string) => Promise<RouteResult>,
): Promise<RouteResult> {
  const session = param('id')
  if (isSessionId(session) && session.length <= MAX_ID) return work(session)
  return fail('request_invalid', `A session id must be plain text of 1 to ${MAX_ID} characters.`, { param: 'id' })
}

const rowOf = ({ turns, approvals }: ServerParts, info: SessionInfo): SessionRow => ({
  ...info,
  running: turns.running(info.id)[0] ?? null,
  waiting: approvals.waiting(info.id),
})

const unusedInfo = (session: string, now: number): SessionInfo => {
  const at = new Date(now).toISOString()
  return { id: session, title: '', created: at, updated: at, turns: 0, model: null, agent: 'main' }
}

async function listSessions({ query }: Call, parts: ServerParts): Promise<RouteResult> {
  const limit = numberIn(query, 'limit') ?? 50
  const after = stringIn(query, 'cursor')
  const found = await parts.runtime.sessions.list({ limit, ...(after !== undefined && after !== '' && { after }) })
  const isFirst = after === undefined || after === ''
  const begun = isFirst ? await unrecorded(parts) : []
  return jsonReply<SessionPage>({
    sessions: [...begun, ...found].map(info => rowOf(parts, info)),
    next_cursor: found.length < limit ? null : (found.at(-1)?.id ?? null),
  })
}

/**
 * Conversations whose first turn still runs. They are not stored yet, but a person must find them to answer prompts.
 */
async function unrecorded({ turns, runtime }: ServerParts): Promise<readonly SessionInfo[]> {
  const begun = turns.begun()
  const known = await Promise.all(begun.map(({ session }) => runtime.sessions.info(session)))
  return begun
    .filter((_, index) => known[index] === undefined)
    .map(({ session, message, model, at }) => ({
      ...unusedInfo(session, at),
      // Redacts secrets only, as when it is stored: a prefix such as /edit is not a path.
      title: titleOf(runtime.filter.json(message)),
      model,
    }))
}

async function openSession({ body, caller }: Call, parts: ServerParts): Promise<RouteResult> {
  const session = stringIn(body, 'session_id') ?? newSession()
  if (!isSessionId(session))
    return fail('request_invalid', 'A session id must not contain control characters.', { param: 'session_id' })
  const spec = stringIn(body, 'model')
  const model = spec === undefined ? undefined : await parts.models.modelFor(spec, caller)
  if (model?.ok === false) return model
  if (caller.who === 'console') await parts.folders.open(session)
  const info = (await parts.runtime.sessions.info(session)) ?? unusedInfo(session, parts.clock.now())
  return jsonReply(rowOf(parts, { ...info, model: info.model ?? spec ?? null }), 201)
}

const TURNS = 20

async function showSession(session: string, { query, caller }: Call, parts: ServerParts): Promise<RouteResult> {
  const { runtime, hub, approvals, models } = parts
  const limit = numberIn(query, 'limit') ?? TURNS
  const cursor = stringIn(query, 'cursor') ?? ''
  const before = cursor === '' ? undefined : readBefore(cursor)
  if (before === null) return fail('request_invalid', 'This cursor is not valid here.', { param: 'cursor' })
  await hub.settled(session)
  const last = await hub.last(session)
  const past = await runtime.sessions.history(session, { limit, ...(before !== undefined && { before }) })
  const isNewest = before === undefined
  const turns = await lastTurns(session, { past, isNewest, last }, parts)
  const info = (await runtime.sessions.info(session)) ?? unusedInfo(session, parts.clock.now())
  const model = await models.modelFor(info.model ?? undefined, caller)
  const status = await sessionStatus({ session, model: model.ok ? model.value : undefined }, runtime)
  return jsonReply<SessionView>({
    session: rowOf(parts, info),
    turns,
    next_cursor: nextCursor(past, limit),
    last_event_id: last,
    status: statusView(status, { model: model.ok ? model.value : undefined, config: runtime.config }),
    permissions: await approvals.list(session),
  })
}

const nextCursor = (past: readonly PastTurn[], limit: number): string | null =>
  past.length < limit ? null : String(past[0]?.seq ?? 0)

const readBefore = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null)

async function followSession(
  session: string,
  { query, lastEventId, openStream }: Call,
  { hub }: ServerParts,
): Promise<RouteResult> {
  const given =
    numberIn(query, 'after') ?? (lastEventId === undefined || lastEventId === '' ? undefined : readBefore(lastEventId))
  if (given === null) return fail('request_invalid', 'Last-Event-ID must be a number.', { param: 'Last-Event-ID' })
  const opened = openStream()
  if (!opened.ok) return opened
  await hub.follow(session, opened.value, given ?? 'now')
  return taken
}

const serverEvent = (
  session: string,
  now: number,
): { readonly v: 1; readonly ts: string; readonly session_id: string; readonly turn_id: null } => ({
  v: 1,
  ts: new Date(now).toISOString(),
  session_id: session,
  turn_id: null,
})

async function clearSession(session: string, { runtime, hub, clock }: ServerParts): Promise<RouteResult> {
  const cleared = await runtime.clearSession(session)
  if (!cleared.ok) return cleared
  hub.publish(session, { ...serverEvent(session, clock.now()), type: 'session.cleared' })
  await hub.settled(session)
  return nothing
}

async function deleteSession(session: string, { runtime, hub, turns }: ServerParts): Promise<RouteResult> {
  if (turns.running(session).length > 0)
    return fail('turn_busy', 'A turn is running in this session. Wait for it, or stop it.')
  await hub.settled(session)
  const done = await forgetSession({ session, by: 'user:console' }, runtime)
  return done.ok ? nothing : done
}

async function compactSession(
  session: string,
  { caller, signal }: Call,
  { runtime, hub, clock, models, turns }: ServerParts,
): Promise<RouteResult> {
  if (turns.running(session).length > 0) return fail('turn_busy', 'A turn is running in this session. Wait for it.')
  const info = await runtime.sessions.info(session)
  const model = await models.modelFor(info?.model ?? undefined, caller)
  if (!model.ok) return model
  const done = await compressSession({ runtime, session, model: model.value, signal }, 'Manual')
  if (!done.ok) return done
  const { before, after } = done.value
  hub.publish(session, { ...serverEvent(session, clock.now()), type: 'session.compacted', before, after })
  await hub.settled(session)
  return jsonReply(done.value)
}

type StatusSource = { readonly model: Model | undefined; readonly config: Runtime['config'] }

const statusView = (
  { profile, context, limits, grants, trust }: SessionStatus,
  { model, config }: StatusSource,
): StatusView => ({
  model: model?.id ?? null,
  provider: model?.provider ?? null,
  profile,
  context,
  limits: {
    steps: limits.steps,
    bytes_per_step: limits.bytesPerStep,
    bytes_per_turn: limits.bytesPerTurn,
    repairs: limits.repairs,
    first_piece_secs: Number(config.values['providers.first_chunk_secs']),
    reply_secs: Number(config.values['providers.whole_secs']),
    tool_secs: Number(config.values['tools.timeout_secs']),
  },
  grants: grants.map(({ decidedBy, confirmsWrites, secondsLeft, id: grant, capability, always }) => ({
    id: grant,
    capability,
    decided_by: decidedBy,
    always,
    confirms_writes: confirmsWrites,
    seconds_left: secondsLeft,
  })),
  trust,
})
