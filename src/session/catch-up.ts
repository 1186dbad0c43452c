import type { Store } from '../core/index.ts'
import { SESSIONS, readRow, streamOf } from './load-window.ts'
import { readRecords } from './read-records.ts'
import type { Recency } from './recency.ts'
import { decodeRecord } from './session-records.ts'
import { encodeState, foldRecord, replaces } from './session-state.ts'
import type { Compaction, Summaries } from './summaries.ts'

export type BookParts = { readonly store: Store; readonly recency: Recency; readonly summaries: Summaries; readonly now: () => number }

/** Counts what the session's row does not know yet. Whoever loses the race finds that another one has counted it. */
export async function catchUp({ store, recency, summaries }: BookParts, id: string): Promise<void> {
  for (;;) {
    const { state: known, version } = await readRow(store, id)
    const compactions: { readonly seq: number; readonly compaction: Compaction }[] = []
    let state = known
    const last = await readRecords({ store, stream: streamOf(id), after: known.seen }, (seq, value) => {
      const record = decodeRecord(value)
      if (record?.kind === 'compaction' && replaces(record, state, seq)) compactions.push({ seq, compaction: record })
      state = foldRecord(state, seq, record)
    })
    if (last === known.seen) return
    for (const { seq, compaction } of compactions) await summaries.keep(id, seq, compaction)
    const place = recency.nextPlace(id, state.updated, known.place)
    if (place !== known.place || state.agent !== known.agent) await recency.enter(place, state.agent)
    if (!(await store.swap(SESSIONS, id, { expect: version, next: encodeState({ ...state, seen: last, place }) }))) continue
    if (known.place !== '' && place !== known.place) await recency.leave(known.place)
    return
  }
}
