import { type StreamRecord, findWhenChanged } from '../core/index.ts'
import type { Changes } from './changes.ts'
import { readJson } from './stored-json.ts'

export type RecordText = { readonly seq: number; readonly text: string }

export type StreamSource = {
  /** At most `limit` records behind `after`, in order; rejects when the store is closed. */
  readonly batch: (after: number, limit: number) => Promise<readonly RecordText[]>
  readonly isOpen: () => boolean
  readonly changes: Changes
}
export type StreamStart = { readonly after: number; readonly limit?: number; readonly follow?: AbortSignal }

const BATCH = 256

/** Following ends when the store is closed. Reading to the end fails then: a closed store is not the end. */
export async function* readStream(
  { batch, isOpen, changes }: StreamSource,
  { after: start, limit = Number.POSITIVE_INFINITY, follow }: StreamStart,
): AsyncGenerator<StreamRecord, void, undefined> {
  const hasEnded = (): boolean => follow !== undefined && (follow.aborted || !isOpen())
  let after = start
  let left = Math.floor(limit)
  while (left >= 1 && !hasEnded()) {
    const most = Math.min(left, BATCH)
    const next = async (): Promise<readonly RecordText[] | undefined> => {
      const records = isOpen() || !follow ? await batch(after, most) : []
      return records.length > 0 || !isOpen() ? records : undefined
    }
    const records = follow ? await findWhenChanged(changes, { look: next, signal: follow }) : await batch(after, most)
    for (const { seq, text } of records ?? []) {
      if (hasEnded()) return
      yield { seq, record: readJson(text) }
      after = seq
      left--
    }
    if (!follow && (records?.length ?? 0) < most) return
  }
}
