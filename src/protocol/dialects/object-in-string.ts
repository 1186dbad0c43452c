import { type Fixup, type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { noteNames } from '../literal/notes.ts'

export type ObjectInString = { readonly value: JsonObject; readonly fixups: readonly Fixup[] }

/** An object that was written as JSON once more than it should be. */
export function objectInString(text: Json | undefined): ObjectInString | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  return isJsonObject(value) ? { value, fixups: ['quoted_call', ...noteNames(parser.notes)] } : undefined
}
