import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtQuote } from './split-at-quote.ts'

test('a quote is found whatever its marks, spaces and case', () => {
  const line = '“Does anybody out there *rely* on this lighthouse?” he said.'
  expect(splitAtQuote(line, 'does anybody  out there rely on this lighthouse')).toEqual({
    before: '“',
    quote: 'Does anybody out there *rely* on this lighthouse',
    after: '?” he said.',
  })
})

test('a quote that is not there marks nothing, and one over several lines marks the whole line', () => {
  expect(splitAtQuote('one two', 'three')).toEqual({ before: 'one two', quote: '', after: '' })
  expect(splitAtQuote('one two', 'zero one two three')).toEqual({ before: '', quote: 'one two', after: '' })
})

test('the parts are the line, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 4 }), (line, quote) => {
      const { before, quote: found, after } = splitAtQuote(line, quote)
      expect(before + found + after).toBe(line)
    }),
  )
})
