import type { Json } from '../core/index.ts'

/** Array.isArray narrows a readonly list to `any[]`; this keeps the item type. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const stringsIn = (value: Json | undefined): readonly string[] =>
  isJsonList(value) ? value.filter(item => typeof item === 'string') : []
