import { type Json, type JsonObject, canonicalJson, isJsonList } from '../../core/index.ts'
import { stringItems } from '../json-list.ts'
import { type Check, reject } from './check.ts'
import { enumExpectation, typeExpectation } from './expectation.ts'
import { compilePattern } from './pattern.ts'
import { amount } from './problem.ts'

const TYPE_TESTS: ReadonlyMap<string, (value: Json) => boolean> = new Map<string, (value: Json) => boolean>([
  ['string', value => typeof value === 'string'],
  ['integer', value => Number.isInteger(value)],
  ['number', value => typeof value === 'number'],
  ['boolean', value => typeof value === 'boolean'],
  ['array', value => Array.isArray(value)],
  ['object', value => typeof value === 'object' && value !== null && !Array.isArray(value)],
  ['null', value => value === null],
])

/** The types a schema names; `nullable` is OpenAPI's way to say `null`. */
export function typeNames({ type, nullable }: JsonObject): readonly string[] {
  const names = typeof type === 'string' ? [type] : stringItems(type)
  return nullable === true && names.length > 0 ? [...names, 'null'] : names
}

/** One check for each type, shared by all schemas: there are thousands of parameters and seven types. */
const TYPE_CHECKS: ReadonlyMap<string, Check> = new Map(
  [...TYPE_TESTS].map(([name, test]) => [
    name,
    (value, run) => test(value) || reject(run, value, typeExpectation([name])),
  ]),
)

export function typeCheck(schema: JsonObject): Check | undefined {
  const names = typeNames(schema)
  if (names.length === 0) return undefined
  const shared = names.length === 1 ? TYPE_CHECKS.get(names.join('')) : undefined
  if (shared) return shared
  const tests = names.map(name => TYPE_TESTS.get(name) ?? (() => false))
  return (value, run) => tests.some(test => test(value)) || reject(run, value, typeExpectation(names))
}

/** Equality as JSON Schema means it, by lookup instead of comparison. */
export function memberOf(values: readonly Json[]): (value: Json) => boolean {
  const scalars = new Set(values.filter(value => typeof value !== 'object' || value === null))
  const shapes = new Set(values.filter(value => typeof value === 'object' && value !== null).map(canonicalJson))
  return value =>
    typeof value !== 'object' || value === null
      ? scalars.has(value)
      : shapes.size > 0 && shapes.has(canonicalJson(value))
}

const oneOf = (values: readonly Json[]): Check => {
  const has = memberOf(values)
  return (value, run) => has(value) || reject(run, value, enumExpectation(values))
}

export const enumCheck = ({ enum: values }: JsonObject): Check | undefined =>
  isJsonList(values) ? oneOf(values) : undefined

export const constCheck = ({ const: wanted }: JsonObject): Check | undefined =>
  wanted === undefined ? undefined : oneOf([wanted])

type Bound = { readonly holds: (value: number, limit: number) => boolean; readonly words: (limit: number) => string }

const NUMBER_BOUNDS: readonly (readonly [string, Bound])[] = [
  ['minimum', { holds: (value, limit) => value >= limit, words: limit => `a number of at least ${limit}` }],
  ['maximum', { holds: (value, limit) => value <= limit, words: limit => `a number of at most ${limit}` }],
  ['exclusiveMinimum', { holds: (value, limit) => value > limit, words: limit => `a number above ${limit}` }],
  ['exclusiveMaximum', { holds: (value, limit) => value < limit, words: limit => `a number below ${limit}` }],
  ['multipleOf', { holds: isMultiple, words: limit => `a multiple of ${limit}` }],
]

/** 0.3 is a multiple of 0.1, although their quotient is 2.9999999999999996. */
export function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return (
    Number.isInteger(quotient) || Math.abs(Math.round(quotient) - quotient) < Number.EPSILON * Math.abs(quotient) * 2
  )
}

export function numberCheck(schema: JsonObject): Check | undefined {
  const bounds = NUMBER_BOUNDS.flatMap(([keyword, bound]) => {
    const limit = schema[keyword]
    return typeof limit === 'number' ? [{ ...bound, limit }] : []
  })
  if (bounds.length === 0) return undefined
  return (value, run) => {
    if (typeof value !== 'number') return true
    for (const { holds, limit, words } of bounds) if (!holds(value, limit)) return reject(run, value, words(limit))
    return true
  }
}

export function stringCheck({ minLength, maxLength, pattern }: JsonObject): Check | undefined {
  const shortest = typeof minLength === 'number' ? minLength : 0
  const longest = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const source = typeof pattern === 'string' ? pattern : ''
  const matcher = source === '' ? undefined : compilePattern(source)
  if (shortest === 0 && longest === Number.POSITIVE_INFINITY && !matcher) return undefined
  return (value, run) => {
    if (typeof value !== 'string') return true
    if (isShorter(value, shortest)) return reject(run, value, `a string of at least ${amount(shortest, 'character')}`)
    if (isLonger(value, longest)) return reject(run, value, `a string of at most ${amount(longest, 'character')}`)
    return !matcher || matcher.test(value) || reject(run, value, `a string that matches ${source}`)
  }
}

/** Lengths count code points, so code units settle all but the close cases. */
const isShorter = (text: string, limit: number): boolean =>
  text.length < limit || (text.length < 2 * limit && codePoints(text) < limit)

const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || codePoints(text) > limit)

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
