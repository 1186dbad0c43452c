import { expect, test } from 'vitest'
import { mayCite } from './may-cite.ts'

test.each([
  ["It's Node.js, isn't it? The keepers' lamp is lit. 5 > 3.", false],
  ['The evidence is weak, and I keep no receipt.', false],
  ['It stands in notes.md:1.', false],
  ['Evidence: x', true],
  ['**Evidence**', true],
  ['Evi\u{200b}dence: x', true],
  ['See rcpt_12.', true],
  ['I looked (RCPT_ABCDEF12).', true],
  ['> a block', true],
  ['He said "so it is.', true],
  ['He has a "word" for it.', true],
  ['- "so it is"', true],
  ["He writes 'so it is' (notes.md:1).", true],
  ['He writes ‘so it is’ (notes.md:1).', true],
  ['Er schreibt »so ist es« (notes.md:1).', true],
  ['Er schreibt „so ist es“ (notes.md:1).', true],
  ['Il écrit ‹so it is› (notes.md:1).', true],
  ['「so it is」(notes.md:1)', true],
  ['It has "all is built" (Makefile:1).', true],
])('people wait from the first sign of a citation on: %s', (text, expected) => {
  expect(mayCite(text)).toBe(expected)
})
