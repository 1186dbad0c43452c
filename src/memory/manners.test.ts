import { describe, expect, test } from 'vitest'
import { type Opened, isSecret, openFacts, valueOf } from '../../test/memory/open-facts.ts'
import { fail } from '../core/index.ts'
import { type FactProposal, createFactStore, rememberTurn } from './index.ts'

const texts = (facts: readonly { readonly text: string }[]): readonly string[] => facts.map(({ text }) => text)
type Say = (message: string, ...proposals: readonly FactProposal[]) => Promise<readonly (readonly string[])[]>

/** What is stored and asked of a message. */
const sayTo =
  ({ facts }: Opened): Say =>
  async (userMessage, ...proposals) => {
    const turn = { session: 's', turn: 't1', userMessage, history: [], proposals, receipts: [] }
    const { stored, asked } = await rememberTurn(turn, { facts, consent: 'hybrid', isSecret })
    return [texts(stored), texts(asked)]
  }
const DENTIST: readonly [string, FactProposal] = [
  'My dentist is called Vance.',
  { text: 'My dentist is called Vance', sensitivity: 'name' },
]

describe('how one wants to be remembered', () => {
  test('paused, nothing is kept or asked; going on, it is as before', async () => {
    const opened = await openFacts()
    const say = sayTo(opened)
    expect(valueOf(await opened.facts.setManners({ paused: true }, 'user:test'))).toEqual({ paused: true, unasked: [] })
    expect(await say('Remember that I like pie.')).toEqual([[], []])
    expect(await say(...DENTIST)).toEqual([[], []])
    await opened.facts.setManners({ paused: false }, 'user:test')
    expect(await say('Remember that I like pie.')).toEqual([['I like pie'], []])
  })

  test('paused, what is known can still be forgotten', async () => {
    const opened = await openFacts()
    const say = sayTo(opened)
    await say('Remember that I like pie.')
    await opened.facts.setManners({ paused: true }, 'user:test')
    await say('Forget that I like pie.')
    expect(await opened.facts.list({ limit: 9 })).toEqual([])
  })

  test('a kind that is never asked about is neither asked nor kept, what waits of it goes, and "remember" is heard', async () => {
    const opened = await openFacts()
    const say = sayTo(opened)
    expect(await say(...DENTIST)).toEqual([[], ['My dentist is called Vance']])
    expect(await opened.facts.pending()).toMatchObject([{ kinds: ['name'] }])
    await opened.facts.setManners({ unasked: ['name', 'number'] }, 'user:test')
    expect(await opened.facts.pending()).toEqual([])
    expect(await say(...DENTIST)).toEqual([[], []])
    expect(await say('I am 34.', { text: 'I am 34' })).toEqual([[], []])
    expect(await say('I like pie.', { text: 'I like pie', sensitivity: 'low' })).toEqual([['I like pie'], []])
    expect(await say('Remember that my dentist is called Vance.')).toEqual([['my dentist is called Vance'], []])
    expect(await say('Remember that I am 34.')).toEqual([[], ['I am 34']])
    await opened.facts.setManners({ unasked: [] }, 'user:test')
    expect((await opened.facts.manners()).unasked).toEqual([])
  })

  test('what was set is recorded, and what cannot be recorded is not set', async () => {
    const opened = await openFacts()
    await opened.facts.setManners({ paused: true, unasked: ['health', 'health'] }, 'user:test')
    expect(opened.events.at(-1)).toEqual({
      event: 'MEMORY_MANNERS',
      paused: true,
      unasked: ['health'],
      decided_by: 'user:test',
    })
    const deaf = createFactStore({
      ...opened,
      isSecret,
      record: async () => fail('ledger_unavailable', 'The disk is full.'),
    })
    expect((await deaf.setManners({ paused: false }, 'user:test')).ok).toBe(false)
    expect((await opened.reopen().manners()).paused).toBe(true)
  })
})
