import { expect, test } from 'vitest'
import { manuscript } from '../../../test/evidence-world.ts'
import { readSentences } from '../reply/sentences.ts'
import { linesMeant, placeAtEdge } from './lines-meant.ts'

const textOf = (name: string): string => [...manuscript].find(([path]) => path.endsWith(name))?.[1] ?? ''

function meant(said: string, name: string): readonly (readonly number[])[] {
  const [sentence] = readSentences(said)
  if (sentence === undefined) throw new Error('There is no sentence.')
  return linesMeant(sentence, sentence.quotes.at(-1)?.words ?? '', textOf(name))
}

test('the end and the start of a place are its last line with words and its first below the title', () => {
  expect(meant('Scene 3 ends with "I was twelve"', 'the-harbour-office.md')).toEqual([[51, 51]])
  expect(meant('The first sentence of scene 1 is "That way"', 'the-man-from-the-mutual.md')).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(meant('"I was twelve" is the last line of scene 3.', 'the-harbour-office.md')).toEqual([[51, 51]])
})

test('a line that is one of several is no edge', () => {
  expect(
    meant('The last line in scene 1 that made me laugh is "Nobody reads the weather."', 'the-man-from-the-mutual.md'),
  ).toEqual([])
  expect(meant('You could look at scene 1 for "Nobody reads the weather."', 'the-man-from-the-mutual.md')).toEqual([])
})

test('bullets and paragraphs are counted, and an outline has a part for each scene', () => {
  expect(meant('The third bullet is "Reads every column of a log"', 'ruben-achterberg.md')).toEqual([[7, 7]])
  expect(meant('The last bullet is "Reads every column of a log"', 'ruben-achterberg.md')).toEqual([[10, 10]])
  expect(meant('In paragraph 2 it says "He looked at the beet."', 'the-man-from-the-mutual.md')).toEqual([
    [3, 3],
    [5, 5],
  ])
  expect(meant('The entry for scene 4 says "November, spring tide"', 'SCN-outline.md')).toEqual([
    [1, 4],
    [17, 20],
  ])
})

test('each quote is at the edge of the place that is named for it', () => {
  const [sentence] = readSentences(
    'Scene 1 opens with "The man from the Mutual" and scene 2 ends with "crossed it out".',
  )
  if (sentence === undefined) throw new Error('There is no sentence.')
  expect(sentence.quotes.map(({ words }) => placeAtEdge(sentence, words))).toEqual(['Scene 1', 'scene 2'])
})
