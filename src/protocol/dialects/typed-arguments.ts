import { type Fixup, type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
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
  if (!isJsonObject(schema) || schema['type'] === 'string' || schema['type'] === undefined) return text
  const parser = new LiteralParser(text)
  const value = parser.readAll()
  if (value === undefined || (parser.notes & BARE_WORDS) !== 0) return text
  for (const name of noteNames(parser.notes)) fixups.add(name)
  return value
}

/** The same between tags: many write the value on lines of its own, and the breaks next to the tags are layout. */
export const taggedTexts: typeof typedArguments = (texts, parameters) =>
  typedArguments(
    new Map([...texts].map(([key, text]) => [key, text.replace(/^\r?\n/, '').replace(/\r?\n[ \t]*$/, '')])),
    parameters,
  )
