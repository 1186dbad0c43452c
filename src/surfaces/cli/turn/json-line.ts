import type { Json } from '../../../core/index.ts'

// JSON does not escape these, and a terminal may obey them; as \uXXXX they mean the same to every parser.
const DECEPTIVE = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** JSON that can be shown on a terminal whatever text is in it. */
export const jsonLine = (value: Json): string =>
  JSON.stringify(value).replace(DECEPTIVE, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
