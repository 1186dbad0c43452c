import { type Json, type JsonObject, isJsonObject, longPattern } from '../../core/index.ts'
import { foldAllOf, mergeSchemas } from '../response-schema/merge-schemas.ts'
import { listOf, objectOf, stringsOf } from '../response-schema/schema-parts.ts'

/** What the value is called, and the how-many-eth of its kind it is: lists may ask for different items. */
type Sample = { readonly name: string; readonly turn: number }

/** A value that fits: one that the schema names, or a stand-in of the right type. References are inlined before. */
function sampleValue(node: Json, sample: Sample): Json {
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

/** The first type that is not null. A default of another type is the author's slip and would teach a wrong call. */
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

const FORMATS: Readonly<Record<string, string>> = {
  date: '2025-01-31',
  time: '09:30:00Z',
  'date-time': '2025-01-31T09:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function sampleString({ pattern, format, minLength, maxLength }: JsonObject, fallback: string): string {
  if (typeof pattern === 'string') return samplePattern(pattern) ?? fallback
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? fallback
  return text.padEnd(numberOr(minLength, 0), 'x').slice(0, numberOr(maxLength, Infinity))
}

type NumberKind = { readonly whole: boolean; readonly turn: number }

/** 1 if it fits, else a number near a bound; `turn` moves on from there, for lists of different numbers. */
function sampleNumber(schema: JsonObject, { whole, turn }: NumberKind): number {
  const low = Math.max(numberOr(schema.minimum, -Infinity), numberOr(schema.exclusiveMinimum, -Infinity))
  const high = Math.min(numberOr(schema.maximum, Infinity), numberOr(schema.exclusiveMaximum, Infinity))
  const unit = numberOr(schema.multipleOf, 1)
  const above = Math.ceil(low / unit) * unit
  const below = Math.floor(high / unit) * unit
  const candidates = [1, unit, above, above + unit, below, below - unit, (low + high) / 2]
  const first = candidates.find(candidate => fits(candidate, schema, whole)) ?? 1
  const later = first + turn * unit
  return fits(later, schema, whole) ? later : first
}

function fits(value: number, schema: JsonObject, whole: boolean): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) return false
  if (value < numberOr(schema.minimum, -Infinity) || value > numberOr(schema.maximum, Infinity)) return false
  if (value <= numberOr(schema.exclusiveMinimum, -Infinity) || value >= numberOr(schema.exclusiveMaximum, Infinity))
    return false
  return Number.isInteger(value / numberOr(schema.multipleOf, value === 0 ? 1 : value))
}

const numberOr = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)

const PIECE = longPattern('gu')`
    (?<atom>\[(?!\^)(?:\\.|[^\]\\])+\]|\\[dws.+*?()|[\]{}$^/\\-]|[^\\[\](){}|*+?^$])(?:(?<optional>[*?])|\+
    |\{(?<count>\d{1,2})(?:,\d*)?\})?
  `

/** One string that fits a simple pattern; undefined for patterns with groups or choices. */
function samplePattern(pattern: string): string | undefined {
  const body = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  const pieces = [...body.matchAll(PIECE)]
  if (pieces.map(([text]) => text).join('') !== body) return undefined
  return pieces.map(({ groups = {} }) => samplePiece(groups)).join('')
}

function samplePiece({ atom = '', optional, count = '1' }: Readonly<Record<string, string | undefined>>): string {
  return optional === undefined ? sampleAtom(atom).repeat(Number(count)) : ''
}

/** Of a class its first member, which of a range is its start. */
function sampleAtom(atom: string): string {
  if (atom === '.') return 'a'
  const member = /^\[?(\\?.)/u.exec(atom)?.[1] ?? atom
  return ESCAPES[member] ?? member.replace('\\', '')
}

const ESCAPES: Readonly<Record<string, string>> = { '\\d': '1', '\\w': 'a', '\\s': ' ', '\\\\': '\\' }
