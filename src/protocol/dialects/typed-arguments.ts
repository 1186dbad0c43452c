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
  const type = isJsonObject(schema) ? schema['type'] : undefined
  if (type === undefined || type === 'string') return text
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  if (value === undefined || (parser.notes & BARE_WORDS) !== 0) return text
  if (mayBeText(schema) && (parser.notes !== 0 || !isOther(value, type))) return text
  for (const name of noteNames(parser.notes)) fixups.add(name)
  return value
}

/** Any text is a value of this type. */
export const mayBeText = (schema: Json | undefined): boolean => {
  const type = isJsonObject(schema) ? schema['type'] : undefined
  return type === undefined || type === 'string' || (isJsonList(type) && type.includes('string'))
}

/** Of a type that is allowed besides text. */
function isOther(value: Json, types: Json): boolean {
  if (!isJsonList(types) || typeof value === 'string') return false
  const type = value === null ? 'null' : isJsonList(value) ? 'array' : typeof value
  return types.includes(type) || (types.includes('integer') && Number.isInteger(value))
}
