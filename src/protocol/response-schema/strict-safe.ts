import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { listOf, mapParts, objectOf, stringsOf } from './schema-parts.ts'

const STRUCTURE = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
])
/** Keywords that only annotate or limit. Strict decoders refuse some; the call is validated again, so they may go. */
const DISPENSABLE = new Set(
  `title default examples deprecated readOnly writeOnly $comment
   format pattern minLength maxLength minItems maxItems uniqueItems
   minimum maximum exclusiveMinimum exclusiveMaximum multipleOf`.split(/\s+/),
)
const MAX_LEVELS = 5 // the smallest nesting limit that a strict decoder documents

export type StrictSafe = { readonly schema: JsonObject; readonly strict: boolean }

/**
 * Strict decoders want every property required and no union at the top. The usual way out, to make optional properties
 * required and nullable, is not taken: a tool that leaves out `limit` and one that gets `limit: null` are not the same
 * call, and our validator would refuse the null. So a schema that is not strict by nature is sent whole, as a hint
 * (`strict: false`).
 */
export function strictSafe(schema: JsonObject): StrictSafe {
  const bare = dropDispensable(schema)
  const strict = schema.anyOf === undefined && isStrict(bare, MAX_LEVELS)
  return { schema: strict ? bare : schema, strict }
}

function dropDispensable(schema: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DISPENSABLE.has(keyword)))
  return mapParts(kept, part => (isJsonObject(part) ? dropDispensable(part) : part))
}

function isStrict(schema: Json, levels: number): boolean {
  if (!isJsonObject(schema) || levels < 0 || Object.keys(schema).some(keyword => !STRUCTURE.has(keyword))) return false
  if ((schema.type ?? schema.enum ?? schema.const ?? schema.anyOf) === undefined) return false
  return isClosed(schema) && partsOf(schema).every(part => isStrict(part, levels - 1))
}

/** No key is optional and none is unlisted. */
function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  if (properties === undefined && type !== 'object' && !listOf(type).includes('object')) return true
  const needed = stringsOf(required)
  const names = Object.keys(objectOf(properties))
  return additionalProperties === false && names.length === needed.length && names.every(name => needed.includes(name))
}

const partsOf = ({ properties, items, anyOf }: JsonObject): readonly Json[] => [
  ...Object.values(objectOf(properties)),
  ...(items === undefined ? [] : [items]),
  ...listOf(anyOf),
]
