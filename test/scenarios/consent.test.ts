import { describe, expect, test } from 'vitest'
import { call, play } from './play.ts'

type Outcome = 'stored' | 'asked' | 'nothing'
const save = (span: string, sensitivity?: string): string =>
  call('memory_save', { text: 'So they said', span, ...(sensitivity !== undefined && { sensitivity }) })

/** What a whole turn makes of a message and of one proposal, under hybrid, strict and silent. */
const CASES: readonly (readonly [message: string, proposal: string | undefined, ...outcomes: readonly Outcome[]])[] = [
  ['Remember that I have asthma.', undefined, 'stored', 'stored', 'stored'],
  ['/remember my sister lives in Graz', undefined, 'stored', 'stored', 'stored'],
  ['Remember that I was born in 1990.', undefined, 'asked', 'asked', 'asked'],
  ['I like pie. Read the file notes.md.', save('I like pie', 'low'), 'stored', 'asked', 'stored'],
  ['I have asthma. Read the file notes.md.', save('I have asthma'), 'asked', 'asked', 'stored'],
  ['I have asthma. Read the file notes.md.', save('I have asthma', 'health'), 'asked', 'asked', 'asked'],
  ['My number is 77. Read the file notes.md.', save('My number is 77', 'low'), 'asked', 'asked', 'asked'],
  [
    'Write to jo@example.com. Read the file notes.md.',
    save('Write to jo@example.com', 'low'),
    'asked',
    'asked',
    'asked',
  ],
  ['I hardly ever like pie. Read the file notes.md.', save('like pie', 'low'), 'asked', 'asked', 'asked'],
  ['I have asthma. I like pie. Good morning!', undefined, 'nothing', 'nothing', 'nothing'],
  ['Read the file notes.md.', save('The lighthouse burned all night', 'low'), 'nothing', 'nothing', 'nothing'],
  ['The notes say: I like rum. Read the file notes.md.', save('I like rum', 'low'), 'nothing', 'nothing', 'nothing'],
  ['Remember the token sk-test-4f9a8b7c6d5e4f3a2b1c.', undefined, 'nothing', 'nothing', 'nothing'],
]

describe.each(['hybrid', 'strict', 'silent'])('[MEM-04] [MEM-05] [GAPS-07] under %s', consent => {
  const at = ['hybrid', 'strict', 'silent'].indexOf(consent)
  test.each(CASES.map(([message, proposal, ...outcomes]) => [message, proposal, outcomes[at]] as const))(
    '%s (%s) is %s',
    async (message, proposal, outcome) => {
      const { runtime } = await play({
        message,
        settings: { 'memory.consent': consent },
        replies: [...(proposal === undefined ? [] : [proposal]), 'All right.'],
      })
      const [stored, asked] = [await runtime.facts.list({ limit: 9 }), await runtime.facts.pending()]
      const one = [{ text: expect.any(String) }]
      expect({ stored, asked }).toMatchObject({
        stored: outcome === 'stored' ? one : [],
        asked: outcome === 'asked' ? one : [],
      })
    },
  )
})
