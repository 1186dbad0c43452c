import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryWords, searchedWords, indexWords } from './words.ts'

test.each([
  ['The quick-brown fox!', ['the', 'quick', 'brown', 'fox']],
  ['Café CAFÉ cafe\u0301', ['cafe', 'cafe', 'cafe']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['file_reader.ts 3.5', ['file', 'reader', 'ts', '3', '5']],
  ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
  ['abc犬def', ['abc', '犬', 'def']],
  ['हिन्दी शब्द', ['हिन्दी', 'शब्द']],
  ['한국어 텍스트', ['한국어', '텍스트']],
  ['Ёлка и йод', ['елка', 'и', 'иод']],
  ['ﬁne ２０', ['fine', '20']],
  ['"a" * NEAR(b, c) -d ^e', ['a', 'near', 'b', 'c', 'd', 'e']],
  ['😀 \0 \ud800 —', []],
])('%s is made of its words', (text, words) => {
  expect(indexWords(text)).toEqual(words)
})

test('words hold letters, digits and marks only, so none can be an operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(indexWords(text).filter(word => !/^[\p{L}\p{N}\p{M}]+$/u.test(word))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a word that is too long is cut alike wherever it stands', () => {
  expect(indexWords('x'.repeat(1_000))).toEqual(indexWords('x'.repeat(64)))
  expect(indexWords('𝛀'.repeat(100)).every(word => word.isWellFormed())).toBe(true)
})

test('a query asks for each word once, and for no more than it can bear', () => {
  expect(queryWords('Dog dog DOG cat')).toEqual(['dog', 'cat'])
  expect(queryWords(Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' '))).toHaveLength(256)
})

test('strings in the fields are searched at any depth', () => {
  expect(searchedWords('text', { title: 'One', tags: ['two', { deep: 'three' }], n: 4, no: null })).toEqual([
    'text',
    'one',
    'two',
    'three',
  ])
})
