import { expect, test } from 'vitest'
import type { Json } from '../../core/index.ts'
import { describeType } from './describe-type.ts'

test.each<[Json, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', pattern: '^[a-z]+$' }, 'string matching ^[a-z]+$'],
  [{ type: 'string', format: 'date' }, 'string (date)'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer 1..9'],
  [{ type: 'number', maximum: 0.5 }, 'number up to 0.5'],
  [{ enum: ['a', 'two words', 3] }, 'a|"two words"|3'],
  [{ const: 'x' }, 'x'],
  [{ type: 'array' }, 'list'],
  [{ type: 'array', items: { type: 'array', items: { type: 'boolean' } } }, 'list of list of boolean'],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
    '{a* string, b integer}',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'integer' }] }, 'string or integer'],
  [{ allOf: [{ type: 'integer' }, { minimum: 2 }] }, 'integer from 2'],
  [{}, 'any'],
  [true, 'any'],
])('%j reads as %s', (schema, words) => {
  expect(describeType(schema)).toBe(words)
})

test('a long enum and a deep object are cut', () => {
  expect(describeType({ enum: Array.from({ length: 30 }, (_value, at) => at) })).toMatch(/\|19\|…$/)
  const deep = {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: {} } } } } },
  }
  expect(describeType(deep)).toBe('{a {b object}}')
})
