import type { Json, JsonObject, Section, Setting } from '../../core/index.ts'

/** One key of the configuration: `tools.retry.max_attempts`. */
export type KnownKey = {
  readonly kind: 'key'
  readonly key: string
  readonly section: string
  readonly name: string
  /** `COUNTERSIGN_TOOLS_RETRY_MAX_ATTEMPTS`. */
  readonly variable: string
  readonly setting: Setting
}

/** One table of the file, with the keys and tables in it. */
export type KnownTable = { readonly kind: 'table'; readonly members: ReadonlyMap<string, KnownTable | KnownKey> }

/** What is wrong with a value, and where in it. */
export type ValueProblem = {
  readonly path: string
  readonly expected: string
  readonly found: string
  /** The place is a key that does not exist; perhaps this one was meant. */
  readonly unknown?: { readonly near: string | undefined }
}

/** All that can be configured: the sections of all rooms, joined. */
export type ConfigShape = {
  /** One for each name, in the order in which they were declared. */
  readonly sections: readonly Section[]
  readonly keys: ReadonlyMap<string, KnownKey>
  readonly variables: ReadonlyMap<string, KnownKey>
  readonly root: KnownTable
  /** JSON Schema 2020-12 of the whole file, closed and with defaults. */
  readonly schema: JsonObject
  readonly explain: (key: KnownKey, value: Json) => readonly ValueProblem[]
}
