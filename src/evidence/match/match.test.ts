import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPassages } from './find-passages.ts'
import { findQuote, isTelling, readQuote } from './find-quote.ts'
import { foldText } from './fold.ts'
import { searchFolded } from './search-folded.ts'
import { createLineCounter, linesOf } from './line-counter.ts'

const found = (text: string, words: string): readonly string[] =>
  [...findQuote(text, readQuote(words))].map(([start, end]) => text.slice(start, end))

test.each([
  ['He  also\n held the RAIL.', 'he also held the rail'],
  ['wrote *B. Lund*, same as I do', 'wrote B. Lund, same as I do'],
  ['"That way," I said. "Two miles."', '“That way,” I said. ‘Two miles.’'],
  ["and it's a long way", 'it’s a long way'],
  ['- Afraid of heights.\n- Reads every column', 'Afraid of heights. Reads every column'],
  ['> quoted\n> over lines', 'quoted over lines'],
  ['## Scene 3: The Harbour Office', '# Scene 3: The Harbour Office'],
  ['twenty\u2011six years — or so', 'twenty-six years - or so'],
  ['Привет, мир', 'привет, МИР'],
  ['sunset to sunrise and more', 'sunset to sunrise.'],
  ['The sea was -5 degrees cold.', 'The sea was \u22125 degrees cold'],
  ['from 3 to 5. Then 1,000 more: 7', 'to 5. Then 1,000 more: 7'],
  ['if (count > limit) return total * price', 'if (count > limit) return total * price'],
  ['one\n* two\n  * **three** four', 'one two three four'],
  ['> > quoted\n> > twice', 'quoted twice'],
  ['Will you marry me, Anna? Yes.', 'Will you marry me, Anna?'],
  ['Will you marry me, Anna? Yes.', 'Will you marry me, …'],
  ['Will you marry me, Anna? Yes.', 'Will you marry me, Anna...'],
])('white space, quote marks, emphasis and case do not count: %j holds %j', (text, words) => {
  expect(found(text, words)).toHaveLength(1)
})

test.each([
  ['He timed it four times', 'He timed it four time'],
  ['the lighthouse stands', 'the light'],
  ['High water 4.40', 'water 4.4'],
  ['He ate a second.', 'He ate a third.'],
  ['left-handed', 'left handed'],
  ['a snake_case name', 'a snake case name'],
  ['ten thousand', 'tenthousand'],
  ['foo**"bar', 'foobar'],
  ['Sales rose by 3.5 percent.', 'Sales rose by 3'],
  ['3.5 percent growth in May', '5 percent growth in May'],
  ['It costs 5,000 euros.', 'It costs 5'],
  ['see version 1.2.3', 'see version 1.2'],
  ['At 12:30 it rang.', 'At 12'],
  ['The sea was -5 degrees cold.', 'The sea was 5 degrees cold'],
  ['The sea was \u22125 degrees cold.', '5 degrees cold'],
  ['if (count > limit) return total', 'if (count - limit) return total'],
  ['if (count - limit) return total', 'if (count > limit) return total'],
  ['total * price', 'total > price'],
  ['the total * price', 'the total price'],
  ['Will you marry me, Anna? Yes.', 'Will you marry me, Anna.'],
  ['“Come **here!**” she said.', 'Come here.'],
])('a word more, less or other is no quote: %j does not hold %j', (text, words) => {
  expect(found(text, words)).toEqual([])
})

test('an ellipsis joins parts in order, not across a page and not the other way round', () => {
  const text = `one two three. ${'filler '.repeat(20)}four five six. ${'filler '.repeat(400)}seven eight nine.`
  expect(found(text, 'one two … five six')).toHaveLength(1)
  expect(found(text, 'one two [...] five six ...')).toHaveLength(1)
  expect(found(text, 'four five … one two')).toEqual([])
  expect(found(text, 'four five … seven eight')).toEqual([])
})

test('a single short word tells nothing, nor do loose words joined by an ellipsis', () => {
  expect(['the', 'Hal', '…', 'Hal … died'].map(words => isTelling(readQuote(words)))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(['Likes?', 'I was twelve', 'He ate … a third'].map(words => isTelling(readQuote(words)))).toEqual([
    true,
    true,
    true,
  ])
})

test('the quick way and the thorough way find the same places', () => {
  const piece = fc.constantFrom('aab', 'Aab', 'b', ' ', '\n', '*', '"', "'", '-', '_', 'ä', '.', 'aa', '—', '\u200b')
  const text = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''))
  fc.assert(
    fc.property(text, text, text, (words, before, after) => {
      const haystack = `${before} ${words} ${after}`
      const pattern = foldText(words)
      const thorough = pattern.length === 0 ? [] : [...searchFolded(haystack, pattern)]
      expect([...findPassages(haystack, pattern)].toSorted(([a], [b]) => a - b)).toEqual(thorough)
      expect(thorough.length).toBeGreaterThanOrEqual(pattern.length === 0 || !/^[a-zä]/i.test(words.trim()) ? 0 : 1)
    }),
    { numRuns: 500 },
  )
})

test('a text full of near misses takes time in proportion to its length', () => {
  const pattern = foldText(`${'ab '.repeat(300)}abc`)
  const took = [20_000, 200_000].map(count => {
    const text = 'ab '.repeat(count)
    const started = performance.now()
    expect([...findPassages(text, pattern)]).toEqual([])
    return performance.now() - started
  })
  expect(took[1]).toBeLessThan(Math.max(400, 40 * (took[0] ?? 0)))
})

test('lines are counted from one, whatever the order in which they are asked for', () => {
  const text = 'one\ntwo\n\nfour'
  const line = createLineCounter(text)
  expect([0, 4, 8, 9, 1].map(line)).toEqual([1, 2, 3, 4, 1])
  expect(linesOf(text, [2, 4])).toBe('two\n\nfour')
  expect(linesOf(text, [3, 3])).toBe('')
  expect(linesOf(text, [5, 5])).toBeUndefined()
  expect(linesOf('one\n', [2, 2])).toBeUndefined()
})
