import type { Json } from '../../core/index.ts'

/** A whole number from zero; undefined for anything else that a server writes there. */
export const countOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
