import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { callSlices } from './call-slices.ts'

test.each([
  ['Sure! {"name":"look","args":{}} Done.', 'look', ['{"name":"look","args":{}}']],
  ['```json\n{"tool":"look"}\n```', 'look', ['{"tool":"look"}']],
  ['look(at="x")', 'look', ['look(at="x")']],
  ['[look(at="x"), look(at="y")]', 'look', ['[look(at="x"), look(at="y")]']],
  ['{"a":1} and {"name":"look","text":"} {"}', 'look', ['{"name":"look","text":"} {"}']],
  ['I would look at it.', 'look', []],
])('%s', (raw, name, expected) => {
  expect(callSlices(raw, [name]).map(({ start, end }) => raw.slice(start, end))).toEqual(expected)
})

test('whatever a model wrote, slices lie inside it, in order, and never overlap', () => {
  const pieces = array(constantFrom('{', '}', '[', ']', '(', ')', '"', '\\', 'look', ' ', 'x', '\n'), { maxLength: 60 })
  assert(
    property(pieces, string(), (parts, more) => {
      const raw = parts.join('') + more
      let last = 0
      for (const { start, end } of callSlices(raw, ['look', 'x', ''])) {
        expect(start >= last && end > start && end <= raw.length).toBe(true)
        last = end
      }
    }),
    { numRuns: 2_000 },
  )
})
