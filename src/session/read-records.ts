import { type JsonObject, StorageBusy, StorageFailure, type Store } from '../core/index.ts'

const TRIES = 8

export type StreamPlace = { readonly store: Store; readonly stream: string; readonly after: number }

/**
 * Shows every record behind `after` and returns the seq of the last one. A record that fails twice in a row while the
 * next one can be read is damaged, and is skipped; when nothing can be read any more, the store has failed.
 */
export async function readRecords(
  { store, stream, after }: StreamPlace,
  show: (seq: number, record: JsonObject) => void,
): Promise<number> {
  let last = after
  for (let failures = 0; ;) {
    try {
      for await (const { seq, record } of store.read(stream, { after: last })) {
        show(seq, record)
        last = seq
        failures = 0
      }
      return last
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure) || thrown instanceof StorageBusy || ++failures > TRIES) throw thrown
      if (failures % 2 === 0) last++
    }
  }
}
