import { type JsonObject, StorageBusy, StorageFailure, type Store } from '../core/index.ts'

const TRIES = 8

export type StreamPlace = { readonly store: Store; readonly stream: string; readonly after: number }

/**
 * Shows every record behind `after` and answers with the seq of the last one. One that cannot be read twice in a row, while the next one
 * can, is damaged and passed over; when nothing can be read any more, it is the store that fails.
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
