import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { grammarSafe, isGrammarPattern } from './grammar-safe.ts'

const ANYTHING = { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] }

/** The form that one parameter gets. */
const parameter = (schema: JsonObject | boolean): unknown => {
  const safe = grammarSafe({ type: 'object', properties: { at: schema }, additionalProperties: false })
  return (safe.properties as JsonObject).at
}

describe('words that a grammar cannot hold', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'annotations and formats go',
      { type: 'string', description: 'x', default: 'a', format: 'date' },
      { type: 'string' },
    ],
    [
      'lengths stay if they can be counted',
      { type: 'string', minLength: 1, maxLength: 20 },
      { type: 'string', minLength: 1, maxLength: 20 },
    ],
    ['lengths that would need thousands of rules go', { type: 'string', maxLength: 5000 }, { type: 'string' }],
    [
      'bounds of integers become inclusive whole numbers',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9.5 },
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    ['bounds of other numbers go', { type: 'number', minimum: 0.5, multipleOf: 0.5 }, { type: 'number' }],
    [
      'conditions and uniqueness go',
      { type: 'array', items: { type: 'string' }, uniqueItems: true, contains: { const: 'a' }, not: { maxItems: 0 } },
      { type: 'array', items: { type: 'string' } },
    ],
    [
      'positions become kinds',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, maxItems: 2 },
    ],
    [
      'patterns of keys become plain unlisted keys',
      { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    ],
    ['nullable becomes a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['a value without a type may be anything', { description: 'whatever' }, ANYTHING],
  ])('%s', (_rule, schema, safe) => {
    expect(parameter(schema)).toEqual(safe)
  })

  test('true means anything, false means that the key cannot be sent', () => {
    expect(parameter(true)).toEqual(ANYTHING)
    expect(parameter(false)).toBeUndefined()
  })

  test('with unusual names beside them, unlisted keys cannot be sent', () => {
    expect(
      parameter({ type: 'object', properties: { 'a]b': { type: 'string' } }, additionalProperties: true }),
    ).toEqual({
      type: 'object',
      properties: { 'a]b': { type: 'string' } },
      additionalProperties: false,
    })
  })
})

describe('parts that judge the same value', () => {
  const base = {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  }

  test('what stands beside a union moves into each of its branches', () => {
    const safe = grammarSafe({
      ...base,
      properties: { text: { type: 'string' }, user: true, room: true },
      oneOf: [{ properties: { user: { type: 'string' } }, required: ['user'] }, { required: ['room'] }],
    })
    expect(safe).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { text: { type: 'string' }, user: { type: 'string' } },
          required: ['text', 'user'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { text: { type: 'string' }, room: ANYTHING },
          required: ['text', 'room'],
          additionalProperties: false,
        },
      ],
    })
  })

  test('allOf is folded into one object', () => {
    expect(grammarSafe({ allOf: [base, { properties: { user: { type: 'string' } }, required: ['user'] }] })).toEqual({
      type: 'object',
      properties: { text: { type: 'string' }, user: { type: 'string' } },
      required: ['text', 'user'],
      additionalProperties: false,
    })
  })

  test('a branch that nothing fits is left out', () => {
    expect(parameter({ anyOf: [false, { type: 'string' }] })).toEqual({ type: 'string' })
  })
})

describe('references', () => {
  test('are replaced by what they lead to, a loop by anything', () => {
    const safe = grammarSafe({
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false } },
    })
    expect(safe).toEqual({
      type: 'object',
      properties: { root: { type: 'object', properties: { next: ANYTHING }, additionalProperties: false } },
    })
  })

  test('that double with every level are cut before they fill the memory', () => {
    const levels = Array.from({ length: 40 }, (_level, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` }
      return [`d${at}`, { type: 'object', properties: { a: next, b: next } }] as const
    })
    const safe = grammarSafe({
      type: 'object',
      properties: { at: { $ref: '#/$defs/d0' } },
      $defs: { ...Object.fromEntries(levels), d40: { type: 'string' } },
    })
    expect(JSON.stringify(safe).length).toBeLessThan(2_000_000)
  })
})

test.each(['^[a-z0-9-]+$', '^rcpt_[0-9a-f]{24}$', '^(open|closed)$', String.raw`^v1\.[0-9]+$`])(
  'the pattern %s stays',
  pattern => {
    expect(isGrammarPattern(pattern)).toBe(true)
    expect(parameter({ type: 'string', pattern })).toEqual({ type: 'string', pattern })
  },
)

test.each([
  '[a-z]+',
  '^.*$',
  '^[^,]+$',
  '^[A-z]+$',
  '^[ -~]+$',
  String.raw`^\d+$`,
  '^a|b$',
  '^(?=a)a$',
  '^[a-z]{1,4000}$',
  '^(a',
])('the pattern %s goes', pattern => {
  expect(isGrammarPattern(pattern)).toBe(false)
})
