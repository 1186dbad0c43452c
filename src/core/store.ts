import type { JsonObject } from './json.ts'

export type Versioned = { readonly key: string; readonly version: number; readonly value: JsonObject }

export type Change = {
  readonly expect: number | 'absent' | 'any'
  /** Left out: the entry is removed. */
  readonly next?: JsonObject
  /** After this time the entry counts as absent. */
  readonly ttlMs?: number
}

/** Six verbs; every driver passes the same exam. `swap` is put, claim, release, lease and consume-once. */
export interface Store {
  append(stream: string, records: readonly JsonObject[], expectSeq?: number): Promise<number>
  read(
    stream: string,
    from: { readonly after: number; readonly limit?: number; readonly follow?: AbortSignal },
  ): AsyncIterable<{ readonly seq: number; readonly record: JsonObject }>
  get(table: string, key: string): Promise<Versioned | undefined>
  list(table: string, page: { readonly prefix?: string; readonly after?: string; readonly limit: number }): Promise<readonly Versioned[]>
  swap(table: string, key: string, change: Change): Promise<boolean>
  close(): Promise<void>
}

export interface TextIndex {
  put(id: string, text: string, fields?: JsonObject): Promise<void>
  remove(id: string): Promise<void>
  search(query: string, limit: number): Promise<readonly { readonly id: string; readonly score: number }[]>
}

/**
 * What the ledger keeps beside its files: where it stands, and what was taken. One critical section at a time over all processes;
 * a process that dies in one lets go, and nothing that it set there remains.
 */
export interface LedgerIndex {
  exclusively<T>(work: (held: HeldIndex) => Promise<T>): Promise<T>
  /** Outside of any section: the last committed value. */
  get(key: string): JsonObject | undefined
  list(prefix: string): readonly { readonly key: string; readonly value: JsonObject }[]
  close(): void
}
export type HeldIndex = {
  readonly get: (key: string) => JsonObject | undefined
  readonly set: (key: string, value: JsonObject) => void
  readonly remove: (key: string) => void
}
