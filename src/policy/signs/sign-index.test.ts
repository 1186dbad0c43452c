import { expect, test } from 'vitest'
import { readMessage } from '../reading/message.ts'
import { type Cue, anything, askingFor, askingTo, either, saying, sayingAtAll, speaking } from './cue.ts'
import { Described } from './described.ts'
import { SignIndex } from './sign-index.ts'
import { type Sign, signsOf } from './sign.ts'

const sign = signsOf('file_task')

/** The names of the signs of each clause. */
function seenIn(text: string, signs: readonly Sign[]): readonly (readonly string[])[] {
  const index = new SignIndex(signs)
  const message = readMessage(text)
  return message.clauses.map(clause => index.seenIn(new Described(clause), message).map(({ name }) => name))
}

const CUES: Readonly<Record<string, Cue>> = {
  any: anything,
  word: saying('harbour'),
  phrase: saying('the old harbour'),
  polite: sayingAtAll('could you'),
  sense: speaking('file'),
  asked: askingFor('look'),
  head: askingTo('read'),
  two: either(saying('old'), speaking('file'), askingTo('read')),
}
const ALL = Object.entries(CUES).map(([name, cue]) => sign(name, 1).on(cue))

test.each([
  ['hello there', [['any']]],
  ['is the harbour old', [['any', 'word', 'two']]],
  ['is the old harbour open', [['any', 'word', 'phrase', 'two']]],
  ['could you wait', [['any', 'polite']]],
  ['read the file', [['any', 'sense', 'asked', 'head', 'two']]],
  [
    'could you read the file about the old harbour',
    [['any', 'word', 'phrase', 'polite', 'sense', 'asked', 'head', 'two']],
  ],
])('each sign whose cue stands in "%s" is seen once, in the order in which they were given', (text, expected) => {
  expect(seenIn(text, ALL)).toEqual(expected)
  expect(seenIn(text, ALL.toReversed())).toEqual(expected.map(names => names.toReversed()))
})

test('a cue is not enough where a sign asks for more', () => {
  expect(seenIn('read the file', [sign('long', 1).on(speaking('file'), c => c.words.length > 5)])).toEqual([[]])
})

test('what should not be done shows only the signs that hold for that, too', () => {
  const [one, other] = [
    sign('one', 1).on(speaking('file')),
    { ...sign('other', 1).on(speaking('file')), evenNegated: true as const },
  ]
  expect(seenIn('do not read the file', [one, other])).toEqual([['other']])
})
