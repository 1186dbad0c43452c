import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/index.ts'
import { createCatalog } from './registry.ts'

/** One parameter `x`, required unless said otherwise. */
function coerce(
  schema: Json,
  value: Json,
  { required = ['x'], defs = {} }: { required?: string[]; defs?: JsonObject } = {},
) {
  const input = { type: 'object', properties: { x: schema }, required, $defs: defs }
  const context = {
    profile: 'lenient',
    rawSha256: '',
    origin: { phase: 'Executor', agent: 'a' },
    coerce: true,
  } as const
  const result = createCatalog([{ name: 't', input, risk: 'read', capability: 'FileAccess' }]).resolve(
    { name: 't', named: { x: value }, positional: [], dialect: 'json', fixups: [] },
    context,
  )
  return result.ok ? { ...result.value.args, fixups: result.value.reading.fixups } : result.error.code
}
const REFUSED = 'tool_call_invalid_args'
const integer = { type: 'integer' }
const number = { type: 'number' }
const string = { type: 'string' }
const integers = { type: 'array', items: integer }
const strings = { type: 'array', items: string }

describe('conversions without loss', () => {
  test.each<[string, Json, Json, Json]>([
    ['string_to_number', integer, '3', 3],
    ['string_to_number', number, '3.5', 3.5],
    ['string_to_number', number, '-1e3', -1000],
    ['string_to_number', integer, '5.0', 5],
    ['string_to_number', { type: ['integer', 'null'] }, '7', 7],
    ['string_to_number', { enum: [1, 2] }, '2', 2],
    ['string_to_boolean', { type: 'boolean' }, 'True', true],
    ['string_to_boolean', { type: 'boolean' }, 'false', false],
    ['string_to_json', integers, '[1, 3]', [1, 3]],
    ['string_to_json', { type: 'object' }, ' {"a": {"b": [1]}} ', { a: { b: [1] } }],
    ['string_to_json', strings, "['a b', 'c']", ['a b', 'c']],
    ['string_to_json', { type: 'array', items: { type: ['boolean', 'null'] } }, '[True, None]', [true, null]],
    ['string_to_json', { type: 'object' }, "{'a': True, 'None': 'True'}", { a: true, None: 'True' }],
    ['number_to_string', string, 94_103, '94103'],
    ['number_to_string', { type: ['string', 'null'] }, 5, '5'],
    ['scalar_to_list', strings, 'a', ['a']],
    ['scalar_to_list', integers, 3, [3]],
    ['enum_spelling', { type: 'string', enum: ['Celsius', 'Kelvin'] }, ' celsius', 'Celsius'],
    ['enum_spelling', { type: 'string', enum: ['pet_friendly', 'gym'] }, 'pet friendly', 'pet_friendly'],
    ['enum_spelling', { const: 'ON' }, 'on', 'ON'],
  ])('%s: %j takes %j', (fixup, schema, value, expected) => {
    expect(coerce(schema, value)).toEqual({ x: expected, fixups: [fixup] })
  })

  test.each<[string, Json, Json]>([
    ['a unit', integer, '3 km'],
    ['hexadecimal', integer, '0x1'],
    ['nothing', integer, ''],
    ['space', number, ' 3'],
    ['leading zeros', integer, '007'],
    ['a plus', integer, '+5'],
    ['a thousands separator', integer, '1,000'],
    ['a fraction for a whole number', integer, '3.5'],
    ['more digits than a number holds', integer, '12345678901234567890'],
    ['more digits than a fraction holds', number, '0.1234567890123456789'],
    ['infinity', number, '1e999'],
    ['underflow', number, '1e-999'],
    ['NaN', number, 'NaN'],
    ['a word for yes', { type: 'boolean' }, 'yes'],
    ['shouting', { type: 'boolean' }, 'TRUE'],
    ['one for true', { type: 'boolean' }, 1],
    ['true for one', integer, true],
    ['a fraction as text', string, 3.5],
    ['an unsafe number as text', string, 2 ** 53],
    ['true as text', string, true],
    ['a list as its only item', string, ['a']],
    ['a list of one as a number', integer, [3]],
    ['repeated keys', { type: 'object' }, '{"a":1,"a":2}'],
    ['a hidden __proto__', { type: 'object' }, '{"__proto__":1}'],
    ['digits lost within JSON', integers, '[12345678901234567890]'],
    ['broken JSON', integers, '[1, 2'],
    ['an apostrophe within single quotes', strings, "['it's', 'b']"],
    ['quotes of both kinds', strings, `['a', "b"]`],
    ['JSON of the wrong kind', integers, '{"a":1}'],
    ['commas where a list belongs', strings, 'a, b'],
    ['a broken list as one item', strings, '[a'],
    ['a scalar that does not fit the items', integers, 'a'],
    ['a list without items to fit', { type: 'array' }, 'a'],
    ['a near choice', { enum: ['Celsius'] }, 'Celcius'],
    ['a spelling that fits two values', { enum: ['pet_friendly', 'pet-friendly'] }, 'pet friendly'],
    ['a choice that two values match', { enum: ['Ab', 'aB'] }, 'ab'],
    ['null where it is required', string, null],
  ])('%s is not converted', (_why, schema, value) => {
    expect(coerce(schema, value)).toBe(REFUSED)
  })
})

describe('values within values', () => {
  test('members, items, prefixes and references are converted by their own schemas', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { $ref: '#/$defs/numbers' },
        pair: { type: 'array', prefixItems: [integer, { type: 'boolean' }] },
      },
      additionalProperties: { type: 'boolean' },
    }
    const value = { list: ['1', 2, '3'], pair: ['4', 'true'], other: 'false' }
    expect(coerce(schema, value, { defs: { numbers: integers } })).toEqual({
      x: { list: [1, 2, 3], pair: [4, true], other: false },
      fixups: ['string_to_number', 'string_to_boolean'],
    })
  })

  test('what a string held is converted further', () => {
    expect(coerce(integers, '["1", "2"]')).toEqual({ x: [1, 2], fixups: ['string_to_json', 'string_to_number'] })
  })

  test('a branch is taken only if it is the only one that can be', () => {
    expect(coerce({ anyOf: [integer, { type: 'null' }] }, '3')).toEqual({ x: 3, fixups: ['string_to_number'] })
    expect(coerce({ oneOf: [{ type: 'boolean' }, integers] }, 'true')).toEqual({
      x: true,
      fixups: ['string_to_boolean'],
    })
    expect(coerce({ anyOf: [integer, { type: 'number', minimum: 0 }] }, '3')).toBe(REFUSED)
    expect(coerce({ anyOf: [integer, string] }, '3')).toEqual({ x: '3', fixups: [] })
  })

  test('allOf converts through each part', () => {
    expect(coerce({ allOf: [integer, { minimum: 2 }] }, '3')).toEqual({ x: 3, fixups: ['string_to_number'] })
    expect(coerce({ allOf: [integer, { minimum: 5 }] }, '3')).toBe(REFUSED)
  })

  test('null for an optional parameter that cannot be null is left out, at any depth', () => {
    expect(coerce(string, null, { required: [] })).toEqual({ fixups: ['null_is_absent'] })
    expect(coerce({ type: ['string', 'null'] }, null, { required: [] })).toEqual({ x: null, fixups: [] })
    const inner = { type: 'object', properties: { a: string, b: string }, required: ['b'] }
    expect(coerce(inner, { a: null, b: 'x' })).toEqual({ x: { b: 'x' }, fixups: ['null_is_absent'] })
    expect(coerce(inner, { a: 'x', b: null })).toBe(REFUSED)
    expect(coerce({ type: 'array', items: string }, ['a', null])).toBe(REFUSED)
  })

  test('unknown members are neither dropped nor let through', () => {
    const closed = { type: 'object', properties: { a: integer }, additionalProperties: false }
    expect(coerce(closed, { a: '1', b: 2 })).toBe(REFUSED)
  })

  test('branches of branches cost a bounded time', () => {
    const tree = {
      anyOf: [
        { type: 'object', properties: { t: { $ref: '#/$defs/tree' }, a: integer }, required: ['a'] },
        { type: 'object', properties: { t: { $ref: '#/$defs/tree' }, b: integer }, required: ['b'] },
      ],
    }
    const deep = Array.from({ length: 40 }).reduce<Json>(value => ({ t: value }), 'end')
    const started = performance.now()
    expect(coerce({ $ref: '#/$defs/tree' }, deep, { defs: { tree } })).toBe(REFUSED)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

test('a converted value says the same as what was sent', () => {
  const scalar = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map(value => Number(value.toFixed(4)) + 0),
  )
  fc.assert(
    fc.property(scalar, value => {
      const type = typeof value === 'boolean' ? 'boolean' : 'number'
      expect(coerce({ type }, String(value))).toEqual({ x: value, fixups: [`string_to_${type}`] })
    }),
    { numRuns: 300, seed: 4 },
  )
})
