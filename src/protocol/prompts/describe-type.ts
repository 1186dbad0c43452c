import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { foldAllOf } from '../response-schema/merge-schemas.ts'
import { listOf, objectOf, stringsOf } from '../response-schema/schema-parts.ts'
import { oneLine } from './one-line.ts'

const MAX_VALUES = 20 // of an enum; more would cost more tokens than the rest of the tool
const MAX_VALUE_LENGTH = 40
const MAX_PATTERN_LENGTH = 60
const MAX_LEVELS = 2 // of objects within objects

/** A type in as few words as a model needs: `integer 1..50`, `list of string`, `open|closed|all`. */
export function describeType(node: Json, levels: number = MAX_LEVELS): string {
  const schema = foldAllOf(node)
  if (!isJsonObject(schema)) return 'any'
  if (schema.const !== undefined) return describeValue(schema.const)
  const values = listOf(schema.enum)
  if (values.length > 0) return describeValues(values)
  const branches = listOf(schema.anyOf ?? schema.oneOf)
  if (branches.length > 0) return [...new Set(branches.map(branch => describeType(branch, levels)))].join(' or ')
  const types = typeof schema.type === 'string' ? [schema.type] : stringsOf(schema.type)
  return types.length === 0 ? 'any' : types.map(type => describeOne(type, schema, levels)).join(' or ')
}

/** Simple words bare, everything else as JSON, so that it is clear where a value ends. */
export const describeValue = (value: Json): string =>
  oneLine(typeof value === 'string' && /^[\w./-]+$/.test(value) ? value : JSON.stringify(value), MAX_VALUE_LENGTH)

function describeValues(values: readonly Json[]): string {
  const shown = values.slice(0, MAX_VALUES).map(describeValue).join('|')
  return values.length > MAX_VALUES ? `${shown}|…` : shown
}

function describeOne(type: string, schema: JsonObject, levels: number): string {
  if (type === 'array') return schema.items === undefined ? 'list' : `list of ${describeType(schema.items, levels)}`
  if (type === 'object') return describeObject(schema, levels)
  if (type === 'string') return describeString(schema)
  return type === 'integer' || type === 'number' ? `${type}${describeRange(schema)}` : type
}

function describeString({ pattern, format }: JsonObject): string {
  if (typeof pattern === 'string' && pattern.length <= MAX_PATTERN_LENGTH)
    return `string matching ${oneLine(pattern, MAX_PATTERN_LENGTH)}`
  return typeof format === 'string' ? `string (${oneLine(format, MAX_VALUE_LENGTH)})` : 'string'
}

function describeRange({ minimum, maximum }: JsonObject): string {
  if (typeof minimum === 'number') return typeof maximum === 'number' ? ` ${minimum}..${maximum}` : ` from ${minimum}`
  return typeof maximum === 'number' ? ` up to ${maximum}` : ''
}

function describeObject(schema: JsonObject, levels: number): string {
  const members = Object.entries(objectOf(schema.properties))
  if (members.length === 0 || levels === 0) return 'object'
  const required = stringsOf(schema.required)
  const shown = members.map(([name, part]) => `${describeName(name, required)} ${describeType(part, levels - 1)}`)
  return `{${shown.join(', ')}}`
}

/** The star stands for "required"; the catalog's heading says so. */
export const describeName = (name: string, required: readonly string[]): string =>
  `${describeValue(name)}${required.includes(name) ? '*' : ''}`
