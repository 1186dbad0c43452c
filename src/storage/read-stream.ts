import type { StreamRecord } from '../core/index.ts'
import type { Changes } from './changes.ts'
import { readJson } from './stored-json.ts'

export type KeptRecord = { readonly seq: number; readonly text: string }

export type StreamSource = {
  /** At most `limit` records behind `after`, in order; rejects when the store is closed. */
  readonly batch: (after: number, limit: number) => Promise<readonly KeptRecord[]>
  readonly isOpen: () => boolean
  /** What this process appends, and the end of the store. */
  readonly changes: Changes
  /** How often to look for what other processes append; left out when there can be none. */
  readonly pollMs?: number
}
export type From = { readonly after: number; readonly limit?: number; readonly follow?: AbortSignal }

const BATCH = 256

export async function* readStream(source: StreamSource, from: From): AsyncGenerator<StreamRecord, void, undefined> {
  const { follow } = from
  // Closing ends what waits for more; but who reads to the end must not take a closed store for the end.
  const ended = (): boolean => follow !== undefined && (follow.aborted || !source.isOpen())
  let { after, limit: left = Number.POSITIVE_INFINITY } = from
  while (left >= 1 && !ended()) {
    const seen = source.changes.count()
    const most = Math.min(Math.floor(left), BATCH)
    const records = await source.batch(after, most)
    for (const { seq, text } of records) {
      if (ended()) return
      yield { seq, record: readJson(text) }
      after = seq
      left--
    }
    if (records.length < most && follow === undefined) return
    if (records.length === 0 && follow !== undefined && source.changes.count() === seen) await pause(source, follow)
  }
}

/** Ends at the first of: a change, the end of the wait, the abort. */
function pause({ changes, pollMs }: StreamSource, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const timer = pollMs === undefined ? undefined : setTimeout(wake, pollMs)
    const stop = changes.listen(wake)
    signal.addEventListener('abort', wake)
    function wake(): void {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', wake)
      resolve()
    }
  })
}
