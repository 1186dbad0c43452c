import type { JsonObject, Store } from '../core/index.ts'
import { SESSIONS, readRow, streamOf } from './load-window.ts'
import type { SessionRow } from './loaded-window.ts'
import { type StreamPlace, readRecords } from './read-records.ts'
import type { Recency } from './recency.ts'
import { type SessionRecord, decodeRecord } from './session-records.ts'
import { NEW_STATE, encodeState, foldRecord, replaces } from './session-state.ts'
import type { Compaction, Summaries } from './summaries.ts'
import type { WindowMemory } from './window-memory.ts'

export type BookParts = {
  readonly store: Store
  readonly recency: Recency
  readonly summaries: Summaries
  readonly windows: WindowMemory
  readonly now: () => number
}

/** Records that were just written, and the number of the last one. */
export type Appended = { readonly records: readonly JsonObject[]; readonly last: number }

/** Counts what the session's row does not know yet. Whoever loses the race finds that another one has counted it. */
export async function catchUp(parts: BookParts, id: string, appended?: Appended): Promise<void> {
  const { store, recency, summaries, windows } = parts
  windows.forget(id)
  for (;;) {
    const { state: known, version } = await readRow(store, id)
    const compactions: { readonly seq: number; readonly compaction: Compaction }[] = []
    let state = known
    const count = (seq: number, value: JsonObject): void => {
      const record = decodeRecord(value)
      if (record?.kind === 'compaction' && replaces(record, state, seq)) compactions.push({ seq, compaction: record })
      state = foldRecord(state, seq, record)
    }
    const last = await showBehind({ store, stream: streamOf(id), after: known.seen }, count, appended)
    if (last === known.seen) return
    for (const { seq, compaction } of compactions) await summaries.keep(id, seq, compaction)
    const isFirst = await recency.isFirst(known.place, store.version?.())
    const place = isFirst ? known.place : recency.nextPlace(id, state.updated, known.place)
    if (place !== known.place || state.agent !== known.agent) await recency.make(recency.entering(place, state.agent))
    if (!(await store.swap(SESSIONS, id, { expect: version, next: encodeState({ ...state, seen: last, place }) }))) continue
    if (known.place !== '' && place !== known.place) await recency.make(recency.leaving(known.place))
    return
  }
}

/**
 * The records of a turn and all that is counted from them, in one step. False when somebody else has written in between, or was not
 * counted yet; then nothing has changed.
 */
export async function appendCounted(parts: BookParts, id: string, turn: NewRecords): Promise<boolean> {
  const { store, recency, windows } = parts
  const { state: known, version } = turn.isNew ? NEW_ROW : (rowIn(windows, id) ?? (await readRow(store, id)))
  const before = store.version?.()
  let state = known
  turn.decoded.forEach((record, index) => (state = foldRecord(state, known.seen + index + 1, record)))
  const place = (await recency.isFirst(known.place, before)) ? known.place : recency.nextPlace(id, state.updated, known.place)
  const isMoved = place !== known.place
  const next = { ...state, place }
  const isWritten = await store.together([
    { stream: streamOf(id), records: turn.records, expectSeq: known.seen },
    ...(isMoved || state.agent !== known.agent ? [recency.entering(place, state.agent)] : []),
    { table: SESSIONS, key: id, change: { expect: version, next: encodeState(next) } },
    ...(isMoved && known.place !== '' ? [recency.leaving(known.place)] : []),
  ])
  if (!isWritten) {
    windows.forget(id)
    return false
  }
  recency.came(place, before)
  const after = before === undefined ? undefined : before + 1 // or more, if anybody else has written meanwhile
  windows.extend(id, { state: next, version: version === 'absent' ? undefined : version + 1, at: after }, turn.decoded)
  return true
}

/** If it is not true any more, that shows when it is written. */
function rowIn(windows: WindowMemory, id: string): SessionRow | undefined {
  const known = windows.get(id)
  return known?.version === undefined ? undefined : { state: known.state, version: known.version }
}

/** `isNew`: nobody has written to this session yet, so there is nothing to look up. If that is wrong, it shows when it is written. */
export type NewRecords = {
  readonly records: readonly JsonObject[]
  readonly decoded: readonly SessionRecord[]
  readonly isNew: boolean
}

const NEW_ROW: SessionRow = { state: NEW_STATE, version: 'absent' }

/** What was written just now need not be read, if it is all that is not counted yet. */
async function showBehind(place: StreamPlace, count: (seq: number, record: JsonObject) => void, appended?: Appended): Promise<number> {
  if (!appended || place.after + appended.records.length !== appended.last) return readRecords(place, count)
  appended.records.forEach((record, index) => count(place.after + index + 1, record))
  return appended.last
}
