import { type Fault, fault } from './faults.ts'
import type { JsonObject } from './json.ts'
import { DISK_FULL, isDiskFull } from './result.ts'
import type { Watched } from './watched.ts'

/** What a driver throws when the disk, or the holder of the lock, is in the way. The caller turns it into a fault. */
export class StorageFailure extends Error {
  override readonly name: string = 'StorageFailure'
  readonly fault: Fault

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault('storage_unavailable', message)
  }
}

/** The fault of what a disk has thrown, for those who answer a request: undefined for anything else, which is a bug. */
export function storageFault(thrown: unknown): Fault | undefined {
  if (thrown instanceof StorageFailure) return thrown.fault
  return isDiskFull(thrown) ? fault('storage_unavailable', `Something could not be written: ${DISK_FULL}.`) : undefined
}

/** The lock did not come free in time. Nothing was done, so the same may be tried again. */
export class StorageBusy extends StorageFailure {
  override readonly name = 'StorageBusy'
}

/**
 * A key's first version is 1, and each change adds one. A key that was removed or has expired goes on counting for a
 * week, so a version that somebody still remembers never fits what another one has put there since.
 */
export type Versioned = { readonly key: string; readonly version: number; readonly value: JsonObject }

export type Change = {
  readonly expect: number | 'absent' | 'any'
  /** Left out: the entry is removed. */
  readonly next?: JsonObject
  /** After this time the entry counts as absent. */
  readonly ttlMs?: number
}

/** One of several changes made together: records for a stream, removal of a stream, or an entry of a table. */
export type Joined =
  | { readonly stream: string; readonly records: readonly JsonObject[]; readonly expectSeq?: number }
  /** The stream is empty again and counts from 1. */
  | { readonly stream: string; readonly drops: true; readonly expectSeq?: number }
  | { readonly table: string; readonly key: string; readonly change: Change }

/** One record of a stream; the first has seq 1, and none is left out. */
export type StreamRecord = { readonly seq: number; readonly record: JsonObject }

/**
 * Seven verbs and `watch`; every driver passes the same exam. `swap` is put, claim, release, lease and consume-once.
 * Names and keys are well-formed strings of at most 1 KiB; what goes in and comes out is copied; a failing disk rejects
 * with StorageFailure.
 */
export interface Store extends Watched {
  /** Appends all records or none. Returns the seq of the stream's last record, 0 for an empty stream. */
  append(stream: string, records: readonly JsonObject[]): Promise<number>
  /** Appends only if the last seq is still the expected one. */
  append(stream: string, records: readonly JsonObject[], expectSeq: number | undefined): Promise<number | 'conflict'>
  /**
   * In order, from the record after `after`. `follow` waits for more from any process, until it aborts or the store
   * closes.
   */
  read(
    stream: string,
    from: { readonly after: number; readonly limit?: number; readonly follow?: AbortSignal },
  ): AsyncIterable<StreamRecord>
  get(table: string, key: string): Promise<Versioned | undefined>
  /** Ordered by the bytes of the keys in UTF-8. */
  list(
    table: string,
    page: { readonly prefix?: string; readonly after?: string; readonly limit: number },
  ): Promise<readonly Versioned[]>
  /** False when the entry is not what was expected; then nothing has changed. */
  swap(table: string, key: string, change: Change): Promise<boolean>
  /**
   * All of the changes in one step, or none and false when one of them does not find what it expects. No place may come
   * twice.
   */
  together(changes: readonly Joined[]): Promise<boolean>
  close(): Promise<void>
}

export type TextHit = { readonly id: string; readonly score: number }

/** Finds texts by their words, whatever their case and accents. */
export interface TextIndex {
  /** Replaces what was there under this id. The strings in `fields`, at any depth, are searched like the text. */
  put(id: string, text: string, fields?: JsonObject): Promise<void>
  remove(id: string): Promise<void>
  /** Texts with at least one of the words, highest score first. The query is plain text without syntax. */
  search(query: string, limit: number): Promise<readonly TextHit[]>
  close(): Promise<void>
}

/**
 * What the ledger keeps beside its files: where it stands, and what was taken. One critical section at a time over all
 * processes; a process that dies in one lets go, and nothing that it set there remains.
 */
export interface LedgerIndex extends Watched {
  /** Sections of one process run in order of arrival. Rejects with StorageBusy when a section waits too long. */
  exclusively<T>(work: (held: HeldIndex) => Promise<T>): Promise<T>
  /** Outside any section: what finished sections left. */
  get(key: string): JsonObject | undefined
  /** Ordered by the bytes of the keys in UTF-8. */
  list(prefix: string): readonly { readonly key: string; readonly value: JsonObject }[]
  close(): void
}
/** Holds during its section only; used later, it throws. */
export type HeldIndex = {
  readonly get: (key: string) => JsonObject | undefined
  readonly set: (key: string, value: JsonObject) => void
  readonly remove: (key: string) => void
}
