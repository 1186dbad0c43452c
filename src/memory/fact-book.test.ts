import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, DRIVERS, type Opened, draft, openBook, valueOf } from '../../test/memory/open-book.ts'
import { type JsonObject, StorageFailure, type Store, type TextIndex, fail } from '../core/index.ts'
import { type Fact, type FactBook, createFactBook } from './index.ts'

const texts = (facts: readonly { readonly text: string }[]): readonly string[] => facts.map(({ text }) => text)
const recalled = async (book: FactBook, query: string, limit = 8): Promise<readonly string[]> =>
  texts(await book.recall(query, { limit }))

async function keep(book: FactBook, ...all: readonly string[]): Promise<readonly Fact[]> {
  const stored: Fact[] = []
  for (const text of all) stored.push(valueOf(await book.store(draft(text), 'test')))
  return stored
}

describe.each(Object.keys(DRIVERS))('a book in %s', driver => {
  test('keeps what a fact was said in, and gives it back whole', async () => {
    const { book } = await openBook(driver)
    const span = { session: 's1', turn: 't1', start: 9, end: 22, text: 'my dog is Rex' }
    const [fact] = [
      valueOf(
        await book.store(
          draft('my dog is Rex', { span, session: 's1', receipt: 'rcpt_1', kinds: ['relation'] }),
          'test',
        ),
      ),
    ]
    expect(fact).toEqual({
      id: expect.stringMatching(/^fact_/),
      text: 'my dog is Rex',
      subject: 'dog',
      sensitivity: 'low',
      kinds: ['relation'],
      span,
      session: 's1',
      receipt: 'rcpt_1',
      created: '2026-01-01T00:00:00.000Z',
      used: 0,
      lastUsed: null,
      contradicts: [],
    })
    expect(await book.list({ limit: 10 })).toEqual([fact])
  })

  test('finds by words, plain forms, and by what a question asks for without naming it', async () => {
    const { book } = await openBook(driver)
    await keep(
      book,
      'my dog is Rex',
      'I like pie',
      'call me Bibi',
      'I live in Oslo',
      'I collect old maps',
      'we publish on Fridays',
    )
    expect(await recalled(book, 'what is my dog called?')).toEqual(['my dog is Rex'])
    expect(await recalled(book, 'any maps?')).toEqual(['I collect old maps'])
    expect(await recalled(book, 'dogs')).toEqual(['my dog is Rex'])
    expect(await recalled(book, "what's my name")).toEqual(['call me Bibi'])
    expect(await recalled(book, 'where do I live?')).toEqual(['I live in Oslo'])
    expect(await recalled(book, 'what do I like?')).toEqual(['I like pie'])
    expect(await recalled(book, 'when do we publish')).toEqual(['we publish on Fridays'])
    expect(await recalled(book, 'quantum physics')).toEqual([])
    for (const all of [
      'what do you know about me?',
      'what have you got stored about me',
      'list everything you remember',
    ])
      expect([all, (await recalled(book, all)).length]).toEqual([all, 6])
    for (const chat of ['how are you?', 'hi there', 'can you do that for me', ''])
      expect([chat, await recalled(book, chat)]).toEqual([chat, []])
    for (const limit of [0, -1, Number.NaN]) expect(await recalled(book, 'dog', limit)).toEqual([])
  })

  test('puts the newer fact first, and lets what is asked for rise above it', async () => {
    const { book, clock } = await openBook(driver)
    const [old] = await keep(book, 'I collect blue stamps')
    clock.pass(400 * DAY)
    await keep(book, 'I collect blue plates')
    expect((await recalled(book, 'blue'))[0]).toBe('I collect blue plates')
    for (let use = 0; use < 6; use++)
      await book.countUses((await book.recall('stamps', { limit: 1 })).map(({ id }) => id))
    expect((await recalled(book, 'blue'))[0]).toBe('I collect blue stamps')
    expect((await book.list({ limit: 9 })).find(({ id }) => id === old?.id)).toMatchObject({
      used: 6,
      lastUsed: '2027-02-05T00:00:00.000Z',
    })
  })

  test('what is never asked for sinks', async () => {
    const { book, clock } = await openBook(driver)
    await keep(book, 'I collect blue stamps')
    const before = (await book.recall('stamps', { limit: 1 }))[0]?.score ?? 0
    clock.pass(300 * DAY)
    const after = (await book.recall('stamps', { limit: 1 }))[0]?.score ?? 0
    expect(after).toBeLessThan(before)
    expect(after).toBeGreaterThan(0)
  })

  test('recalling counts as use only when it is asked to', async () => {
    const { book } = await openBook(driver)
    await keep(book, 'I collect maps')
    await book.recall('maps', { limit: 1 })
    expect(await book.list({ limit: 1 })).toMatchObject([{ used: 0, lastUsed: null }])
  })

  test('keeps both sides of a contradiction and shows it, until one is forgotten', async () => {
    const { book, events } = await openBook(driver)
    const [rex, bella] = await keep(book, 'my dog is Rex', 'my dog is Bella')
    expect(bella?.contradicts).toEqual([rex?.id])
    expect(events.at(-1)).toMatchObject({ event: 'MEMORY_STORED', contradicts: [rex?.id] })
    const shown = await book.recall('my dog', { limit: 5 })
    expect(new Map(shown.map(({ id, contradicts }) => [id, contradicts]))).toEqual(
      new Map([
        [rex?.id, [bella?.id]],
        [bella?.id, [rex?.id]],
      ]),
    )
    valueOf(await book.forget(rex?.id ?? '', 'test'))
    expect(await book.list({ limit: 5 })).toMatchObject([{ id: bella?.id, contradicts: [] }])
  })

  test('the same fact in other words is the same fact', async () => {
    const { book, events } = await openBook(driver)
    const [first, second] = await keep(book, 'I like pie', 'I really love PIE!')
    expect(second).toEqual(first)
    expect(events).toHaveLength(1)
    expect(await book.known('i like the pie')).toEqual(first)
    expect(await book.known('I like cake')).toBeUndefined()
  })

  test('lists the newest first, page by page, and exports all', async () => {
    const { book, clock } = await openBook(driver)
    const all = Array.from({ length: 7 }, (_, at) => `I collect number${at}`)
    for (const text of all) {
      await keep(book, text)
      clock.pass(1)
    }
    const first = await book.list({ limit: 4 })
    const rest = await book.list({ limit: 4, after: first.at(-1)?.id ?? '' })
    expect([...texts(first), ...texts(rest)]).toEqual(all.toReversed())
    const exported: string[] = []
    for await (const fact of book.export()) exported.push(fact.text)
    expect(exported).toEqual(all.toReversed())
  })

  test('two facts of one moment keep their order, also when the clock is set back', async () => {
    const { book, clock } = await openBook(driver)
    await keep(book, 'I use a', 'I use b')
    clock.setWall(clock.now() - 5 * DAY)
    await keep(book, 'I use c')
    expect(texts(await book.list({ limit: 5 }))).toEqual(['I use c', 'I use b', 'I use a'])
  })

  test('an edit changes text, rating, subject and what is found, and keeps the words it rests on', async () => {
    const { book, events } = await openBook(driver)
    const [fact] = await keep(book, 'my dog is Rex')
    const edited = valueOf(await book.edit(fact?.id ?? '', 'my sister lives in Graz', 'tty'))
    expect(edited).toMatchObject({
      id: fact?.id,
      text: 'my sister lives in Graz',
      sensitivity: 'sensitive',
      span: { text: 'my dog is Rex' },
    })
    expect([await recalled(book, 'dog'), await recalled(book, 'sister')]).toEqual([[], ['my sister lives in Graz']])
    expect(events.at(-1)).toMatchObject({ event: 'MEMORY_EDITED', fact_id: fact?.id, decided_by: 'tty' })
    expect(valueOf(await book.store(draft('my dog is Bella'), 'test')).contradicts).toEqual([])
  })

  test('an edit into a secret, into nothing or into what is known already is refused, and changes nothing', async () => {
    const { book } = await openBook(driver)
    const [fact, other] = await keep(book, 'I like tea', 'I like pie')
    for (const text of ['my password is tulip', '  ', 'x'.repeat(501), 'I love pie'])
      expect(await book.edit(fact?.id ?? '', text, 'tty')).toMatchObject({ ok: false, error: { code: 'fact_refused' } })
    expect(texts(await book.list({ limit: 5 }))).toEqual([other?.text, fact?.text])
  })

  test('what is forgotten is found by nobody: not in the table, not in the index, not by its subject', async () => {
    const { book, store, index, events } = await openBook(driver)
    const [fact] = await keep(book, 'my dog is Rex')
    valueOf(await book.forget(fact?.id ?? '', 'tty'))
    expect(await store.list('facts', { limit: 10 })).toEqual([])
    expect(await store.list('fact_subjects', { limit: 10 })).toEqual([])
    expect(await index.search('my dog is Rex', 10)).toEqual([])
    expect(await recalled(book, 'my dog')).toEqual([])
    expect(events.at(-1)).toEqual({ event: 'MEMORY_FORGOTTEN', fact_id: fact?.id, session_id: 's', decided_by: 'tty' })
    expect(await book.forget(fact?.id ?? '', 'tty')).toMatchObject({ ok: false, error: { code: 'fact_unknown' } })
  })

  test('what waits for an answer is not stored, is asked once, and goes after a week', async () => {
    const { book, clock, events } = await openBook(driver)
    const wish = valueOf(await book.propose(draft('I live in Oslo')))
    expect(valueOf(await book.propose(draft('I live in OSLO')))).toEqual(wish)
    expect([await book.pending(), await book.list({ limit: 5 })]).toEqual([[wish], []])
    expect(await recalled(book, 'where do I live, in Oslo?')).toEqual([])
    expect(events).toMatchObject([{ event: 'MEMORY_ASKED', wish_id: wish.id, sensitivity: 'sensitive' }])
    clock.pass(7 * DAY)
    expect(await book.pending()).toEqual([])
    expect(await book.decide(wish.id, 'store', 'tty')).toMatchObject({ error: { code: 'fact_unknown' } })
  })

  test('an answer stores, discards, or stores in other words; it counts once', async () => {
    const { book, events } = await openBook(driver)
    const wishes = await Promise.all(
      ['I live in Oslo', 'my wife is Marta', 'I have asthma'].map(async text =>
        valueOf(await book.propose(draft(text))),
      ),
    )
    const [home, wife, health] = wishes.map(({ id }) => id)
    expect(valueOf(await book.decide(home ?? '', 'store', 'tty'))).toMatchObject({ text: 'I live in Oslo' })
    expect(valueOf(await book.decide(wife ?? '', 'discard', 'tty'))).toBeUndefined()
    expect(valueOf(await book.decide(health ?? '', { edit: 'I have mild asthma' }, 'tty'))).toMatchObject({
      text: 'I have mild asthma',
    })
    expect(texts(await book.list({ limit: 5 }))).toEqual(['I have mild asthma', 'I live in Oslo'])
    expect(events.slice(3).map(({ event }) => event)).toEqual(['MEMORY_STORED', 'MEMORY_DISCARDED', 'MEMORY_STORED'])
    for (const id of [home, wife, health, 'wish_x', '', '\0', '\ud800'])
      expect(await book.decide(id ?? '', 'store', 'tty')).toMatchObject({ error: { code: 'fact_unknown' } })
  })

  test('an answer that cannot be carried out leaves the question open', async () => {
    const { book } = await openBook(driver)
    const wish = valueOf(await book.propose(draft('I live in Oslo')))
    expect(await book.decide(wish.id, { edit: 'my password is x' }, 'tty')).toMatchObject({
      error: { code: 'fact_refused' },
    })
    expect(await book.pending()).toEqual([wish])
  })

  test('of two books that store the same at once one wins, and both give that fact', async () => {
    const { book, reopen } = await openBook(driver)
    const other = reopen()
    const [one, two] = await Promise.all([book.store(draft('I like pie'), 'a'), other.store(draft('I like pie'), 'b')])
    expect(valueOf(one).id).toBe(valueOf(two).id)
    expect(await book.list({ limit: 5 })).toHaveLength(1)
  })
})

describe('a book of more than a thousand facts', () => {
  test('is searched by its rare words; of frequent ones the newest count', async () => {
    const { book } = await openBook()
    await keep(book, 'I collect blue xylophones')
    for (let at = 0; at < 1_100; at++) await keep(book, `I collect blue number${at}`)
    expect((await recalled(book, 'which blue xylophones?'))[0]).toBe('I collect blue xylophones')
    expect(await recalled(book, 'number7 and blue', 1)).toEqual(['I collect blue number7'])
    const newest = await recalled(book, 'anything blue?', 3)
    expect(newest).toEqual(['I collect blue number1099', 'I collect blue number1098', 'I collect blue number1097'])
  })
})

describe('what is never kept', () => {
  test.each([
    'my password is tulip42',
    'the pin is 1234',
    'use sk-test-4f9a8b7c6d5e4f3a2b1c',
    '',
    ' \n',
    'x'.repeat(501),
  ])('%j', async text => {
    const { book, store, events } = await openBook()
    expect(await book.store(draft(text), 'x')).toMatchObject({ ok: false, error: { code: 'fact_refused' } })
    expect(await book.propose(draft(text))).toMatchObject({ ok: false, error: { code: 'fact_refused' } })
    expect([events, await store.list('facts', { limit: 1 }), await store.list('fact_wishes', { limit: 1 })]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('a draft that rates itself lower than the rules do is rated by the rules, one that rates itself higher by itself', async () => {
    const { book } = await openBook()
    expect(await book.store(draft('my password is tulip42', { sensitivity: 'low', kinds: [] }), 'x')).toMatchObject({
      ok: false,
    })
    expect(valueOf(await book.store(draft('I live in Oslo', { sensitivity: 'low', kinds: [] }), 'x'))).toMatchObject({
      sensitivity: 'sensitive',
    })
    expect(valueOf(await book.store(draft('I like pie', { sensitivity: 'sensitive' }), 'x'))).toMatchObject({
      sensitivity: 'sensitive',
    })
    expect(await book.store(draft('I like tea', { sensitivity: 'secret' }), 'x')).toMatchObject({ ok: false })
  })

  test('a fact without the words of the user', async () => {
    const { book } = await openBook()
    const span = { session: 's', turn: 't', start: 0, end: 0, text: ' ' }
    expect(await book.store(draft('I like pie', { span }), 'x')).toMatchObject({
      ok: false,
      error: { code: 'fact_refused' },
    })
  })
})

describe('the records', () => {
  test('never hold the text of a fact', async () => {
    const { book, events } = await openBook()
    const [fact] = await keep(book, 'I like xylophones')
    const wish = valueOf(await book.propose(draft('I live in Xylopolis')))
    await book.decide(wish.id, 'store', 'tty')
    await book.edit(fact?.id ?? '', 'I like xylography', 'tty')
    await book.forget(fact?.id ?? '', 'tty')
    const last = valueOf(await book.propose(draft('my wife is Xylia')))
    await book.decide(last.id, 'discard', 'tty')
    expect(events.map(({ event }) => event)).toEqual([
      'MEMORY_STORED',
      'MEMORY_ASKED',
      'MEMORY_STORED',
      'MEMORY_EDITED',
      'MEMORY_FORGOTTEN',
      'MEMORY_ASKED',
      'MEMORY_DISCARDED',
    ])
    expect(JSON.stringify(events)).not.toMatch(/xyl/i)
  })

  test('what cannot be recorded is neither stored nor asked; what must be forgotten is forgotten all the same', async () => {
    const { store, index, clock, book } = await openBook()
    const [fact] = await keep(book, 'I like pie')
    const silent = createFactBook({
      store,
      index,
      clock,
      record: async () => fail('ledger_unavailable', 'The log is full.'),
    })
    expect(await silent.store(draft('I like tea'), 'x')).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await silent.propose(draft('I live in Oslo'))).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await silent.edit(fact?.id ?? '', 'I like cake', 'x')).toMatchObject({
      error: { code: 'ledger_unavailable' },
    })
    expect([texts(await book.list({ limit: 5 })), await book.pending()]).toEqual([['I like pie'], []])
    expect(await silent.forget(fact?.id ?? '', 'x')).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await book.list({ limit: 5 })).toEqual([])
  })
})

/** Everything fails from the nth use on, as for a process that was killed there. */
function dyingAfter(uses: number): {
  readonly wrap: (parts: Pick<Opened, 'store' | 'index'>) => Pick<Opened, 'store' | 'index'>
  readonly used: () => number
} {
  let used = 0
  const guarded = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          if (++used > uses) return Promise.reject(new StorageFailure('killed'))
          return Reflect.apply(member, target, args)
        }
      },
    })
  return {
    wrap: ({ store, index }) => ({ store: guarded<Store>(store), index: guarded<TextIndex>(index) }),
    used: () => used,
  }
}

const HOUR = 60 * 60 * 1000

/** Facts that were there long before, so that nothing is marked any more. */
async function settled(opened: Opened, ...all: readonly string[]): Promise<readonly Fact[]> {
  const facts = await keep(opened.book, ...all)
  opened.clock.pass(2 * HOUR)
  await opened.reopen().recall('x', { limit: 1 })
  expect(await opened.store.list('fact_marks', { limit: 1 })).toEqual([])
  return facts
}

async function changes(book: FactBook, [tea, dog]: readonly Fact[]): Promise<void> {
  await book.edit(dog?.id ?? '', 'my dog is Waldo', 'x')
  await book.forget(tea?.id ?? '', 'x')
  await book.store(draft('my dog is Bella'), 'x')
  const wish = await book.propose(draft('I live in Oslo'))
  if (wish.ok) await book.decide(wish.value.id, 'store', 'x')
}

/** Table and index say the same, and every fact has its subject. */
async function expectInLine({ reopen, store, index }: Opened): Promise<void> {
  const book = reopen()
  await book.recall('anything', { limit: 1 })
  const facts = await book.list({ limit: 100 })
  const hits = await index.search('tea dog rex bella waldo oslo like live', 100)
  expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(facts.map(({ id }) => id)))
  for (const { id, text } of facts) {
    expect((await book.recall(text, { limit: 100 })).map(fact => fact.id)).toContain(id)
    expect((await book.known(text))?.id).toBe(id)
  }
  const gone = facts.some(({ text }) => text.includes('Waldo')) ? 'rex' : 'waldo'
  expect(await index.search(gone, 10)).toEqual([])
  expect(await store.list('facts', { limit: 100 })).toHaveLength(facts.length)
}

describe('a process that is killed', () => {
  test.each(Object.keys(DRIVERS))('at any step leaves a book in %s that the next one brings in line', async driver => {
    for (let step = 0, used = 1; step < used; step += driver === 'memory' ? 1 : 6) {
      const alive = await openBook(driver)
      const before = await settled(alive, 'I like tea', 'my dog is Rex')
      const dying = dyingAfter(step)
      const book = createFactBook({
        ...dying.wrap(alive),
        clock: alive.clock,
        record: async () => ({ ok: true, value: undefined }),
      })
      await changes(book, before).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(StorageFailure))
      used = dying.used()
      await expectInLine(alive)
      if (step > 200) throw new Error('It never came to its end.')
    }
  })

  test('an index that was lost is made again, and a stale one is put right', async () => {
    const opened = await openBook()
    const facts = await settled(opened, 'I like tea', 'my dog is Rex')
    for (const { id } of facts) await opened.index.remove(id)
    await opened.index.remove('index_of_facts')
    await opened.index.put('fact_never_there', 'I like tea')
    const book = opened.reopen()
    expect(await recalled(book, 'tea')).toEqual(['I like tea'])
    expect((await opened.index.search('tea', 9)).map(({ id }) => id)).toHaveLength(1)
  })

  test('after a loss of power, and after the next one, facts of the last hour are indexed again', async () => {
    const opened = await openBook()
    await settled(opened, 'I like tea')
    const [late] = await keep(opened.book, 'I like rum')
    for (const days of [0, 30]) {
      await opened.index.remove(late?.id ?? '')
      opened.clock.restart()
      opened.clock.pass(days * DAY)
      expect(await recalled(opened.reopen(), 'rum')).toEqual(['I like rum'])
    }
    opened.clock.pass(2 * HOUR)
    await opened.reopen().recall('x', { limit: 1 })
    expect(await opened.store.list('fact_marks', { limit: 9 })).toEqual([])
  })
})

describe('whatever is in the way', () => {
  test('a failing disk is a fault, and the next try may succeed', async () => {
    const opened = await openBook()
    const book = createFactBook({
      ...dyingAfter(0).wrap(opened),
      clock: opened.clock,
      record: async () => ({ ok: true, value: 0 }),
    })
    expect(await book.store(draft('I like pie'), 'x')).toMatchObject({
      ok: false,
      error: { code: 'storage_unavailable' },
    })
    expect(await book.forget('fact_x', 'x')).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } })
    await expect(book.recall('pie', { limit: 1 })).rejects.toThrow(StorageFailure)
    expect(await opened.book.store(draft('I like pie'), 'x')).toMatchObject({ ok: true })
  })

  test('rows that are not ours are passed over', async () => {
    const { book, store } = await openBook()
    await keep(book, 'I like pie')
    const row: JsonObject = { ...(await store.list('facts', { limit: 1 }))[0]?.value }
    const broken = fc.dictionary(fc.constantFrom(...Object.keys(row)), fc.jsonValue(), { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(broken, async change => {
        await store.swap('facts', 'fact_broken', { expect: 'any', next: { ...row, ...(change as JsonObject) } })
        for (const fact of await book.list({ limit: 9 }))
          expect(fact).toMatchObject({ text: expect.any(String), used: expect.any(Number) })
        await book.recall('pie', { limit: 5 })
      }),
      { numRuns: 100 },
    )
    await store.swap('fact_wishes', 'wish_broken', { expect: 'any', next: { text: 3 } })
    expect(await book.pending()).toEqual([])
  })

  test('any question is answered', async () => {
    const { book } = await openBook()
    await keep(book, 'I like pie', 'my dog is Rex')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer(), async (query, limit) => {
        expect((await book.recall(query, { limit })).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 200 },
    )
  })
})
