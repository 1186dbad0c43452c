import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonObject, StorageFailure } from '../core/index.ts'
import { readJson, writeJson } from './stored-json.ts'

const evilKey = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\\\', '\n', '\0', '__proto__', '*', '0', 'toString'),
)
const { object: anyObject } = fc.letrec<{ value: JsonObject[string]; object: JsonObject }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(evilKey, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))

test('what is written comes back the same, whatever its keys are', () => {
  fc.assert(
    fc.property(anyObject, value => {
      const back = readJson(writeJson(value))
      expect(back).toEqual(value)
      expect(JSON.stringify(back)).toBe(JSON.stringify(value))
    }),
    { numRuns: 1_000 },
  )
})

test('no key is ever written with an escape', () => {
  fc.assert(
    fc.property(anyObject, value => {
      const text = writeJson(value)
      if (!text.startsWith('*')) expect(text).not.toMatch(/[{,]"(?:[^"\\]|\\.)*?\\(?:[^"\\]|\\.)*":/)
    }),
    { numRuns: 1_000 },
  )
})

test('half a character in a value is kept, and a member without a value is left out', () => {
  expect(readJson(writeJson({ half: '\ud800', '"': '\udc00' }))).toEqual({ half: '\ud800', '"': '\udc00' })
  const partly = { a: 1, b: undefined, '\n': undefined } as unknown as JsonObject
  expect(readJson(writeJson(partly))).toEqual({ a: 1 })
})

test.each([{ n: Number.NaN }, { deep: [{ n: Number.POSITIVE_INFINITY }] }, { '"': Number.NaN }])(
  'a number without JSON form is refused: %o',
  value => {
    expect(() => writeJson(value)).toThrow(TypeError)
  },
)

test.each(['', 'nonsense', '[]', '"text"', 'null', '*', '*0', '*[0]', '*{'])(
  'damaged text is a failure, never a value: %s',
  text => {
    expect(() => readJson(text)).toThrow(StorageFailure)
  },
)
