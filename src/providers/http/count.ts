import type { Json } from '../../core/index.ts'

/** A number of things; undefined for whatever else a server writes there. */
export const countOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
