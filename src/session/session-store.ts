import { type Clock, type JsonObject, type Result, StorageFailure, type Store, fail, succeed } from '../core/index.ts'
import { type SessionStoreParts, catchUp } from './catch-up.ts'
import type { CompactionMethod, Conversation, Remembered, SessionInfo } from './conversation.ts'
import { dropEvents } from './event-log.ts'
import { type ErasedSession, eraseSession } from './erase-session.ts'
import { type LoadedWindow, isSessionId, loadWindow, readStoredSession, streamOf } from './load-window.ts'
import { type PastTurn, pastTurns } from './past-turns.ts'
import { createRecency } from './recency.ts'
import { MAX_SUMMARY, type SessionRecord, cutText, decodeRecord, encodeRecord } from './session-records.ts'
import { infoOf } from './session-state.ts'
import { createSummaries } from './summaries.ts'

export type CompactionChange = {
  readonly method: CompactionMethod
  readonly summary: string
  /** How many of the oldest messages it replaces. */
  readonly replaces: number
  readonly model: string
  /** `from` of the conversation that was summarised: if its start has moved since, nothing changes. */
  readonly from?: number | undefined
}

export type AboutTurn = {
  readonly model: string
  readonly agent: string
}

/** Conversations. Only a person's `forget` removes messages; clear and compact move the start of what a model sees. */
export interface SessionStore {
  /** An unknown id is an empty conversation, and nothing is written. */
  load(id: string): Promise<Conversation>
  /** One turn's messages: all or none. */
  remember(id: string, messages: readonly Remembered[], about: AboutTurn): Promise<Result<undefined>>
  /** From now on neither what was said nor its summaries are shown. */
  clear(id: string): Promise<Result<undefined>>
  compact(id: string, change: CompactionChange): Promise<Result<undefined>>
  /** For good, with all that is kept under the id. Nobody may be writing to it. */
  forget(id: string): Promise<Result<ErasedSession>>
  /** Rows of the table `summaries`, the oldest first, with those from before a clear. */
  summaries(id: string): Promise<readonly JsonObject[]>
  /** The last used first; `after` is the id of the last one of the page before. */
  list(page: { readonly limit: number; readonly after?: string }): Promise<readonly SessionInfo[]>
  latest(agent?: string): Promise<SessionInfo | undefined>
  /** What is known of one; undefined if nobody has used the id. */
  info(id: string): Promise<SessionInfo | undefined>
  /** Turns as they were, whatever was cleared or compacted: the newest `limit` before `before`, oldest first. */
  history(id: string, page: { readonly limit: number; readonly before?: number }): Promise<readonly PastTurn[]>
}

export type SessionStoreOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly now?: () => number
  readonly scrub?: (() => Promise<void>) | undefined
}

const MAX_MESSAGES = 1_000 // of one turn; its steps are limited to far fewer
const MAX_PAGE = 1_000
const MAX_CONFLICTS = 100

export function createSessionStore({
  store,
  clock,
  scrub,
  now = () => clock.now(),
}: SessionStoreOptions): SessionStore {
  const parts: SessionStoreParts = {
    store,
    now,
    recency: createRecency(store),
    summaries: createSummaries(store),
  }
  return {
    load: async id => (isSessionId(id) ? (await loadWindow(parts, id)).conversation : emptyConversation(id)),
    remember: (id, messages, about) => written(id, () => remember(parts, id, { messages, about })),
    clear: id => written(id, () => clear(parts, id)),
    compact: (id, change) => written(id, () => compact(parts, id, change)),
    forget: id =>
      written(id, () => eraseSession({ ...parts, scrub, dropEvents: session => dropEvents(store, session) }, id)),
    async summaries(id) {
      if (!isSessionId(id)) return []
      await catchUp(parts, id)
      return (await parts.summaries.read(id, 0)).map(({ row }) => row)
    },
    async list({ limit, after }) {
      const state = after === undefined ? undefined : (await readStoredSession(store, after)).state
      if (state?.place === '') return []
      const found: SessionInfo[] = []
      const most = Math.min(limit, MAX_PAGE)
      for await (const info of most >= 1 ? recentSessions(parts, { after: state?.place }) : [])
        if (found.push(info) >= most) break
      return found
    },
    async info(id) {
      const { state } = await readStoredSession(store, id)
      return state.place === '' ? undefined : infoOf(id, state)
    },
    history: async (id, page) => (isSessionId(id) ? pastTurns({ store, stream: streamOf(id), after: 0 }, page) : []),
    async latest(agent) {
      for await (const info of recentSessions(parts, { agent })) return info
      return undefined
    },
  }
}

const emptyConversation = (id: string): Conversation => ({ id, knowledge: [], messages: [], turns: 0, from: 0 })

async function written<T>(id: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  if (!isSessionId(id))
    return fail('usage_invalid', 'A session id has 1 to 256 characters and no control characters. Use another one.')
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
    throw thrown
  }
}

type RememberedTurn = { readonly messages: readonly Remembered[]; readonly about: AboutTurn }

async function remember(
  parts: SessionStoreParts,
  id: string,
  { messages, about: { model, agent } }: RememberedTurn,
): Promise<Result<undefined>> {
  if (messages.length === 0) return succeed(undefined)
  if (messages.length > MAX_MESSAGES)
    return fail('usage_invalid', `A turn keeps at most ${MAX_MESSAGES} messages; this one has ${messages.length}.`)
  const at = parts.now()
  const records = messages.map(message => encodeRecord({ kind: 'message', at, message, model, agent }))
  if (!records.every(record => decodeRecord(record)))
    return fail('usage_invalid', 'A message needs a turn, a call a tool as well, each with a name of usual length.')
  return append(parts, id, records)
}

/** The records are what counts: if only the counting fails, the next one who writes makes up for it. */
async function append(
  parts: SessionStoreParts,
  id: string,
  records: readonly JsonObject[],
): Promise<Result<undefined>> {
  await parts.store.append(streamOf(id), records)
  await settle(parts, id)
  return succeed(undefined)
}

async function settle(parts: SessionStoreParts, id: string): Promise<void> {
  try {
    await catchUp(parts, id)
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown
  }
}

async function clear(parts: SessionStoreParts, id: string): Promise<Result<undefined>> {
  const { last } = await loadWindow(parts, id)
  if (last === 0) return succeed(undefined)
  return append(parts, id, [encodeRecord({ kind: 'clear', at: parts.now() })])
}

async function compact(parts: SessionStoreParts, id: string, change: CompactionChange): Promise<Result<undefined>> {
  if (!Number.isSafeInteger(change.replaces) || change.replaces < 1)
    return fail('usage_invalid', `A summary replaces a whole number of messages from 1, not ${change.replaces}.`)
  let { from } = change
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
    const loaded = await loadWindow(parts, id)
    from ??= loaded.from
    const record = compactionOf(change, { ...loaded, seenFrom: from, at: parts.now() })
    if (!record) break
    if ((await parts.store.append(streamOf(id), [encodeRecord(record)], loaded.last)) === 'conflict') continue
    await settle(parts, id)
    return succeed(undefined)
  }
  return fail(
    'turn_busy',
    'The conversation was changed while it was summarised, so it stays as it is. Compact it again.',
  )
}

type Moment = LoadedWindow & { readonly seenFrom: number; readonly at: number }

/** Undefined when the messages that were summarised no longer begin the window. */
function compactionOf(
  { method, summary, replaces: replaced, model }: CompactionChange,
  moment: Moment,
): SessionRecord | undefined {
  const through = moment.entries[replaced - 1]?.seq
  if (moment.from !== moment.seenFrom || through === undefined) return undefined
  return { kind: 'compaction', at: moment.at, method, summary: cutText(summary, MAX_SUMMARY), through, replaced, model }
}

type Recent = { readonly after?: string | undefined; readonly agent?: string | undefined }

async function* recentSessions(
  { store, recency }: SessionStoreParts,
  { after, agent }: Recent,
): AsyncGenerator<SessionInfo> {
  for await (const entry of recency.read(after)) {
    if (agent !== undefined && entry.agent !== agent) continue
    const { state } = await readStoredSession(store, entry.id)
    if (state.place === entry.place) yield infoOf(entry.id, state)
    // A crash has left this one behind.
    else if (state.place !== '' && state.place < entry.place) await recency.make(recency.leaving(entry.place))
  }
}
