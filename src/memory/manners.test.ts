import { describe, expect, test } from 'vitest'
import { type Opened, openBook, valueOf } from '../../test/memory/open-book.ts'
import { fail } from '../core/index.ts'
import { type MemoryTurn, createFactBook, rememberTurn } from './index.ts'

const turn = (userMessage: string): MemoryTurn => ({
  session: 's',
  turn: 't1',
  userMessage,
  history: [],
  answer: 'All right.',
  proposals: [],
  receipts: [],
})
const texts = (facts: readonly { readonly text: string }[]): readonly string[] => facts.map(({ text }) => text)
const say = async ({ book }: Opened, message: string): Promise<readonly (readonly string[])[]> => {
  const { stored, asked } = await rememberTurn(turn(message), { book, consent: 'hybrid' })
  return [texts(stored), texts(asked)]
}
const DENTIST = 'My dentist is called Dr. Vance.'

describe('how one wants to be remembered', () => {
  test('paused, nothing is kept or asked; going on, it is as before', async () => {
    const opened = await openBook()
    expect(valueOf(await opened.book.setManners({ paused: true }, 'user:test'))).toEqual({ paused: true, unasked: [] })
    expect(await say(opened, 'I like pie.')).toEqual([[], []])
    expect(await say(opened, 'Remember that I like pie.')).toEqual([[], []])
    expect(await say(opened, DENTIST)).toEqual([[], []])
    await opened.book.setManners({ paused: false }, 'user:test')
    expect(await say(opened, 'I like pie.')).toEqual([['I like pie'], []])
  })

  test('paused, what is known can still be forgotten', async () => {
    const opened = await openBook()
    await say(opened, 'I like pie.')
    await opened.book.setManners({ paused: true }, 'user:test')
    await say(opened, 'Forget that I like pie.')
    expect(await opened.book.list({ limit: 9 })).toEqual([])
  })

  test('of a kind that is never asked about nothing is asked or kept, what waits of it goes, and "remember" is still asked about', async () => {
    const opened = await openBook()
    expect(await say(opened, DENTIST)).toEqual([[], ['My dentist is called Dr. Vance']])
    const [waiting] = await opened.book.pending()
    const [kind = ''] = waiting?.kinds ?? []
    expect(kind).not.toBe('')
    await opened.book.setManners({ unasked: [kind] }, 'user:test')
    expect(await opened.book.pending()).toEqual([])
    expect(await say(opened, DENTIST)).toEqual([[], []])
    expect(await say(opened, 'I like pie.')).toEqual([['I like pie'], []])
    expect(await say(opened, `Remember that ${DENTIST.toLowerCase()}`)).toMatchObject([
      [],
      [expect.stringContaining('dentist')],
    ])
    await opened.book.setManners({ unasked: [] }, 'user:test')
    expect((await opened.book.manners()).unasked).toEqual([])
  })

  test('what was set is recorded, and what cannot be recorded is not set', async () => {
    const opened = await openBook()
    await opened.book.setManners({ paused: true, unasked: ['health', 'health'] }, 'user:test')
    expect(opened.events.at(-1)).toEqual({
      event: 'MEMORY_MANNERS',
      paused: true,
      unasked: ['health'],
      decided_by: 'user:test',
    })
    const deaf = createFactBook({ ...opened, record: async () => fail('ledger_unavailable', 'The disk is full.') })
    expect((await deaf.setManners({ paused: false }, 'user:test')).ok).toBe(false)
    expect((await opened.reopen().manners()).paused).toBe(true)
  })
})
