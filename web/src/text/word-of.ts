import type { Json } from 'shapes'

/** A value as a word: text as it is, everything else as JSON, nothing as a question mark. */
export const wordOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '?' : typeof value === 'string' ? value : JSON.stringify(value)
