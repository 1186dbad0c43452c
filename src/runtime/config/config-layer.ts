import type { Json } from '../../core/index.ts'
import type { ConfigProblem } from './config-problem.ts'

/** A value and whose word it is: `default`, `user:<file>`, `workspace:<file>`, `saved:<file>`, `env:NAME` or `flag`. */
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
