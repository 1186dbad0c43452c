import type { Joined, JsonObject, Store } from '../core/index.ts'
import { SESSIONS, readStoredSession, streamOf } from './load-window.ts'
import type { StoredSession } from './loaded-window.ts'
import { type StreamPlace, readRecords } from './read-records.ts'
import type { Recency } from './recency.ts'
import { type SessionRecord, decodeRecord } from './session-records.ts'
import { NEW_STATE, encodeState, foldRecord, replaces } from './session-state.ts'
import type { Compaction, Summaries } from './summaries.ts'
import type { KnownSession, WindowMemory } from './window-memory.ts'

export type SessionStoreParts = {
  readonly store: Store
  readonly recency: Recency
  readonly summaries: Summaries
  readonly windows: WindowMemory
  readonly now: () => number
}

/** Records that were just written, and the number of the last one. */
export type Appended = { readonly records: readonly JsonObject[]; readonly last: number }

/** Counts what the session's row does not know yet. Whoever loses the race finds that another one has counted it. */
export async function catchUp(parts: SessionStoreParts, id: string, appended?: Appended): Promise<void> {
  const { store, recency, summaries, windows } = parts
  windows.forget(id)
  for (;;) {
    const { state: known, version } = await readStoredSession(store, id)
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
    if (!(await store.swap(SESSIONS, id, { expect: version, next: encodeState({ ...state, seen: last, place }) })))
      continue
    if (known.place !== '' && place !== known.place) await recency.make(recency.leaving(known.place))
    return
  }
}

/**
 * The records of a turn and all that is counted from them, in one step. False when somebody else has written in between, or was not
 * counted yet; then nothing has changed.
 */
export async function appendCounted(parts: SessionStoreParts, id: string, turn: NewRecords): Promise<boolean> {
  const { store, recency, windows } = parts
  const known = turn.isNew ? undefined : windows.get(id)
  const row = turn.isNew ? NEW_ROW : rowOf(known)
  // Nearly always nobody has written since this turn began, and then there is nothing to look up.
  const since = known?.at
  if (
    row &&
    recency.wasFirst(row.state.place, since) &&
    (await writeTurn(parts, { id, turn, row, before: since, since, isFirst: true }))
  )
    return true
  const found = row ?? (await readStoredSession(store, id))
  const before = store.version?.()
  const isFirst = await recency.isFirst(found.state.place, before)
  if (await writeTurn(parts, { id, turn, row: found, before, since: undefined, isFirst })) return true
  windows.forget(id)
  return false
}

/** If it is not true any more, that shows when it is written. */
const rowOf = (known: KnownSession | undefined): StoredSession | undefined =>
  known?.version === undefined ? undefined : { state: known.state, version: known.version }

type TurnWrite = {
  readonly id: string
  readonly turn: NewRecords
  readonly row: StoredSession
  /** The store's version: unless anybody else writes meanwhile, the next one has this turn. */
  readonly before: number | undefined
  /** See `together`. */
  readonly since: number | undefined
  readonly isFirst: boolean
}

async function writeTurn(
  { store, recency, windows }: SessionStoreParts,
  { id, turn, row, before, since, isFirst }: TurnWrite,
): Promise<boolean> {
  const { state: known, version } = row
  let state = known
  for (const record of turn.decoded) state = foldRecord(state, state.seen + 1, record)
  const place = isFirst ? known.place : recency.nextPlace(id, state.updated, known.place)
  const isMoved = place !== known.place
  if (isMoved) state = { ...state, place }
  const changes: Joined[] = [
    { stream: streamOf(id), records: turn.records, expectSeq: known.seen },
    { table: SESSIONS, key: id, change: { expect: version, next: encodeState(state) } },
  ]
  if (isMoved || state.agent !== known.agent) changes.push(recency.entering(place, state.agent))
  if (isMoved && known.place !== '') changes.push(recency.leaving(known.place))
  if (!(await store.together(changes, since))) return false
  recency.came(place, before)
  const at = before === undefined ? undefined : before + 1
  windows.extend(id, { state, version: version === 'absent' ? undefined : version + 1, at }, turn.decoded)
  return true
}

/** `isNew`: nobody has written to this session yet, so there is nothing to look up. If that is wrong, it shows when it is written. */
export type NewRecords = {
  readonly records: readonly JsonObject[]
  readonly decoded: readonly SessionRecord[]
  readonly isNew: boolean
}

const NEW_ROW: StoredSession = { state: NEW_STATE, version: 'absent' }

/** What was written just now need not be read, if it is all that is not counted yet. */
async function showBehind(
  place: StreamPlace,
  count: (seq: number, record: JsonObject) => void,
  appended?: Appended,
): Promise<number> {
  if (!appended || place.after + appended.records.length !== appended.last) return readRecords(place, count)
  appended.records.forEach((record, index) => count(place.after + index + 1, record))
  return appended.last
}
