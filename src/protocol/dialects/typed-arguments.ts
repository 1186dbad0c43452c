import { type Fixup, type Json, type JsonObject, isJsonList, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { BARE_WORDS, noteNames } from '../literal/notes.ts'
import type { ReadCall } from './dialect.ts'

/** Text without quotes has no type of its own: the schema says what it is, so reading it so is no repair. */
export function typedArguments(
  texts: ReadonlyMap<string, string>,
  parameters: JsonObject,
): Required<Pick<ReadCall, 'named' | 'fixups'>> | undefined {
  const named: Record<string, Json> = {}
  const fixups = new Set<Fixup>()
  for (const [key, text] of texts) {
    if (key === '__proto__') return undefined
    named[key] = typed(text, Object.hasOwn(parameters, key) ? parameters[key] : undefined, fixups)
  }
  return { named, fixups: [...fixups] }
}

function typed(text: string, schema: Json | undefined, fixups: Set<Fixup>): Json {
  if (isOnlyText(schema)) return text
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  if (value === undefined || (parser.notes & BARE_WORDS) !== 0) return text
  if (mayBeText(schema) && JSON.stringify(value) !== text.trim()) return text
  for (const name of noteNames(parser.notes)) fixups.add(name)
  return value
}

const typeOf = (schema: Json | undefined): Json | undefined => (isJsonObject(schema) ? schema['type'] : undefined)

const isOnlyText = (schema: Json | undefined): boolean => typeOf(schema) === 'string' || typeOf(schema) === undefined

/** Any text is a value of this type. Where it may be a number or null as well, it is one if it is written as JSON. */
export const mayBeText = (schema: Json | undefined): boolean => {
  const type = typeOf(schema)
  return isOnlyText(schema) || (isJsonList(type) && type.includes('string'))
}
