import { describe, expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

const pairs: readonly (readonly [string, string])[] = [
  ['my dog is Rex', 'my dog is Bella'],
  ['my dog is Rex', "my dog's name is Bella"],
  ['Ana is my editor', 'my editor is Tomas'],
  ['I like pie', 'I hate pie'],
  ['I love pie', "I don't like pie"],
  ['I prefer tea over coffee', 'I prefer coffee to tea'],
  ['we publish on Fridays', 'we publish on Mondays'],
  ['I live in Oslo', 'I moved to Bergen'],
  ['call me Bibi', 'my name is Barbara'],
  ["I'm vegan", "I'm vegetarian"],
  ["I'm 34 years old", 'I just turned 35'],
  ['my birthday is on 4 March', 'I was born on 5 March'],
]

describe('subjects', () => {
  test.each(pairs)('%j and %j say different things of one subject', (one, other) => {
    const [first, second] = [subjectOf(one), subjectOf(other)]
    expect(first).toBeDefined()
    expect(second?.subject).toBe(first?.subject)
    expect(second?.value).not.toBe(first?.value)
  })

  test.each([
    ['my dog is Rex', 'my dog is rex'],
    ['my dog is Rex', "my dog's name is Rex"],
    ['I like pie', 'I love pie'],
    ['I like the pie', 'I really like pie'],
    ['Ana is my editor', 'my editor is Ana'],
  ])('%j and %j say the same', (one, other) => {
    expect(subjectOf(other)).toEqual(subjectOf(one))
    expect(subjectOf(one)).toBeDefined()
  })

  test.each([
    ['my brother is Tom', 'my brother is a doctor'],
    ['I like pie', 'I like cake'],
    ['my dog is Rex', 'my cat is Rex'],
  ])('%j and %j are about different things', (one, other) => {
    expect(subjectOf(other)?.subject).not.toBe(subjectOf(one)?.subject)
  })

  test.each(['I use vim', 'I speak French', 'chapter three is finished', ''])(
    '%j can stand beside others of its kind',
    text => {
      expect(subjectOf(text)).toBeUndefined()
    },
  )
})
