import { expect, test } from 'vitest'
import { quoteIn } from './evidence-line.tsx'

test('of a claim, its words in quote marks are looked for in the file', () => {
  expect(quoteIn('"rely on this lighthouse" (x.md:15)')).toBe('rely on this lighthouse')
  expect(quoteIn('“rely on it” in line 3')).toBe('rely on it')
  expect(quoteIn('rely on it')).toBe('rely on it')
})
