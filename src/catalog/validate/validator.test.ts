import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../core/index.ts'
import { createValidatorCache } from '../validator-cache.ts'
import { type Compiler, createCompiler } from './compile.ts'
import { problemsMessage } from './problem.ts'
import { HOT_AFTER_USES, type Validator, createValidator } from './validator.ts'

function validatorOf(schema: JsonObject): Validator {
  const prepared = createValidatorCache().prepare(schema)
  if (!prepared.ok) throw new Error(prepared.error.message)
  return prepared.value.validator
}
const explain = (schema: JsonObject, value: Json): string => problemsMessage(validatorOf(schema).explain(value))
const property = (x: Json): JsonObject => ({ type: 'object', properties: { x } })

describe('what a model reads names the place, the value and the fix', () => {
  test.each<[JsonObject, Json, string]>([
    [property({ type: 'integer' }), { x: 'ten' }, '"x" must be a whole number, got "ten". Send a whole number.'],
    [property({ type: ['string', 'null'] }), { x: 7 }, '"x" must be a string or null, got 7. Send a string or null.'],
    [{ properties: { path: { type: 'string' } }, required: ['path'] }, {}, '"path" is required. Add it as a string.'],
    [{ properties: { m: { enum: ['a', 'b'] } }, required: ['m'] }, {}, '"m" is required. Add it as one of "a", "b".'],
    [
      { properties: { p: { $ref: '#/$defs/p' } }, required: ['p'], $defs: { p: { type: 'array' } } },
      {},
      '"p" is required. Add it as a list.',
    ],
    [
      property({ enum: ['low', 'high'] }),
      { x: 'mid' },
      '"x" must be one of "low", "high", got "mid". Send one of "low", "high".',
    ],
    [property({ const: 'v1' }), { x: 'v2' }, '"x" must be "v1", got "v2". Send "v1".'],
    [property({ minimum: 1 }), { x: 0 }, '"x" must be a number of at least 1, got 0. Send a number of at least 1.'],
    [property({ exclusiveMaximum: 5 }), { x: 5 }, '"x" must be a number below 5, got 5. Send a number below 5.'],
    [property({ multipleOf: 5 }), { x: 3 }, '"x" must be a multiple of 5, got 3. Send a multiple of 5.'],
    [
      property({ minLength: 1 }),
      { x: '' },
      '"x" must be a string of at least 1 character, got "". Send a string of at least 1 character.',
    ],
    [
      property({ pattern: '^[a-z]+$' }),
      { x: 'A' },
      '"x" must be a string that matches ^[a-z]+$, got "A". Send a string that matches ^[a-z]+$.',
    ],
    [
      property({ items: { items: { type: 'integer' } } }),
      { x: [[1], [2, 'b']] },
      '"x[1][1]" must be a whole number, got "b". Send a whole number.',
    ],
    [
      property({ properties: { tags: { items: { type: 'string' } } } }),
      { x: { tags: ['a', 'b', 3] } },
      '"x.tags[2]" must be a string, got 3. Send a string.',
    ],
    [
      property({ minItems: 2 }),
      { x: [1] },
      '"x" must be a list of at least 2 items, got [1]. Send a list of at least 2 items.',
    ],
    [
      property({ uniqueItems: true }),
      { x: [1, 1] },
      '"x" must be a list without repeated items, got [1,1]. Send a list without repeated items.',
    ],
    [
      property({ properties: { name: {} }, additionalProperties: false }),
      { x: { nam: 1 } },
      '"x.nam" is not a parameter. Parameters: name. Did you mean "name"?',
    ],
    [property(false), { x: 1 }, '"x" must be left out, got 1. Leave it out.'],
    [
      property({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      { x: [] },
      '"x" must be a string or a whole number, got []. Send a string or a whole number.',
    ],
    [
      property({ anyOf: [{ type: 'object', required: ['id'] }, { type: 'null' }] }),
      { x: {} },
      '"x.id" is required. Add it as a value.',
    ],
    [
      property({ oneOf: [{ minimum: 1 }, { minimum: 2 }] }),
      { x: 3 },
      '"x" must be exactly one of a value, got 3. Send exactly one of a value.',
    ],
    [
      property({ not: { type: 'string' } }),
      { x: 'a' },
      '"x" must be anything but a string, got "a". Send anything but a string.',
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '"b" is required. Add it as a value, since "a" is given.'],
    [
      { minProperties: 1 },
      {},
      'The arguments must be an object with at least 1 member, got {}. Send an object with at least 1 member.',
    ],
  ])('%j with %j', (schema, value, message) => {
    expect(explain(schema, value)).toBe(message)
  })

  test('long values are cut, and no half character remains', () => {
    const message = explain(property({ type: 'integer' }), { x: `${'a'.repeat(59)}😀${'b'.repeat(1_000)}` })
    expect(message.length).toBeLessThan(180)
    expect(message.isWellFormed()).toBe(true)
  })

  test('three problems are shown, the others counted', () => {
    const schema = { properties: Object.fromEntries('abcde'.split('').map(name => [name, { type: 'string' }])) }
    expect(explain(schema, { a: 1, b: 2, c: 3, d: 4, e: 5 })).toBe(
      '"a" must be a string, got 1. Send a string. "b" must be a string, got 2. Send a string. "c" must be a string, got 3. Send a string. And 2 more.',
    )
  })

  test('problems are bounded however many there are', () => {
    expect(
      validatorOf(property({ items: { type: 'string' } })).explain({ x: Array.from({ length: 500 }).fill(1) as Json })
        .length,
    ).toBe(10)
  })

  test('what is accepted has no problems', () => {
    expect(validatorOf(property({ type: 'string' })).explain({ x: 'a' })).toEqual([])
  })
})

describe('schemas that only the compiler can judge', () => {
  const schema: JsonObject = {
    type: 'object',
    allOf: [{ properties: { a: { type: 'string' } } }],
    properties: {
      b: { type: 'integer', minimum: 3 },
      pair: { prefixItems: [{ type: 'string' }], unevaluatedItems: false, minItems: 1 },
    },
    unevaluatedProperties: false,
  }

  test('accept and refuse by the same rules', () => {
    const validator = validatorOf(schema)
    expect([{ a: 'x', b: 3 }, {}, { pair: ['a'] }].map(value => validator.accepts(value))).toEqual([true, true, true])
    expect([{ c: 1 }, { a: 1 }, { pair: ['a', 'b'] }, { b: 2 }].map(value => validator.accepts(value))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('are not fooled where ajv skips what stands beside prefixItems', () => {
    const fooled = {
      properties: { pair: { if: { prefixItems: [{ type: 'string' }], contains: { type: 'string' } }, else: false } },
      unevaluatedProperties: false,
    }
    expect(createCompiler().compile(fooled)?.accepts({ pair: [] })).toBe(true)
    expect(validatorOf(fooled).accepts({ pair: [] })).toBe(false)
  })

  test.each<[Json, string]>([
    [{ c: 1 }, '"c" is not a parameter. Parameters: b, pair.'],
    [{ b: 2 }, '"b" must be a number of at least 3, got 2. Send a number of at least 3.'],
    [
      { pair: ['a', 'b'] },
      '"pair" must be what "unevaluatedItems" of its schema allows, got ["a","b"]. Send what "unevaluatedItems" of its schema allows.',
    ],
  ])('explain %j in the same words', (value, message) => {
    expect(explain(schema, value)).toBe(message)
  })
})

describe('hot schemas', () => {
  const schema = property({ type: 'string' })
  const counting = (): { compiler: Compiler; compiled: () => number } => {
    let count = 0
    const real = createCompiler()
    return {
      compiled: () => count,
      compiler: {
        compile: source => {
          count += 1
          return real.compile(source)
        },
      },
    }
  }

  test('are compiled once, and answer as before', () => {
    const { compiler, compiled } = counting()
    const validator = createValidator({ schema, compiler, compilable: true })
    for (let use = 1; use < HOT_AFTER_USES; use += 1) validator.accepts({ x: 'a' })
    expect(compiled()).toBe(0)
    const answers = Array.from({ length: 10 }, () => [validator.accepts({ x: 'a' }), validator.accepts({ x: 1 })])
    expect(answers).toEqual(Array.from({ length: 10 }, () => [true, false]))
    expect(compiled()).toBe(1)
  })

  test('that must not be compiled never are', () => {
    const { compiler, compiled } = counting()
    const validator = createValidator({ schema, compiler, compilable: false })
    for (let use = 0; use < HOT_AFTER_USES + 10; use += 1) expect(validator.accepts({ x: 1 })).toBe(false)
    expect(compiled()).toBe(0)
  })

  test('that cannot be compiled stay interpreted', () => {
    const validator = createValidator({ schema, compiler: { compile: () => undefined }, compilable: true })
    for (let use = 0; use < HOT_AFTER_USES + 10; use += 1) expect(validator.accepts({ x: 1 })).toBe(false)
  })

  test('two schemas with one $id can be compiled by one compiler', () => {
    const compiler = createCompiler()
    const first = compiler.compile({ $id: 'https://example.com/same', type: 'object' })
    const second = compiler.compile({ $id: 'https://example.com/same', type: 'array' })
    expect([first?.accepts({}), second?.accepts({}), second?.accepts([])]).toEqual([true, false, true])
  })
})

test('a recursive schema that tries everything twice gives up and refuses, even under not', () => {
  const again = { properties: { x: { $ref: '#/$defs/s' } }, allOf: [false] }
  const $defs = { s: { anyOf: [again, again] } }
  const deep = Array.from({ length: 60 }).reduce<JsonObject>(value => ({ x: value }), {})
  expect(validatorOf({ $defs, properties: { x: { $ref: '#/$defs/s' } } }).accepts(deep)).toBe(false)
  expect(validatorOf({ $defs, properties: { x: { not: { $ref: '#/$defs/s' } } } }).accepts(deep)).toBe(false)
})

test('keys named like inherited members do not trip the compiled check', () => {
  const compiled = createCompiler().compile({ enum: [{ valueOf: 1, toString: 2 }] })
  expect([compiled?.accepts({ toString: 2, valueOf: 1 }), compiled?.accepts({ valueOf: 1 })]).toEqual([true, false])
})
