import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findText, withoutOverlaps } from './find-text.ts'

function naive(text: string, part: string): readonly number[] {
  return Array.from({ length: text.length }, (_, at) => at).filter(at => part !== '' && text.startsWith(part, at))
}

test('every place is found, for short and for long passages', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 })
  fc.assert(
    fc.property(letters, letters, fc.constantFrom(1, 200), (text, part, times) => {
      const [whole, sought] = [text.repeat(times), part.repeat(times)]
      expect(findText(whole, sought, Number.POSITIVE_INFINITY)).toEqual(naive(whole, sought))
    }),
    { numRuns: 300 },
  )
})

test('the search ends when enough is found', () => {
  expect(findText('a'.repeat(1_000), 'a', 3)).toEqual([0, 1, 2])
  expect(findText('a'.repeat(1_000), 'a'.repeat(300), 2)).toEqual([0, 1])
})

test('places that overlap an earlier one are left out', () => {
  expect(withoutOverlaps([0, 1, 2, 5, 6], 2)).toEqual([0, 2, 5])
})
