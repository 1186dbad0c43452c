import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildKeywordAutomaton } from './keyword-automaton.ts'

function found(keywords: readonly string[], text: string): readonly string[] {
  const hits: string[] = []
  buildKeywordAutomaton(keywords).scan(text, (keyword, end) =>
    hits.push(`${keywords[keyword]}@${end - (keywords[keyword]?.length ?? 0)}`),
  )
  return hits.toSorted()
}

function searched(keywords: readonly string[], text: string): readonly string[] {
  const hits: string[] = []
  for (const keyword of keywords)
    for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) hits.push(`${keyword}@${at}`)
  return hits.toSorted()
}

test('finds what a search for each keyword finds, overlaps and parts included', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '1'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '1', ' ') }),
      (keywords, text) => {
        expect(found(keywords, text)).toEqual(searched(keywords, text))
      },
    ),
    { seed: 1975, numRuns: 800 },
  )
})

test('makes no difference between capital and small letters', () => {
  expect(found(['akia', 'kia1'], 'xAKIA1 aKiA')).toEqual(['akia@1', 'akia@7', 'kia1@2'])
})

test('begins every text anew', () => {
  const hits: number[] = []
  const automaton = buildKeywordAutomaton(['abc'])
  for (const text of ['ab', 'c', 'abc']) automaton.scan(text, (_, end) => hits.push(end))
  expect(hits).toEqual([3])
})

test('without keywords finds nothing', () => {
  expect(found([], 'anything')).toEqual([])
})
