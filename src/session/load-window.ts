import type { Store } from '../core/index.ts'
import type { Conversation } from './conversation.ts'
import { type WindowMessage, createMessageWindow } from './message-window.ts'
import { readRecords } from './read-records.ts'
import { decodeRecord } from './session-records.ts'
import { NEW_STATE, type SessionState, decodeState, foldRecord, replaces } from './session-state.ts'
import { type Summaries, summaryText } from './summaries.ts'

/** What is kept of a session beside its records. */
export type StoredSession = { readonly state: SessionState; readonly version: number | 'absent' }

/** What a model may be shown of it. */
export type LoadedWindow = {
  readonly conversation: Conversation
  readonly from: number
  readonly entries: readonly WindowMessage[]
  /** The last record that was read. */
  readonly last: number
}

export const SESSIONS = 'sessions'
const MAX_ID = 256

export const streamOf = (id: string): string => `conversation/${id}`
export const isSessionId = (id: string): boolean =>
  id.length > 0 && id.length <= MAX_ID && id.isWellFormed() && !/\p{Cc}/u.test(id)

export async function readStoredSession(store: Store, id: string): Promise<StoredSession> {
  const row = isSessionId(id) ? await store.get(SESSIONS, id) : undefined
  return { state: (row && decodeState(row.value)) ?? NEW_STATE, version: row?.version ?? 'absent' }
}

/** Reads from the start of the window only; what was put away before it costs nothing any more. */
export async function loadWindow(
  { store, summaries }: { readonly store: Store; readonly summaries: Summaries },
  id: string,
): Promise<LoadedWindow> {
  const { state: known } = await readStoredSession(store, id)
  const window = createMessageWindow()
  const fresh: { readonly seq: number; readonly text: string }[] = []
  let state = known
  const last = await readRecords({ store, stream: streamOf(id), after: known.after }, (seq, value) => {
    const record = decodeRecord(value)
    if (record?.kind === 'message') window.add({ seq, message: record.message })
    if (seq <= known.seen) return
    if (record?.kind === 'compaction' && replaces(record, state, seq)) fresh.push({ seq, text: record.summary })
    state = foldRecord(state, seq, record)
  })
  // Whatever was ever summarised or cleared has moved the start of the window.
  const stored = known.after === 0 ? [] : await summaries.read(id, state.cleared)
  const kept = stored.filter(({ seq }) => seq <= known.seen).map(summaryText)
  const added = fresh.filter(({ seq }) => seq > state.cleared).map(({ text }) => text)
  const { from, entries } = window.behind(state.after)
  const messages = entries.map(({ message }) => message)
  return {
    conversation: { id, knowledge: [...kept, ...added], messages, turns: state.turns, from },
    from,
    entries,
    last,
  }
}
