import type { Json } from '../../core/index.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { KnownKey } from './config-shape.ts'

/** A value and its origin: `default`, `user:<file>`, `workspace:<file>`, `saved:<file>`, `env:NAME` or `flag`. */
export type Given = { readonly value: Json; readonly origin: string }

/** What one source says, by key. */
export type ConfigLayer = ReadonlyMap<string, Given>

/** A source that was read, with all that is wrong or odd about it. */
export type ReadLayer = {
  readonly layer: ConfigLayer
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly string[]
}

export const layerOf = (values: ReadonlyMap<string, Json>, origin: string): ConfigLayer =>
  new Map([...values].map(([key, value]) => [key, { value, origin }]))

/** What a workspace asked for and did not get. */
export type RefusedValue = { readonly key: string; readonly wanted: Json; readonly because: string }

/** What counts for a key, and what of the workspace's wish was left out. */
export type Heeded = { readonly given: Given; readonly refused: readonly RefusedValue[] }

/** What a workspace says about one key. */
export type WorkspaceRequest = {
  readonly known: KnownKey
  /** What counts without the workspace. */
  readonly own: Given
  readonly wanted: Given
  readonly trusted: boolean
  /** The person's own rules say no to something, so nothing may be put in front of them that says less than no. */
  readonly ownDenials: boolean
}
