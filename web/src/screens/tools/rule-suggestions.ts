import type { Json, JsonObject } from 'shapes'
import type { Suggestions } from '../../parts/completing-text.tsx'
import { type JsonPlace, jsonPlace } from '../../text/json-place.ts'

/** The schema of the rules, and names for places where it has none, such as `*.tools.*`. */
export type RuleVocabulary = {
  readonly schema: JsonObject
  readonly names: { readonly [path: string]: readonly string[] }
}

const MOST = 12

/** Suggestions for a place in the rules. */
export function suggestRule(text: string, caret: number, vocabulary: RuleVocabulary): Suggestions | null {
  const place = jsonPlace(text, caret)
  if (!place) return null
  const schema = schemaAt(vocabulary.schema, place.path)
  const wanted = place.written.toLowerCase()
  const found = (place.wants === 'key' ? keysOf(schema, place) : valuesOf(schema, place, vocabulary))
    .filter(option => option.toLowerCase().includes(wanted))
    .toSorted(
      (one, other) => Number(other.toLowerCase().startsWith(wanted)) - Number(one.toLowerCase().startsWith(wanted)),
    )
  if (found.length === 0 || (found.length === 1 && found[0] === place.written)) return null
  const to = endOf(text, caret, place)
  const isNamed = /^\s*:/.test(text.slice(to))
  return {
    from: place.from,
    to,
    isAsked: place.isQuoted,
    options: found.slice(0, MOST).map(name => {
      const [head, tail] = place.wants === 'key' && !isNamed ? shapeOf(objectAt(propertiesOf(schema)[name])) : ['', '']
      return { name, text: `"${name}"${head}${tail}`, caret: name.length + 2 + head.length }
    }),
  }
}

function schemaAt(schema: JsonObject, path: readonly string[]): JsonObject {
  return path.reduce((at, step) => objectAt(step === '*' ? at['items'] : propertiesOf(at)[step]), schema)
}

/** The words of the schema for a place. */
export function choicesAt(schema: JsonObject, path: readonly string[]): readonly string[] {
  const found = schemaAt(schema, path)
  return [...textsIn(found['enum']), ...textsIn(found['examples'])]
}

const propertiesOf = (schema: JsonObject): JsonObject => objectAt(schema['properties'])

const keysOf = (schema: JsonObject, { keys }: JsonPlace): readonly string[] =>
  Object.keys(propertiesOf(schema)).filter(key => !keys.includes(key))

const valuesOf = (schema: JsonObject, { path }: JsonPlace, { names }: RuleVocabulary): readonly string[] => [
  ...textsIn(schema['enum']),
  ...textsIn(schema['examples']),
  ...(names[path.join('.')] ?? []),
]

/** A string that continues after the caret is replaced as a whole. */
function endOf(text: string, caret: number, { isQuoted }: JsonPlace): number {
  const rest = isQuoted ? /^(?:[^"\\\n]|\\.)*"/.exec(text.slice(caret)) : null
  return caret + (rest?.[0].length ?? 0)
}

/** What follows a new key: before and behind the caret. */
function shapeOf({ type }: JsonObject): readonly [string, string] {
  if (type === 'array') return [': ["', '"]']
  return type === 'object' ? [': {"', '"}'] : [': "', '"']
}

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
