import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../core/index.ts'
import { plainJson } from '../../executors/index.ts'
import { isJsonValue } from './is-json-value.ts'

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
})

test('what is plain is what a copy by way of JSON leaves as it is, whatever it is', () => {
  fc.assert(
    fc.property(anything, value => {
      if (!isJsonValue(value)) return
      expect(JSON.stringify(plainJson(value as Json))).toBe(JSON.stringify(value))
      expect(plainJson(value as Json)).toEqual(withoutMinusZero(value as Json))
    }),
  )
})

const withoutMinusZero = (value: Json): unknown => JSON.parse(JSON.stringify(value))

test.each<unknown>([
  undefined,
  Number.NaN,
  '\ud800',
  { a: undefined },
  { '\udc00': 1 },
  [1n],
  new Date(0),
  new Map(),
  () => 1,
  { toJSON: () => 1 },
  Array.from({ length: 2 }),
])('%s is not plain', value => {
  expect(isJsonValue(value)).toBe(false)
})

test('what holds itself is not plain', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(isJsonValue(cycle)).toBe(false)
})

test('what anybody may parse is plain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(isJsonValue(JSON.parse(JSON.stringify(value)))).toBe(true)
    }),
  )
})
