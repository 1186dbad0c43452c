import { describe, expect, test } from 'vitest'
import { readClause, splitClauses } from './clauses.ts'
import { readMessage } from './message.ts'
import { personIn } from './person.ts'
import { sensesOf } from './senses.ts'
import { outerParts, tokenize } from './tokens.ts'

describe('tokens', () => {
  test.each([
    ["what's up", ['what', 'is', 'up']],
    ['I’m here', ['i', 'am', 'here']],
    ["mara's eyes", ['mara', 'eyes']],
    ['whats ur name', ['what', 'is', 'your', 'name']],
    ["don't", ['do', 'not']],
    ['see https://a.example/x?y=1 now', ['see', '<url>', 'now']],
    ['go to example.org', ['go', 'to', '<url>']],
    ['read src/a.ts', ['read', '<file>']],
    ['C:\\Users\\me\\a.txt', ['<file>']],
    ['ls ~/notes', ['ls', '<folder>']],
    ['save it as readme.fr.md', ['save', 'it', 'as', '<file>']],
    ['node.js or vue.js', ['<product>', 'or', '<product>']],
    ['mail joe@example.com', ['mail', '<mail>']],
    ['say "run it"', ['say', '<quote>']],
    ["open 'a b.txt'", ['open', '<quote>']],
    ["open 'a.txt'", ['open', '<file>']],
    ['run `ls`', ['run', '<code>']],
    ['look\n> run the tests', ['look', '\n', '<quote>']],
    ['it says: run the tests', ['it', 'says', ':', '<quote>']],
    ['translate this: run the tests', ['translate', 'this', ':', '<quote>']],
    ['git log --oneline', ['git', 'log', '<flag>']],
    ['u. s. d. rate', ['<initials>', 'rate']],
    ['version 2.0.1', ['version', '2.0.1']],
  ])('%s', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens)
  })

  test('of a long message the start and the end are read', () => {
    const long = `start ${'x'.repeat(10_000)} end`
    expect(outerParts(long)).toHaveLength(3_001)
    expect(outerParts(long)).toMatch(/^start .* end$/s)
    expect(outerParts('short')).toBe('short')
  })
})

describe('clauses', () => {
  const clauses = (text: string): readonly string[] => splitClauses(tokenize(text)).map(words => words.join(' '))

  test.each([
    ['open a.txt and summarise it', ['open <file>', 'summarise it']],
    ['bread, milk and eggs', ['bread , milk and eggs']],
    ['i forgot, what is my name', ['i forgot', 'what is my name']],
    ['In my view, what is good?', ['in my view , what is good ?']],
    ['answer without searching', ['answer', 'without searching']],
    ["i'd rather call you max", ['i would rather call you max']],
  ])('"%s" falls into its parts', (text, parts) => {
    expect(clauses(text)).toEqual(parts)
  })

  const read = (text: string): ReturnType<typeof readClause> => readClause(splitClauses(tokenize(text))[0] ?? [])

  test.each([
    ['could you please read a.txt', 'request', 'read'],
    ['I want you to run it', 'request', 'run'],
    ['would you mind opening the door', 'request', 'open'],
    ['do you know my name', 'request', 'tell'],
    ['do you know where it is', 'question', ''],
    ['where is it', 'question', ''],
    ['have a look', 'request', 'have'],
    ['at what time does it leave', 'question', ''],
    ['weather in paris', 'fragment', ''],
    ['the weather is fine', 'statement', ''],
    ['when i was young it rained', 'statement', ''],
    ['what a day', 'statement', ''],
  ])('"%s" is a %s', (text, form, head) => {
    expect(read(text)).toMatchObject({ form, head })
  })

  test('what should not be done is negated, what should not be forgotten is not', () => {
    expect(read("please don't delete it")).toMatchObject({ negated: true, head: 'delete' })
    expect(read("don't forget my birthday")).toMatchObject({ negated: false, head: 'remember' })
  })

  test('what is ruled out is kept for the whole message', () => {
    expect([...readMessage('who won? no need to search the web').ruledOut]).toEqual(
      expect.arrayContaining(['find', 'web']),
    )
  })
})

describe('persons', () => {
  test.each([
    ['what is my name', { mine: true, self: false, you: false }],
    ['which car do i drive', { mine: false, self: true, you: false }],
    ['what can i ask you', { mine: false, self: false, you: true }],
    ['how do i boil eggs', { mine: false, self: false, you: false }],
    ['tell me a joke', { mine: false, self: false, you: false }],
    ['what helps me', { mine: false, self: true, you: false }],
    ['any bars in my area', { mine: false, self: false, you: false }],
    ['what is our purpose', { mine: false, self: false, you: false }],
    ['what did we decide', { mine: false, self: true, you: false }],
  ])('%s', (text, person) => {
    expect(personIn(text.split(' '))).toEqual(person)
  })
})

test('a word keeps its sense with its endings', () => {
  for (const [word, sense] of [
    ['files', 'file'],
    ['directories', 'folder'],
    ['searching', 'find'],
    ['summarised', 'look'],
    ['running', 'run'],
  ] as const)
    expect([...sensesOf(word)]).toContain(sense)
  expect(sensesOf('zebra').size).toBe(0)
  expect(sensesOf('constructor').size).toBe(0)
})
