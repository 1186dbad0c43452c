import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { foldAllOf, mergeSchemas } from '../response-schema/merge-schemas.ts'
import { listOf, objectOf, stringsOf } from '../response-schema/schema-parts.ts'
import { sampleNumber, sampleString } from './sample-scalar.ts'

/** What the value is called, and the how-many-eth of its kind it is: lists may ask for different items. */
export type Sample = { readonly name: string; readonly turn: number }

/** A value that fits: one that the schema names itself, or a stand-in of the right type. References must be inlined before. */
export function sampleValue(node: Json, sample: Sample): Json {
  const schema = firstBranch(foldAllOf(node))
  if (!isJsonObject(schema)) return standIn(sample.name)
  const named = namedValues(schema)
  return named.length > 0 ? (named[sample.turn % named.length] ?? null) : sampleType(typeOf(schema), schema, sample)
}

const standIn = (name: string): string => `<${name}>`

function firstBranch(schema: Json): Json {
  if (!isJsonObject(schema)) return schema
  const { anyOf, oneOf, ...base } = schema
  const [first] = listOf(anyOf ?? oneOf)
  return first === undefined ? base : firstBranch(foldAllOf(mergeSchemas(base, first)))
}

/** What the author wrote counts for more than what we could make up. */
function namedValues(schema: JsonObject): readonly Json[] {
  if (schema.const !== undefined) return [schema.const]
  const written = [schema.default, ...listOf(schema.examples)].filter(value => value !== undefined)
  const values = listOf(schema.enum)
  if (values.length === 0) return written.filter(value => isOfType(value, typeOf(schema)))
  const preferred = written.filter(value => values.includes(value))
  return [...new Set([...preferred, ...values])]
}

/** The first type that is not null; a default of another type is a slip of the author and would teach the model a wrong call. */
function typeOf(schema: JsonObject): string | undefined {
  const types = typeof schema.type === 'string' ? [schema.type] : stringsOf(schema.type)
  const named = types.find(type => type !== 'null') ?? types[0]
  return named ?? (schema.properties === undefined ? (schema.items === undefined ? undefined : 'array') : 'object')
}

function isOfType(value: Json, type: string | undefined): boolean {
  if (type === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  return type === 'object' ? isJsonObject(value) : typeof value === type
}

function sampleType(type: string | undefined, schema: JsonObject, sample: Sample): Json {
  switch (type) {
    case 'integer':
    case 'number':
      return sampleNumber(schema, { whole: type === 'integer', turn: sample.turn })
    case 'boolean':
      return sample.turn % 2 === 1
    case 'null':
      return null
    case 'array':
      return sampleList(schema, sample)
    case 'object':
      return sampleObject(schema)
    default:
      return sampleString(schema, standIn(sample.turn === 0 ? sample.name : `${sample.name} ${sample.turn + 1}`))
  }
}

/** One item even where none is needed: an empty list would not show what belongs into it. */
function sampleList({ items, prefixItems, minItems, maxItems }: JsonObject, { name }: Sample): readonly Json[] {
  const fixed = listOf(prefixItems)
  const wanted = Math.max(typeof minItems === 'number' ? minItems : 0, fixed.length, items === false ? 0 : 1)
  const length = Math.min(wanted, typeof maxItems === 'number' ? maxItems : wanted)
  return Array.from({ length }, (_item, turn) => sampleValue(fixed[turn] ?? items ?? true, { name, turn }))
}

/** Only what must be there. */
export function sampleObject(node: Json): JsonObject {
  const schema = firstBranch(foldAllOf(node))
  if (!isJsonObject(schema)) return {}
  const properties = objectOf(schema.properties)
  return Object.fromEntries(
    stringsOf(schema.required).map(name => [name, sampleValue(properties[name] ?? true, { name, turn: 0 })]),
  )
}
