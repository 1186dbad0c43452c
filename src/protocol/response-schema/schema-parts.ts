import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../core/index.ts'

/** Where a schema holds other schemas. Everything else (`const`, `enum`, `default`) is data and is never touched. */
const SINGLE = new Set([
  'additionalProperties',
  'items',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'])

export const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : [])

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const stringsOf = (value: Json | undefined): readonly string[] =>
  listOf(value).filter(item => typeof item === 'string')

/** A copy of the schema in which every schema directly within it is changed. */
export function mapParts(schema: JsonObject, change: (part: Json) => Json): JsonObject {
  return mapValues(schema, (value, keyword) => {
    if (SINGLE.has(keyword)) return change(value)
    if (LISTS.has(keyword) && isJsonList(value)) return value.map(change)
    // `dependencies` may map a name to a list of names, which is no schema.
    if (MAPS.has(keyword) && isJsonObject(value))
      return mapValues(value, part => (isJsonList(part) ? part : change(part)))
    return value
  })
}

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const IN_PLACE_SCHEMAS = ['if', 'then', 'else'] as const

/** The parts that judge the very same value. */
export const inPlaceParts = (schema: JsonObject): readonly Json[] => [
  ...IN_PLACE_LISTS.flatMap(keyword => listOf(schema[keyword])),
  ...IN_PLACE_SCHEMAS.flatMap(keyword => schema[keyword] ?? []),
  ...Object.values(objectOf(schema.dependentSchemas)),
]
