import { type JsonObject, type Store, textOf } from '../core/index.ts'
import type { SessionRecord } from './session-records.ts'

export type Compaction = Extract<SessionRecord, { kind: 'compaction' }>
export type Summary = { readonly seq: number; readonly row: JsonObject }

/** The table of what was compacted (MEM-14), one row for each, under the place of its record in the session. */
export type Summaries = {
  /** The same row again changes nothing. */
  readonly keep: (id: string, seq: number, compaction: Compaction) => Promise<void>
  /** Those behind `after`, the oldest first. */
  readonly read: (id: string, after: number) => Promise<readonly Summary[]>
  readonly drop: (id: string) => Promise<void>
}

const TABLE = 'summaries'
const PAGE = 100
const DIGITS = 15
const MAX_READ = 10_000

/** NUL cannot stand in an id, so no session's rows begin like those of another. */
const keyOf = (id: string, seq: number): string => `${id}\0${String(seq).padStart(DIGITS, '0')}`

export function createSummaries(store: Store): Summaries {
  return {
    async keep(id, seq, { at, method, summary, replaced, through, model }) {
      const when = new Date(at).toISOString()
      const next = { session: id, seq, at: when, compaction_method: method, summary, replaced, through, model }
      await store.swap(TABLE, keyOf(id, seq), { expect: 'any', next })
    },
    async read(id, after) {
      const found: Summary[] = []
      for (let last = keyOf(id, after); found.length < MAX_READ;) {
        const page = await store.list(TABLE, { prefix: `${id}\0`, after: last, limit: PAGE })
        for (const { key, value } of page) found.push({ seq: Number(key.slice(id.length + 1)), row: value })
        last = page.at(-1)?.key ?? ''
        if (page.length < PAGE) break
      }
      return found
    },
    async drop(id) {
      for (;;) {
        const page = await store.list(TABLE, { prefix: `${id}\0`, limit: PAGE })
        for (const { key } of page) await store.swap(TABLE, key, { expect: 'any' })
        if (page.length < PAGE) return
      }
    },
  }
}

export const summaryText = ({ row }: Summary): string => textOf(row['summary'])
