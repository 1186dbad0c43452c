import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { understand } from './understand.ts'
import type { Wish } from './wish.ts'

const WISHES: readonly (readonly [string, Wish])[] = [
  ['run the command wc -l Story/SCN-outline.md', { kind: 'use', slot: 'command', value: 'wc -l Story/SCN-outline.md' }],
  ['Please run `git status`', { kind: 'use', slot: 'command', value: 'git status' }],
  ['execute ls -la', { kind: 'use', slot: 'command', value: 'ls -la' }],
  [
    'fetch https://example.org/a?b=1 and tell me what it says',
    { kind: 'use', slot: 'url', value: 'https://example.org/a?b=1' },
  ],
  ['What does https://example.org/page say?', { kind: 'use', slot: 'url', value: 'https://example.org/page' }],
  ['How many scenes mention the lighthouse?', { kind: 'count', what: 'scenes', term: 'lighthouse' }],
  ['how many files contain the word "beet"', { kind: 'count', what: 'files', term: 'beet' }],
  ['In how many scenes does Bibi Lund appear?', { kind: 'count', what: 'scenes', term: 'Bibi Lund' }],
  ['Count the scenes that mention shortbread.', { kind: 'count', what: 'scenes', term: 'shortbread' }],
  ['How often is Wexcombe mentioned?', { kind: 'count', what: 'times', term: 'Wexcombe' }],
  ['How many times does Hal appear in the story?', { kind: 'count', what: 'times', term: 'Hal' }],
  ['How many scenes are there?', { kind: 'count', what: 'scenes' }],
  ['How many files are in Story/Scenes?', { kind: 'count', what: 'files', folder: 'Story/Scenes' }],
  ['Which scenes mention the torch?', { kind: 'find', term: 'torch', what: 'scenes' }],
  ['Where is the tide board mentioned?', { kind: 'find', term: 'tide board' }],
  ['Where does Hal appear?', { kind: 'find', term: 'Hal' }],
  ['search for "two short"', { kind: 'find', term: 'two short' }],
  ['Please find all mentions of the Mutual', { kind: 'find', term: 'Mutual' }],
  ['could you look for shortbread?', { kind: 'find', term: 'shortbread' }],
  ['Is the deed ever mentioned?', { kind: 'find', term: 'deed' }],
  ['Does any scene mention unicorns?', { kind: 'find', term: 'unicorns' }],
  ['Who is Bibi Lund?', { kind: 'about', term: 'Bibi Lund' }],
  ["Who's Dorrit Pask?", { kind: 'about', term: 'Dorrit Pask' }],
  ['What is the Dry Light?', { kind: 'about', term: 'Dry Light' }],
  ['Tell me about Ruben Achterberg.', { kind: 'about', term: 'Ruben Achterberg' }],
  ['tell me more about the harbour office', { kind: 'about', term: 'harbour office' }],
  ['What happens in scene 3?', { kind: 'about', term: 'scene 3' }],
  ['describe the lamp room', { kind: 'about', term: 'lamp room' }],
  ['Bibi Lund', { kind: 'about', term: 'Bibi Lund' }],
  ['show me the outline', { kind: 'about', term: 'outline' }],
  ['list the files in Story/Scenes', { kind: 'list', folder: 'Story/Scenes' }],
  ['What files are there?', { kind: 'list' }],
  ['list Compendium', { kind: 'list', folder: 'Compendium' }],
  ['What is in Story?', { kind: 'list', folder: 'Story' }],
  ['ls Story/', { kind: 'list', folder: 'Story' }],
  ['List the characters', { kind: 'list', what: 'characters' }],
  ['Which scenes are there?', { kind: 'list', what: 'scenes' }],
  ['read Story/SCN-outline.md', { kind: 'read', file: 'Story/SCN-outline.md' }],
  ['what is in CHAR-bibi-lund.md?', { kind: 'read', file: 'CHAR-bibi-lund.md' }],
  ['summarise CHAR-bibi-lund.md please', { kind: 'read', file: 'CHAR-bibi-lund.md' }],
  [
    'What does SCN-every-twelve-seconds.md say about the lamp room?',
    { kind: 'read', file: 'SCN-every-twelve-seconds.md', topic: 'lamp room' },
  ],
  ['Does SCN-outline.md mention the sea?', { kind: 'read', file: 'SCN-outline.md', topic: 'sea' }],
  ['find "spring tide" in Story/SCN-outline.md', { kind: 'read', file: 'Story/SCN-outline.md', topic: 'spring tide' }],
  ['How many words does SCN-outline.md have?', { kind: 'read', file: 'SCN-outline.md', measure: 'words' }],
  ['how many lines are in SCN-outline.md', { kind: 'read', file: 'SCN-outline.md', measure: 'lines' }],
  ['How long is SCN-outline.md?', { kind: 'read', file: 'SCN-outline.md', measure: 'words' }],
  [
    'replace boots by shoes in a/b.md',
    { kind: 'replace', old: 'boots', fresh: 'shoes', file: 'a/b.md', everywhere: false },
  ],
  [
    'Replace "D. Pask" with "Dorrit" in b.md.',
    { kind: 'replace', old: 'D. Pask', fresh: 'Dorrit', file: 'b.md', everywhere: false },
  ],
  [
    'In notes.md, change yellow to red',
    { kind: 'replace', old: 'yellow', fresh: 'red', file: 'notes.md', everywhere: false },
  ],
  [
    'replace all mentions of beet with turnip in b.md',
    { kind: 'replace', old: 'beet', fresh: 'turnip', file: 'b.md', everywhere: true },
  ],
  [
    'replace it by that in SCN-every-twelve-seconds.md',
    { kind: 'replace', old: 'it', fresh: 'that', file: 'SCN-every-twelve-seconds.md', everywhere: false },
  ],
  ['change the word yellow to red', { kind: 'replace', old: 'yellow', fresh: 'red', everywhere: false }],
  [
    'write a note that the tide board is wrong',
    { kind: 'write', file: 'notes/tide-board-wrong.md', text: 'The tide board is wrong\n' },
  ],
  ['Create notes/todo.md with the text "Check it"', { kind: 'write', file: 'notes/todo.md', text: 'Check it\n' }],
  ['save a note to notes/a.md: buy oil', { kind: 'write', file: 'notes/a.md', text: 'Buy oil\n' }],
  ['How many steps does the lighthouse have?', { kind: 'ask', words: ['lighthouse', 'steps'] }],
  ["What colour are Ruben's boots?", { kind: 'ask', words: ['Ruben', 'colour', 'boots'] }],
  ['When did Hal die?', { kind: 'ask', words: ['Hal', 'die'] }],
  ['who runs the chip shop?', { kind: 'ask', words: ['runs', 'chip', 'shop'] }],
  ['Wer ist Bibi Lund?', { kind: 'ask', words: ['Bibi', 'Lund', 'ist'] }],
  ['/file Who is Bibi Lund?', { kind: 'about', term: 'Bibi Lund' }],
  ['hello', { kind: 'talk', about: 'greeting' }],
  ['Good morning!', { kind: 'talk', about: 'greeting' }],
  ['Hello, who are you?', { kind: 'talk', about: 'identity' }],
  ['Are you an AI?', { kind: 'talk', about: 'identity' }],
  ['which model is this?', { kind: 'talk', about: 'identity' }],
  ['How do I connect a real model?', { kind: 'talk', about: 'identity' }],
  ['what can you do?', { kind: 'talk', about: 'abilities' }],
  ['help', { kind: 'talk', about: 'abilities' }],
  ['thanks a lot!', { kind: 'talk', about: 'thanks' }],
  ['bye', { kind: 'talk', about: 'farewell' }],
  ['My name is Jo', { kind: 'talk', about: 'personal' }],
  ['forget that we publish on Fridays', { kind: 'talk', about: 'personal' }],
  ['yes', { kind: 'talk', about: 'personal' }],
  ['delete Story/SCN-outline.md', { kind: 'talk', about: 'removal' }],
  ['what is 2+2?', { kind: 'talk', about: 'unclear' }],
  ['write me a poem about the sea', { kind: 'talk', about: 'unclear' }],
  ['', { kind: 'talk', about: 'unclear' }],
]

describe('a message is understood', () => {
  test.each(WISHES)('%j', (message, wish) => {
    expect(understand(message)).toEqual(wish)
  })

  test('whatever quotes the keyboard writes', () => {
    expect(understand('search for “two short”')).toEqual({ kind: 'find', term: 'two short' })
    expect(understand('Who’s Dorrit Pask?')).toEqual({ kind: 'about', term: 'Dorrit Pask' })
  })

  test('"she" is who was asked about before; without a before, it stays a word', () => {
    expect(understand('And where does she appear?', ['hello', 'Who is Bibi Lund?'])).toEqual({
      kind: 'find',
      term: 'Bibi Lund',
    })
    expect(understand('What is it?', ['read a/b.md'])).toEqual({ kind: 'read', file: 'a/b.md' })
    expect(understand('What is it?', [])).toEqual({ kind: 'about', term: 'it' })
  })

  test('the question is the last paragraph that asks something', () => {
    expect(understand('I have been reading all day.\n\nWho is Bibi Lund?')).toEqual({
      kind: 'about',
      term: 'Bibi Lund',
    })
  })
})

test('any words are understood somehow, and in little time', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom(...WISHES.flatMap(([message]) => message.split(' ')))).map(words => words.join(' ')),
      ),
      words => {
        expect(understand(words, [words])).toHaveProperty('kind')
      },
    ),
    { numRuns: 300 },
  )
  const started = performance.now()
  for (const unit of ['in ', '"', "'", 'replace a by ', 'a/', 'how many ', '\n \n', '?', 'the the ', 'please '])
    understand(unit.repeat(200_000 / unit.length))
  expect(performance.now() - started).toBeLessThan(2_000)
})
