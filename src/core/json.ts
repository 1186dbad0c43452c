export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Array.isArray forgets the items' type when the list is readonly. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** JSON from outside; undefined when it is none. */
export function parseJsonText(text: string): Json | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-return -- JSON.parse returns nothing but Json
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A member that should be a text; empty when it is none. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
