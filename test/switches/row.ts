import type { Json, JsonObject } from '../../src/core/index.ts'

/** One key of the configuration, turned through a public entry. */
export type Row = {
  readonly key: string
  readonly value: Json
  /** Where a person or program meets the difference. */
  readonly entry: string
  /** What is seen without the key, and with it. */
  readonly shows: readonly [Json, Json]
  /** What else is set, in both runs. */
  readonly beside?: JsonObject
  readonly observe: (settings: JsonObject) => Promise<Json>
}

/** Rows that are met at the same place, as `[key, value, [without, with], observe, beside]`. */
export type ShortRow = readonly [
  key: string,
  value: Json,
  shows: Row['shows'],
  observe: Row['observe'],
  beside?: JsonObject,
]

export const rowsAt = (entry: string, rows: readonly ShortRow[]): readonly Row[] =>
  rows.map(([key, value, shows, observe, beside = {}]) => ({ key, value, entry, shows, beside, observe }))
