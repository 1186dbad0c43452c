import { type Json, type JsonObject, textOf } from '../../core/index.ts'

/** Where it was seen first, and what the model wrote there. */
export type Example = { readonly turn_id: string; readonly attempt: number | null; readonly raw_output: string }
export type Seen = { readonly count: number; readonly example: Example }

const MAX_EXAMPLE = 200 // characters; `attempts export` has all of it

export function exampleOf(record: JsonObject): Example {
  const { attempt } = record
  return {
    turn_id: textOf(record['turn_id']),
    attempt: typeof attempt === 'number' ? attempt : null,
    raw_output: textOf(record['raw_output']).slice(0, MAX_EXAMPLE).toWellFormed(),
  }
}

/** One more of this kind; the first one stays the example. */
export function see<K>(seen: Map<K, Seen>, key: K, record: JsonObject): void {
  const before = seen.get(key)
  seen.set(key, before ? { ...before, count: before.count + 1 } : { count: 1, example: exampleOf(record) })
}

/** The commonest first. */
export const byCount = (one: { readonly count: number }, other: { readonly count: number }): number =>
  other.count - one.count

export const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each: Json) => typeof each === 'string') : []
