import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

const letters = fc.constantFrom('a', 'b', 'c', ' ', "'", 'é', 'İ', 'ſ', '\u{1f600}')
const words = fc.array(fc.stringMatching(/^[abc ']{2,5}$/), { minLength: 1, maxLength: 6 })
const tables = fc.array(fc.option(words, { nil: undefined }), { maxLength: 8 })
const texts = fc.array(letters, { maxLength: 24 }).map(all => all.join(''))

test('those are found whose words stand in the text in any case, and those that need none', () => {
  fc.assert(
    fc.property(tables, fc.array(texts, { minLength: 1, maxLength: 4 }), (table, said) => {
      const search = searchWords(table.map((needed, each) => ({ each, words: needed })))
      for (const text of [...said, ...said.map(each => each.toUpperCase())]) {
        const expected = table.flatMap((needed, each) =>
          needed?.some(word => text.toLowerCase().includes(word)) === false ? [] : [each],
        )
        expect(search(text)).toEqual(expected)
      }
    }),
  )
})

test('a text that is longer than any sentence is read to its end', () => {
  const search = searchWords([
    { each: 'end', words: ['lighthouse'] },
    { each: 'none', words: ['harbour'] },
  ])
  expect(search(`${'x'.repeat(10_000)} Lighthouse`)).toEqual(['end'])
  expect(search('Lighthouse')).toEqual(['end'])
})
