import { describe, expect, test } from 'vitest'
import { readConsent, readMemoryCommand, refusesMemory } from './read-command.ts'

describe('commands', () => {
  test.each([
    ['Remember that I like pie.', 'remember', ['I like pie']],
    ['please remember: my dog is Rex', 'remember', ['my dog is Rex']],
    ['/remember I live in Oslo', 'remember', ['I live in Oslo']],
    ['REMEMBER my dentist is Dr. Vance. What is the time?', 'remember', ['my dentist is Dr. Vance']],
    ['Remember the following:\n- I like pie\n* I use vim\n\nWhat is a haiku?', 'remember', ['I like pie', 'I use vim']],
    ['Remember that.', 'remember', []],
    ['forget my dog, please', 'forget', ['my dog']],
    ['/forget about my dog', 'forget', ['my dog']],
    ['Forget everything you know about me.', 'forget', ['everything you know about me']],
    ['forget it', 'forget', []],
  ])('%j', (message, verb, what) => {
    expect(readMemoryCommand(message)).toMatchObject({ verb, what })
  })

  test.each([
    'Do you remember my dog?',
    'Remember when we met?',
    'remember to call Bob',
    'forget to call Bob',
    'I remember that I like pie',
    'The file says: remember that I like pie',
    '> remember that I like pie',
    '"remember that I like pie"',
    '```\nremember that I like pie\n```',
    'I like pie. Remember that.',
    "don't forget that I like pie",
    'remembering is hard',
    '/remembers it',
  ])('%j is none', message => {
    expect(readMemoryCommand(message)).toBeUndefined()
  })

  test('a command ends with its sentence, and says whether the message holds more', () => {
    const of = (message: string): unknown => {
      const { end = 0, isAlone } = readMemoryCommand(message) ?? {}
      return [message.slice(0, end), isAlone]
    }
    expect(of('Remember I like pie. I use vim.')).toEqual(['Remember I like pie', false])
    expect(of('Forget my dog!')).toEqual(['Forget my dog', true])
    expect(of('Forget the ending, let us begin anew')).toEqual(['Forget the ending, let us begin anew', false])
  })
})

test('"don’t remember that" is heard anywhere in a message', () => {
  for (const message of ["I live in Leeds. Don't remember that.", 'do not store this', 'please don’t save it'])
    expect([message, refusesMemory(message)]).toEqual([message, true])
  for (const verb of ['remember', 'memorise', 'memorize', 'save', 'store', 'keep', 'note'])
    for (const not of ["Don't", 'don’t', 'Do  not', 'Never'])
      expect([not, verb, refusesMemory(`I am gay. ${not} ${verb} this.`)]).toEqual([not, verb, true])
  for (const message of ["I don't like pie. Remember that.", 'I never sleep', 'keep that', 'I never noted it'])
    expect([message, refusesMemory(message)]).toEqual([message, false])
})

test.each([
  ['yes', 'yes'],
  ['Yes, please!', 'yes'],
  ['OK.', 'yes'],
  ['No, thanks.', 'no'],
  ['yes, but only the city', undefined],
  ['Yes. Actually, no.', undefined],
  ['"yes"', undefined],
  ['yesterday', undefined],
  ['what is the weather', undefined],
  ['', undefined],
])('the reply %j means %s', (message, meant) => {
  expect(readConsent(message)).toBe(meant)
})
