import type { Json } from '../../core/index.ts'
import type { Given } from './config-layer.ts'
import type { KnownKey } from './config-shape.ts'

/** What a workspace asked for and did not get. */
export type RefusedValue = { readonly key: string; readonly wanted: Json; readonly because: string }

/** What counts for a key, and what of the workspace's wish was left out. */
export type Heeded = { readonly given: Given; readonly refused: readonly RefusedValue[] }

export type Wish = {
  readonly known: KnownKey
  /** What counts without the workspace. */
  readonly own: Given
  readonly wanted: Given
  readonly trusted: boolean
  /** The person's own rules say no to something, so nothing may be put in front of them that says less than no. */
  readonly ownDenials: boolean
}
