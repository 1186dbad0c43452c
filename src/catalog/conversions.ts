import { type Fixup, type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText } from '../core/index.ts'
import { normalName } from './names.ts'
import { findUnsound } from './sound-json.ts'
import { typeNames } from './validate/scalars.ts'

/** One way to write the same value in another type; undefined where that would lose or guess anything. */
export type Conversion = {
  readonly fixup: Fixup
  readonly convert: (value: Json, schema: JsonObject) => Json | undefined
}

const wants = (schema: JsonObject, ...types: readonly string[]): boolean =>
  wantedTypes(schema).some(type => types.includes(type))

/** A schema without a type still asks for one by its values or its shape. */
function wantedTypes(schema: JsonObject): readonly string[] {
  const named = typeNames(schema)
  if (named.length > 0) return named
  if (isJsonObject(schema.properties)) return ['object']
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array']
  return allowedValues(schema).map(value => typeof value)
}

const allowedValues = (schema: JsonObject): readonly Json[] =>
  isJsonList(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const EXACT_DIGITS = 15 // a double keeps this many decimal digits, whatever they are
const BOOLEANS: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/** The order counts: what a string says plainly comes before what it could be put into. */
export const CONVERSIONS: readonly Conversion[] = [
  {
    fixup: 'enum_spelling',
    convert: (value, schema) =>
      typeof value === 'string' ? sameButForSpelling(value, allowedValues(schema)) : undefined,
  },
  {
    fixup: 'string_to_number',
    convert: (value, schema) => (wants(schema, 'number', 'integer') ? readNumber(value) : undefined),
  },
  {
    fixup: 'string_to_boolean',
    convert: (value, schema) => (wants(schema, 'boolean') ? BOOLEANS.get(value) : undefined),
  },
  { fixup: 'string_to_json', convert: readJson },
  {
    fixup: 'number_to_string',
    convert: (value, schema) =>
      typeof value === 'number' && Number.isSafeInteger(value) && wantsOnlyText(schema) ? String(value) : undefined,
  },
]

const wantsOnlyText = (schema: JsonObject): boolean =>
  wantedTypes(schema).every(type => type === 'string' || type === 'null') && wants(schema, 'string')

/** Case and separators aside; two values that come out the same leave a doubt. */
function sameButForSpelling(text: string, values: readonly Json[]): string | undefined {
  const word = normalName(text)
  const [only, second] = values.filter(value => typeof value === 'string').filter(value => normalName(value) === word)
  return second === undefined ? only : undefined
}

function readNumber(value: Json): number | undefined {
  return typeof value === 'string' && JSON_NUMBER.test(value) && isExact(value) ? Number(value) : undefined
}

/** Would a double hold all that these digits say? */
function isExact(literal: string): boolean {
  const mantissa = literal.split(/[eE]/, 1).join('')
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const number = Number(literal)
  return digits.length <= EXACT_DIGITS && Number.isFinite(number) && (number === 0) === (digits === '')
}

function readJson(value: Json, schema: JsonObject): Json | undefined {
  if (typeof value !== 'string') return undefined
  const text = asJsonText(value.trim())
  const opens = (text.startsWith('[') && wants(schema, 'array')) || (text.startsWith('{') && wants(schema, 'object'))
  const parsed = opens ? parseJsonText(text) : undefined
  return parsed !== undefined && findUnsound(parsed) === undefined && keepsAll(text, parsed) ? parsed : undefined
}

const PYTHON_LITERALS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/** `['a', True]`: only where no other quote or backslash leaves a doubt about what a quote means. */
function asJsonText(text: string): string {
  if (/["\\]/.test(text)) return text
  return text.replace(
    /'[^']*'|\b(?:True|False|None)\b/g,
    token => PYTHON_LITERALS.get(token) ?? token.replaceAll("'", '"'),
  )
}

/** JSON.parse silently drops repeated keys and digits; then the text was not what it seemed. */
function keepsAll(text: string, parsed: Json): boolean {
  const skeleton = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const colons = skeleton.split(':').length - 1
  return colons === countMembers(parsed) && (skeleton.match(/-?\d[\d.eE+-]*/g) ?? []).every(isExact)
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, member: Json) => sum + countMembers(member), 0)
  return isJsonList(value) ? inner : inner + Object.keys(value).length
}

/** Text that could be a list by itself, in brackets or with commas, is not surely one value. */
const MAYBE_LIST = /^\s*[[{]|[,;\n]/

/** A single value where a list of such values is wanted. */
export function asListItem(value: Json, schema: JsonObject): Json | undefined {
  if (value === null || typeof value === 'object' || schema.items === undefined || !wants(schema, 'array'))
    return undefined
  return typeof value === 'string' && MAYBE_LIST.test(value) ? undefined : value
}
