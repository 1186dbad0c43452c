import { describe, expect, test } from 'vitest'
import { openBook } from '../../../test/memory/open-book.ts'
import { type Consent, type MemoryTurn, foreseeTurn, rememberTurn } from '../index.ts'

const turn = (userMessage: string, more: Partial<MemoryTurn> = {}): MemoryTurn => ({
  session: 's',
  turn: 't1',
  userMessage,
  history: [],
  answer: 'All right.',
  proposals: [],
  receipts: [],
  ...more,
})

async function say(message: string, consent: Consent): Promise<readonly string[]> {
  const { book } = await openBook()
  const { stored, asked } = await rememberTurn(turn(message), { book, consent })
  return [...stored.map(() => 'stored'), ...asked.map(() => 'asked')]
}

describe('what no rule can place', () => {
  const UNPLACED = [
    'remember that the lock on the boathouse is broken in my story',
    'remember that the gate in my story never opens',
    'please remember that the alarm rings twice in the second scene',
  ]

  test.each(UNPLACED)('[MEM-02] is stored if the person asks for it: %s', async message => {
    expect(await say(message, 'hybrid')).toEqual(['stored'])
    expect(await say(message, 'silent')).toEqual(['stored'])
  })

  test.each(UNPLACED)('[MEM-05] is asked where consent is strict: %s', async message => {
    expect(await say(message, 'strict')).toEqual(['asked'])
  })

  test.each([
    'remember that Marta dislikes the ending',
    'remember that the parcel goes to Ostrava',
    'remember that the number on the box is 48812',
    'remember that the file is called kx7b2',
  ])('[MEM-04] is asked if a name or a code may be in it: %s', async message => {
    expect(await say(message, 'hybrid')).toEqual(['asked'])
  })

  test('[MEM-04] is not kept if nobody asked for it', async () => {
    expect(await say('the lock on the boathouse is broken', 'hybrid')).not.toContain('stored')
  })
})

describe('foreseeing a turn', () => {
  test('says what the turn will do and changes nothing', async () => {
    const { book, events } = await openBook()
    const parts = { book, consent: 'hybrid' as const }
    const before = events.length
    const foreseen = await foreseeTurn(turn('remember that I like pie. I live in Oslo'), parts)
    expect([foreseen.stored.map(({ text }) => text), foreseen.asked.map(({ text }) => text)]).toEqual([
      ['I like pie'],
      ['I live in Oslo'],
    ])
    expect([await book.list({ limit: 9 }), await book.pending(), events.length]).toEqual([[], [], before])
    const done = await rememberTurn(turn('remember that I like pie. I live in Oslo'), parts)
    expect(done.stored.map(({ text }) => text)).toEqual(['I like pie'])
    const gone = await foreseeTurn(turn('forget that I like pie', { turn: 't2' }), parts)
    expect(gone.forgot.forgotten.map(({ text }) => text)).toEqual(['I like pie'])
    expect((await book.list({ limit: 9 })).map(({ text }) => text)).toEqual(['I like pie'])
  })
})
