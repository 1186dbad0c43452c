import { expect, test } from 'vitest'
import { concreteThings } from './concrete-things.ts'
import { exchangedObject } from './exchanged-objects.ts'
import { findOpposites, findTurnedPair } from './opposites.ts'
import { stemsOf } from './structural.ts'

const opposites = (said: string, shown: string) => findOpposites(stemsOf(said), stemsOf(shown))

test('a word is turned round if the text has its opposite, or a word that means the same as that', () => {
  expect(opposites('He recovered in spring.', 'He died about six.')).toEqual([{ said: 'recover', shown: 'died' }])
  expect(opposites('The bill is unpaid.', 'He paid the bill.')).toEqual([{ said: 'unpaid', shown: 'paid' }])
})

test('nothing is turned round where either side stands on both', () => {
  expect(opposites('The big one and the small one.', 'A small one.')).toEqual([])
  expect(opposites('A tiny room.', 'Hardly a large room, rather a little one.')).toEqual([])
  expect(opposites('Unless he pays.', 'She has less.')).toEqual([])
})

test('the word before a thing is exchanged only if the text never has the two together', () => {
  expect(findTurnedPair('She bought a new fryer.', 'The old fryer, with new oil in it.')).toEqual({
    said: 'new',
    shown: 'old',
  })
  expect(findTurnedPair('A new sign was dear.', 'She kept the old sign, because a new one was dear.')).toBeUndefined()
})

test('behind the same verb stands another thing', () => {
  expect(
    exchangedObject('Dorrit brought a boat for his bags.', ['I had brought the wheelbarrow, for his bags.']),
  ).toEqual({
    said: 'boat',
    shown: 'wheelbarrow',
  })
  expect(exchangedObject('She brought the old wheelbarrow.', ['I had brought the wheelbarrow'])).toBeUndefined()
  expect(exchangedObject('He reads the log.', ['he had read a hundred nights'])).toBeUndefined()
})

test('things that hardly any other word means are found in either number, and only as whole words', () => {
  expect(concreteThings('He drank coffee with two dogs and three sandwiches.')).toEqual(['coffee', 'dog', 'sandwich'])
  expect(concreteThings('A catalogue of piecework.')).toEqual([])
})
