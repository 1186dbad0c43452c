import { type Json, type JsonObject, isJsonObject, isJsonList } from '../../core/index.ts'

/** What the value of a keyword must look like. */
export type KeywordShape =
  | 'schema'
  | 'schemaList'
  | 'schemaMap'
  | 'dependencies'
  | 'number'
  | 'positiveNumber'
  | 'count'
  | 'text'
  | 'pattern'
  | 'texts'
  | 'textsMap'
  | 'types'
  | 'values'
  | 'flag'

/** Every keyword that decides about a value. Whatever is not listed is an annotation. */
export const KEYWORD_SHAPES: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['$ref', 'text'],
  ['$dynamicRef', 'text'],
  ['$anchor', 'text'],
  ['$dynamicAnchor', 'text'],
  ['$id', 'text'],
  ['$defs', 'schemaMap'],
  ['definitions', 'schemaMap'],
  ['type', 'types'],
  ['nullable', 'flag'],
  ['enum', 'values'],
  ['properties', 'schemaMap'],
  ['required', 'texts'],
  ['additionalProperties', 'schema'],
  ['patternProperties', 'schemaMap'],
  ['propertyNames', 'schema'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['unevaluatedProperties', 'schema'],
  ['dependentRequired', 'textsMap'],
  ['dependentSchemas', 'schemaMap'],
  ['dependencies', 'dependencies'],
  ['items', 'schema'],
  ['prefixItems', 'schemaList'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'flag'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'positiveNumber'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['allOf', 'schemaList'],
  ['anyOf', 'schemaList'],
  ['oneOf', 'schemaList'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
])

/** Keywords that ajv 8.20 reads exactly as specified: beside prefixItems, contains, if and not it may skip others. */
const COMPILED_FAITHFULLY: ReadonlySet<string> = new Set([
  '$ref',
  '$defs',
  'definitions',
  'type',
  'nullable',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'allOf',
  'anyOf',
  'oneOf',
])

export const compilesFaithfully = (schema: JsonObject): boolean =>
  Object.keys(schema).every(keyword => COMPILED_FAITHFULLY.has(keyword) || !KEYWORD_SHAPES.has(keyword))

/** These judge the very same value; all other parts judge something inside it. */
const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
])
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions'])

export type SchemaPart = {
  readonly at: string
  readonly schema: Json
  /** `unused` parts judge nothing until a `$ref` leads to them. */
  readonly role: 'in-place' | 'inside' | 'unused'
}

/** The schemas directly within a schema, in the order in which they are written. */
export function schemaParts(schema: JsonObject): readonly SchemaPart[] {
  return Object.keys(schema).flatMap(keyword => {
    const role = IN_PLACE.has(keyword) ? 'in-place' : DEFINITIONS.has(keyword) ? 'unused' : 'inside'
    return partsAt(keyword, schema[keyword]).map(([at, part]) => ({ at, schema: part, role }) as const)
  })
}

function partsAt(keyword: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  const shape = KEYWORD_SHAPES.get(keyword)
  if (value === undefined || shape === undefined) return []
  if (shape === 'schema') return [[keyword, value]]
  if (shape === 'schemaList' && isJsonList(value))
    return value.map((part, index) => [`${keyword}[${index}]`, part] as const)
  if ((shape !== 'schemaMap' && shape !== 'dependencies') || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) =>
    isJsonList(part) ? [] : [[`${keyword}.${name}`, part] as const],
  )
}
