import type { Joined, Store } from '../core/index.ts'
import { SESSIONS, readStoredSession, streamOf } from './load-window.ts'
import { readRecords } from './read-records.ts'
import type { Recency } from './recency.ts'
import { decodeRecord } from './session-records.ts'
import { encodeState, foldRecord, replaces } from './session-state.ts'
import type { Compaction, Summaries } from './summaries.ts'

export type SessionStoreParts = {
  readonly store: Store
  readonly recency: Recency
  readonly summaries: Summaries
  readonly now: () => number
}

/** Counts what the session's row does not know yet. Whoever loses the race finds that another one has counted it. */
export async function catchUp({ store, recency, summaries }: SessionStoreParts, id: string): Promise<void> {
  for (;;) {
    const { state: known, version } = await readStoredSession(store, id)
    const compactions: { readonly seq: number; readonly compaction: Compaction }[] = []
    let state = known
    const seen = await readRecords({ store, stream: streamOf(id), after: known.seen }, (seq, value) => {
      const record = decodeRecord(value)
      if (record?.kind === 'compaction' && replaces(record, state, seq)) compactions.push({ seq, compaction: record })
      state = foldRecord(state, seq, record)
    })
    if (seen === known.seen) return
    for (const { seq, compaction } of compactions) await summaries.keep(id, seq, compaction)
    const isFirst = await recency.isFirst(known.place)
    const place = isFirst ? known.place : recency.nextPlace(id, state.updated, known.place)
    const changes: Joined[] = [
      { table: SESSIONS, key: id, change: { expect: version, next: encodeState({ ...state, seen, place }) } },
      recency.entering(place, state.agent),
    ]
    if (known.place !== '' && place !== known.place) changes.push(recency.leaving(known.place))
    if (await store.together(changes)) return
  }
}
