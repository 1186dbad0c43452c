import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOwnWords, firstSentence } from './own-words.ts'

describe('words of the person', () => {
  test.each([
    ['I like pie', 'I like pie.', 'I like pie'],
    ['i  LIKE pie.', 'Hi! I like  pie. And you', 'I like  pie'],
    ["my dog's bed is blue", 'My dog’s bed is blue', 'My dog’s bed is blue'],
    ['I like pie. I use vim', 'I like pie. I use vim. Well.', 'I like pie. I use vim'],
    ['- I use vim', '- I use vim\n', 'I use vim'],
    ['我吃素', '我吃素。', '我吃素'],
  ])('%j stands in %j as whole sentences', (wanted, message, text) => {
    const start = message.indexOf(text)
    expect(findOwnWords(wanted, message)).toEqual({ text, start, end: start + text.length, isPlain: true })
  })

  test.each([
    ['like pie', 'I no longer like pie'],
    ['I like pie', 'if I like pie, what then?'],
    ['I like pie', 'I like pie, so what can I bake?'],
    ['Vance is kind', 'I think that Dr. Vance is kind'],
    ['I like pie', 'I like pie. As they say: “Nothing else matters.”'],
    ['I like pie', `I like pie. ${'So do many others. '.repeat(40)}`],
    ['I like\tpie', 'Hi! I like\npie. And you'],
    ['- I use vim', '- I like pie\n- I use vim'],
    ['I like pie', 'Hi.\rI like pie.'],
    ['I like pie', 'Hi.\u2028I like pie.'],
  ])('%j is a part of %j, so it is not plain', (wanted, message) => {
    expect(findOwnWords(wanted, message)).toMatchObject({ isPlain: false })
  })

  test.each([
    ['I like pie', 'do I like pie?'],
    ['I like pie', 'I like pies'],
    ['I like pie', 'What of "I like pie"?'],
    ['I like pie', "He wrote 'I like pie' on it"],
    ['I like pie', '> I like pie\nWhat of this line'],
    ['I like pie', '```\nI like pie\n```'],
    ['I like pie', '```\nI like pie'],
    ['I like pie', 'Run `I like pie` now'],
    ['I like pie', 'translate: I like pie'],
    ['I like pie', 'The notes say:\nWell.\n\nI like pie.'],
    ['I like pie', `I like pie. ${'x'.repeat(20_000)}`],
    ['yes', 'Yes.'],
    ['', 'I like pie'],
    ['...', '...'],
    ['I like cake', 'I like pie'],
  ])('%j is not what the person says in %j', (wanted, message) => {
    expect(findOwnWords(wanted, message)).toBeUndefined()
  })

  test('whatever is found stands in the message', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(text, text, text, (before, wanted, behind) => {
        const message = `${before}${wanted}${behind}`
        const found = findOwnWords(wanted, message)
        if (found) expect(message.slice(found.start, found.end)).toBe(found.text)
      }),
      { numRuns: 500 },
    )
  })

  test('a long message takes no longer than it is long', () => {
    const began = process.cpuUsage() // other tests on this machine do not count
    for (const each of ['"', "'", '`', '```\n', '> ', 'a: ', 'a. ', ' '])
      findOwnWords('I like pie', each.repeat(Math.floor(19_000 / each.length)))
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})

test.each([
  ['I like pie. I use vim.', 'I like pie', false],
  ['my dentist is Dr. Vance. Bye', 'my dentist is Dr. Vance', false],
  ['we use Node.js and vim\nand more', 'we use Node.js and vim', false],
  ['you know me?', 'you know me', true],
  ['', '', false],
])('the first sentence of %j', (text, sentence, isQuestion) => {
  expect(firstSentence(text)).toEqual({ sentence, isQuestion })
})
