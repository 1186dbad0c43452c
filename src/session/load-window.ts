import type { Store } from '../core/index.ts'
import { createMessageWindow } from './message-window.ts'
import { readRecords } from './read-records.ts'
import { decodeRecord } from './session-records.ts'
import { NEW_STATE, type SessionState, decodeState, foldRecord, replaces } from './session-state.ts'
import { type Summaries, summaryText } from './summaries.ts'
import type { LoadedWindow, StoredSession } from './loaded-window.ts'
import { type WindowMemory, isSameState } from './window-memory.ts'

export const SESSIONS = 'sessions'
const MAX_ID = 256

export const streamOf = (id: string): string => `conversation/${id}`
export const isSessionId = (id: string): boolean =>
  id.length > 0 && id.length <= MAX_ID && id.isWellFormed() && !/\p{Cc}/u.test(id)

export async function readStoredSession(store: Store, id: string): Promise<StoredSession> {
  const row = isSessionId(id) ? await store.get(SESSIONS, id) : undefined
  return { state: (row && decodeState(row.value)) ?? NEW_STATE, version: row?.version ?? 'absent' }
}

type WindowParts = { readonly store: Store; readonly summaries: Summaries; readonly windows: WindowMemory }
/** What this process knows, where nothing has come to it since; what is read otherwise. */
export async function loadWindow(parts: WindowParts, id: string): Promise<LoadedWindow> {
  const { store, windows } = parts
  const known = windows.get(id)
  const at = store.version?.()
  if (known !== undefined && at !== undefined && known.at === at) return known.loaded
  const { state, version } = await readStoredSession(store, id)
  const isKnown = known !== undefined && isSameState(known.state, state) && (await isLast(store, id, known.loaded.last))
  const loaded = isKnown ? known.loaded : await readWindow(parts, id, state)
  // What is not counted yet is looked at again by whoever comes next.
  if (loaded.last === state.seen) windows.keep(id, { state, version, loaded, at })
  else windows.forget(id)
  return loaded
}

async function isLast(store: Store, id: string, last: number): Promise<boolean> {
  for await (const { seq } of store.read(streamOf(id), { after: last, limit: 1 })) return seq <= last
  return true
}

/** Reads from the start of the window only; what was put away before it costs nothing any more. */
async function readWindow({ store, summaries }: WindowParts, id: string, known: SessionState): Promise<LoadedWindow> {
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
