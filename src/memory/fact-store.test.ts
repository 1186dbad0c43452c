import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, DRIVERS, type Opened, draft, isSecret, openFacts, valueOf } from '../../test/memory/open-facts.ts'
import { type JsonObject, StorageFailure, type Store, type TextIndex, fail } from '../core/index.ts'
import { type Fact, type FactDraft, type FactStore, createFactStore } from './index.ts'

const texts = (facts: readonly { readonly text: string }[]): readonly string[] => facts.map(({ text }) => text)
const recalled = async (facts: FactStore, query: string, limit = 8): Promise<readonly string[]> =>
  texts(await facts.recall(query, { limit }))

async function keep(facts: FactStore, ...all: readonly string[]): Promise<readonly Fact[]> {
  const stored: Fact[] = []
  for (const text of all) stored.push(valueOf(await facts.store(draft(text), 'test')))
  return stored
}

describe.each(Object.keys(DRIVERS))('facts in %s', driver => {
  test('keeps what a fact was said in, and gives it back whole', async () => {
    const { facts } = await openFacts(driver)
    const span = { session: 's1', turn: 't1', start: 9, end: 22, text: 'my dog is Rex' }
    const [fact] = [
      valueOf(
        await facts.store(
          draft('my dog is Rex', { span, session: 's1', receipt: 'rcpt_1', kinds: ['relation'] }),
          'test',
        ),
      ),
    ]
    expect(fact).toEqual({
      id: expect.stringMatching(/^fact_/),
      text: 'my dog is Rex',
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
    expect(await facts.list({ limit: 10 })).toEqual([fact])
  })

  test('finds by words', async () => {
    const { facts } = await openFacts(driver)
    await keep(
      facts,
      'my dog is Rex',
      'I like pie',
      'call me Bibi',
      'I live in Oslo',
      'I collect old maps',
      'we publish on Fridays',
    )
    expect(await recalled(facts, 'what is my dog called?')).toEqual(['my dog is Rex'])
    expect(await recalled(facts, 'any maps?')).toEqual(['I collect old maps'])
    expect(await recalled(facts, 'where do I live?')).toEqual(['I live in Oslo'])
    expect(await recalled(facts, 'what do I like?')).toEqual(['I like pie'])
    expect(await recalled(facts, 'when do we publish')).toEqual(['we publish on Fridays'])
    expect(await recalled(facts, 'quantum physics')).toEqual([])
    for (const chat of ['how are you?', 'hi there', 'can you do that', ''])
      expect([chat, await recalled(facts, chat)]).toEqual([chat, []])
    for (const limit of [0, -1, Number.NaN]) expect(await recalled(facts, 'dog', limit)).toEqual([])
  })

  test('puts the newer fact first, and lets what is asked for rise above it', async () => {
    const { facts, clock } = await openFacts(driver)
    const [old] = await keep(facts, 'I collect blue stamps')
    clock.pass(400 * DAY)
    await keep(facts, 'I collect blue plates')
    expect((await recalled(facts, 'blue'))[0]).toBe('I collect blue plates')
    for (let use = 0; use < 6; use++)
      await facts.countUses((await facts.recall('stamps', { limit: 1 })).map(({ id }) => id))
    expect((await recalled(facts, 'blue'))[0]).toBe('I collect blue stamps')
    expect((await facts.list({ limit: 9 })).find(({ id }) => id === old?.id)).toMatchObject({
      used: 6,
      lastUsed: '2027-02-05T00:00:00.000Z',
    })
  })

  test('what is never asked for sinks', async () => {
    const { facts, clock } = await openFacts(driver)
    await keep(facts, 'I collect blue stamps')
    const before = (await facts.recall('stamps', { limit: 1 }))[0]?.score ?? 0
    clock.pass(300 * DAY)
    const after = (await facts.recall('stamps', { limit: 1 }))[0]?.score ?? 0
    expect(after).toBeLessThan(before)
    expect(after).toBeGreaterThan(0)
  })

  test('recalling counts as use only when it is asked to', async () => {
    const { facts } = await openFacts(driver)
    await keep(facts, 'I collect maps')
    await facts.recall('maps', { limit: 1 })
    expect(await facts.list({ limit: 1 })).toMatchObject([{ used: 0, lastUsed: null }])
  })

  test('keeps both sides of a contradiction and shows it, until one is forgotten', async () => {
    const { facts, events } = await openFacts(driver)
    const [rex, bella] = await keep(facts, 'my dog is Rex', 'my dog is Bella')
    expect(bella?.contradicts).toEqual([rex?.id])
    expect(events.at(-1)).toMatchObject({ event: 'MEMORY_STORED', contradicts: [rex?.id] })
    const shown = await facts.recall('my dog', { limit: 5 })
    expect(new Map(shown.map(({ id, contradicts }) => [id, contradicts]))).toEqual(
      new Map([
        [rex?.id, [bella?.id]],
        [bella?.id, [rex?.id]],
      ]),
    )
    valueOf(await facts.forget(rex?.id ?? '', 'test'))
    expect(await facts.list({ limit: 5 })).toMatchObject([{ id: bella?.id, contradicts: [] }])
  })

  test('the same words are the same fact, whatever their case and signs', async () => {
    const { facts, events } = await openFacts(driver)
    const [first, second] = await keep(facts, 'I like pie', 'I  like PIE!')
    expect(second).toEqual(first)
    expect(events).toHaveLength(1)
    expect(await facts.known('“i like pie”')).toEqual(first)
    expect(await facts.known('I like cake')).toBeUndefined()
  })

  test('lists the newest first, page by page, and exports all', async () => {
    const { facts, clock } = await openFacts(driver)
    const all = Array.from({ length: 7 }, (_, at) => `I collect number${at}`)
    for (const text of all) {
      await keep(facts, text)
      clock.pass(1)
    }
    const first = await facts.list({ limit: 4 })
    const rest = await facts.list({ limit: 4, after: first.at(-1)?.id ?? '' })
    expect([...texts(first), ...texts(rest)]).toEqual(all.toReversed())
    const exported: string[] = []
    for await (const fact of facts.export()) exported.push(fact.text)
    expect(exported).toEqual(all.toReversed())
  })

  test('two facts of one moment keep their order, also when the clock is set back', async () => {
    const { facts, clock } = await openFacts(driver)
    await keep(facts, 'I use a', 'I use b')
    clock.setWall(clock.now() - 5 * DAY)
    await keep(facts, 'I use c')
    expect(texts(await facts.list({ limit: 5 }))).toEqual(['I use c', 'I use b', 'I use a'])
  })

  test('an edit changes text, rating and what is found, and keeps the words it rests on', async () => {
    const { facts, events } = await openFacts(driver)
    const [fact] = await keep(facts, 'my dog is Rex')
    const edited = valueOf(await facts.edit(fact?.id ?? '', 'my sister lives in Graz', 'tty'))
    expect(edited).toMatchObject({
      id: fact?.id,
      text: 'my sister lives in Graz',
      sensitivity: 'unrated',
      span: { text: 'my dog is Rex' },
    })
    expect([await recalled(facts, 'dog'), await recalled(facts, 'sister')]).toEqual([[], ['my sister lives in Graz']])
    expect(events.at(-1)).toMatchObject({ event: 'MEMORY_EDITED', fact_id: fact?.id, decided_by: 'tty' })
    expect(valueOf(await facts.store(draft('my dog is Bella'), 'test')).contradicts).toEqual([])
  })

  test('an edit into a secret, into nothing or into what is known already is refused, and changes nothing', async () => {
    const { facts } = await openFacts(driver)
    const [fact, other] = await keep(facts, 'I like tea', 'I like pie')
    for (const text of ['password: tulip42', '  ', 'x'.repeat(501), 'i like PIE'])
      expect(await facts.edit(fact?.id ?? '', text, 'tty')).toMatchObject({
        ok: false,
        error: { code: 'fact_refused' },
      })
    expect(texts(await facts.list({ limit: 5 }))).toEqual([other?.text, fact?.text])
  })

  test('what is forgotten is found by nobody: not in the table, not in the index, not by its place', async () => {
    const { facts, store, index, events } = await openFacts(driver)
    const [fact] = await keep(facts, 'my dog is Rex')
    valueOf(await facts.forget(fact?.id ?? '', 'tty'))
    expect(await store.list('facts', { limit: 10 })).toEqual([])
    expect(await store.list('fact_subjects', { limit: 10 })).toEqual([])
    expect(await index.search('my dog is Rex', 10)).toEqual([])
    expect(await recalled(facts, 'my dog')).toEqual([])
    expect(events.at(-1)).toEqual({ event: 'MEMORY_FORGOTTEN', fact_id: fact?.id, session_id: 's', decided_by: 'tty' })
    expect(await facts.forget(fact?.id ?? '', 'tty')).toMatchObject({ ok: false, error: { code: 'fact_unknown' } })
  })

  test('what waits for an answer is not stored, is asked once, and goes after a week', async () => {
    const { facts, clock, events } = await openFacts(driver)
    const wish = valueOf(await facts.propose(draft('I live in Oslo')))
    expect(valueOf(await facts.propose(draft('I live in OSLO')))).toEqual(wish)
    expect([await facts.pending(), await facts.list({ limit: 5 })]).toEqual([[wish], []])
    expect(await recalled(facts, 'where do I live, in Oslo?')).toEqual([])
    expect(events).toMatchObject([{ event: 'MEMORY_ASKED', wish_id: wish.id, sensitivity: 'low' }])
    clock.pass(7 * DAY)
    expect(await facts.pending()).toEqual([])
    expect(await facts.decide(wish.id, 'store', 'tty')).toMatchObject({ error: { code: 'fact_unknown' } })
  })

  test('an answer stores, discards, or stores in other words; it counts once', async () => {
    const { facts, events } = await openFacts(driver)
    const wishes = await Promise.all(
      ['I live in Oslo', 'my wife is Marta', 'I have asthma'].map(async text =>
        valueOf(await facts.propose(draft(text))),
      ),
    )
    const [home, wife, health] = wishes.map(({ id }) => id)
    expect(valueOf(await facts.decide(home ?? '', 'store', 'tty'))).toMatchObject({ text: 'I live in Oslo' })
    expect(valueOf(await facts.decide(wife ?? '', 'discard', 'tty'))).toBeUndefined()
    expect(valueOf(await facts.decide(health ?? '', { edit: 'I have mild asthma' }, 'tty'))).toMatchObject({
      text: 'I have mild asthma',
      sensitivity: 'unrated',
    })
    expect(texts(await facts.list({ limit: 5 }))).toEqual(['I have mild asthma', 'I live in Oslo'])
    expect(events.slice(3).map(({ event }) => event)).toEqual(['MEMORY_STORED', 'MEMORY_DISCARDED', 'MEMORY_STORED'])
    for (const id of [home, wife, health, 'wish_x', '', '\0', '\ud800'])
      expect(await facts.decide(id ?? '', 'store', 'tty')).toMatchObject({ error: { code: 'fact_unknown' } })
  })

  test('an answer that cannot be carried out leaves the question open', async () => {
    const { facts } = await openFacts(driver)
    const wish = valueOf(await facts.propose(draft('I live in Oslo')))
    expect(await facts.decide(wish.id, { edit: 'password: tulip42' }, 'tty')).toMatchObject({
      error: { code: 'fact_refused' },
    })
    expect(await facts.pending()).toEqual([wish])
  })

  test('of two books that store the same at once one wins, and both give that fact', async () => {
    const { facts, reopen } = await openFacts(driver)
    const other = reopen()
    const [one, two] = await Promise.all([facts.store(draft('I like pie'), 'a'), other.store(draft('I like pie'), 'b')])
    expect(valueOf(one).id).toBe(valueOf(two).id)
    expect(await facts.list({ limit: 5 })).toHaveLength(1)
  })
})

describe('a store of more than a thousand facts', () => {
  test('is searched by its rare words; of frequent ones the newest count', async () => {
    const { facts } = await openFacts()
    await keep(facts, 'I collect blue xylophones')
    for (let at = 0; at < 1_100; at++) await keep(facts, `I collect blue number${at}`)
    expect((await recalled(facts, 'which blue xylophones?'))[0]).toBe('I collect blue xylophones')
    expect(await recalled(facts, 'number7 and blue', 1)).toEqual(['I collect blue number7'])
    const newest = await recalled(facts, 'anything blue?', 3)
    expect(newest).toEqual(['I collect blue number1099', 'I collect blue number1098', 'I collect blue number1097'])
  })
})

describe('what is never kept', () => {
  test.each([
    'password: tulip42',
    'my card is 4111 1111 1111 1111',
    'use sk-test-4f9a8b7c6d5e4f3a2b1c',
    '',
    ' \n',
    'x'.repeat(501),
  ])('%j', async text => {
    const { facts, store, events } = await openFacts()
    expect(await facts.store(draft(text), 'x')).toMatchObject({ ok: false, error: { code: 'fact_refused' } })
    expect(await facts.propose(draft(text))).toMatchObject({ ok: false, error: { code: 'fact_refused' } })
    expect([events, await store.list('facts', { limit: 1 }), await store.list('fact_wishes', { limit: 1 })]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('a fact that rests on a secret, though its own words hold none', async () => {
    const { facts } = await openFacts()
    const span = { session: 's', turn: 't', start: 0, end: 17, text: 'password: tulip42' }
    expect(await facts.store(draft('I like tulips', { span }), 'x')).toMatchObject({ ok: false })
  })

  test('a fact without the words of the user', async () => {
    const { facts } = await openFacts()
    const span = { session: 's', turn: 't', start: 0, end: 0, text: ' ' }
    expect(await facts.store(draft('I like pie', { span }), 'x')).toMatchObject({
      ok: false,
      error: { code: 'fact_refused' },
    })
  })
})

test('a text with a shape is sensitive, whatever the draft says; a rating is never lowered', async () => {
  const { facts } = await openFacts()
  const rated = async (text: string, sensitivity: FactDraft['sensitivity']): Promise<Fact> =>
    valueOf(await facts.store(draft(text, { sensitivity }), 'x'))
  expect(await rated('I live at 4 Hill Road', 'low')).toMatchObject({ sensitivity: 'sensitive', kinds: ['number'] })
  expect(await rated('I have asthma', 'sensitive')).toMatchObject({ sensitivity: 'sensitive', kinds: [] })
  expect(await rated('I like pie', 'low')).toMatchObject({ sensitivity: 'low', kinds: [] })
})

describe('the records', () => {
  test('never hold the text of a fact', async () => {
    const { facts, events } = await openFacts()
    const [fact] = await keep(facts, 'I like xylophones')
    const wish = valueOf(await facts.propose(draft('I live in Xylopolis')))
    await facts.decide(wish.id, 'store', 'tty')
    await facts.edit(fact?.id ?? '', 'I like xylography', 'tty')
    await facts.forget(fact?.id ?? '', 'tty')
    const last = valueOf(await facts.propose(draft('my wife is Xylia')))
    await facts.decide(last.id, 'discard', 'tty')
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
    const { store, index, clock, facts } = await openFacts()
    const [fact] = await keep(facts, 'I like pie')
    const silent = createFactStore({
      store,
      index,
      clock,
      isSecret,
      record: async () => fail('ledger_unavailable', 'The log is full.'),
    })
    expect(await silent.store(draft('I like tea'), 'x')).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await silent.propose(draft('I live in Oslo'))).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await silent.edit(fact?.id ?? '', 'I like cake', 'x')).toMatchObject({
      error: { code: 'ledger_unavailable' },
    })
    expect([texts(await facts.list({ limit: 5 })), await facts.pending()]).toEqual([['I like pie'], []])
    expect(await silent.forget(fact?.id ?? '', 'x')).toMatchObject({ error: { code: 'ledger_unavailable' } })
    expect(await facts.list({ limit: 5 })).toEqual([])
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
  const kept = await keep(opened.facts, ...all)
  opened.clock.pass(2 * HOUR)
  await opened.reopen().recall('x', { limit: 1 })
  expect(await opened.store.list('fact_marks', { limit: 1 })).toEqual([])
  return kept
}

async function changes(facts: FactStore, [tea, dog]: readonly Fact[]): Promise<void> {
  await facts.edit(dog?.id ?? '', 'my dog is Waldo', 'x')
  await facts.forget(tea?.id ?? '', 'x')
  await facts.store(draft('my dog is Bella'), 'x')
  const wish = await facts.propose(draft('I live in Oslo'))
  if (wish.ok) await facts.decide(wish.value.id, 'store', 'x')
}

/** Table and index say the same, and every fact has its place. */
async function expectInLine({ reopen, store, index }: Opened): Promise<void> {
  const facts = reopen()
  await facts.recall('anything', { limit: 1 })
  const kept = await facts.list({ limit: 100 })
  const hits = await index.search('tea dog rex bella waldo oslo like live', 100)
  expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)))
  for (const { id, text } of kept) {
    expect((await facts.recall(text, { limit: 100 })).map(fact => fact.id)).toContain(id)
    expect((await facts.known(text))?.id).toBe(id)
  }
  const gone = kept.some(({ text }) => text.includes('Waldo')) ? 'rex' : 'waldo'
  expect(await index.search(gone, 10)).toEqual([])
  expect(await store.list('facts', { limit: 100 })).toHaveLength(kept.length)
}

describe('a process that is killed', () => {
  test.each(Object.keys(DRIVERS))('at any step leaves facts in %s that the next one brings in line', async driver => {
    for (let step = 0, used = 1; step < used; step += driver === 'memory' ? 1 : 6) {
      const alive = await openFacts(driver)
      const before = await settled(alive, 'I like tea', 'my dog is Rex')
      const dying = dyingAfter(step)
      const facts = createFactStore({
        ...dying.wrap(alive),
        clock: alive.clock,
        isSecret,
        record: async () => ({ ok: true, value: undefined }),
      })
      await changes(facts, before).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(StorageFailure))
      used = dying.used()
      await expectInLine(alive)
      if (step > 200) throw new Error('It never came to its end.')
    }
  })

  test('an index that was lost is made again, and a stale one is put right', async () => {
    const opened = await openFacts()
    const kept = await settled(opened, 'I like tea', 'my dog is Rex')
    for (const { id } of kept) await opened.index.remove(id)
    await opened.index.remove('index_of_facts')
    await opened.index.put('fact_never_there', 'I like tea')
    const facts = opened.reopen()
    expect(await recalled(facts, 'tea')).toEqual(['I like tea'])
    expect((await opened.index.search('tea', 9)).map(({ id }) => id)).toHaveLength(1)
  })

  test('the index of an earlier version is made again, and facts take new places', async () => {
    const opened = await openFacts()
    const [rex] = await settled(opened, 'my dog is Rex')
    for (const { key } of await opened.store.list('fact_subjects', { limit: 9 }))
      await opened.store.swap('fact_subjects', key, { expect: 'any' })
    await opened.store.swap('fact_subjects', 'old/place', { expect: 'absent', next: { id: rex?.id ?? '' } })
    await opened.store.swap('fact_meta', 'index_2', { expect: 'any' })
    const facts = opened.reopen()
    expect(await facts.known('my dog is rex')).toMatchObject({ id: rex?.id })
    expect(await recalled(facts, 'dog')).toEqual(['my dog is Rex'])
    expect((await opened.store.list('fact_subjects', { limit: 9 })).map(({ key }) => key)).not.toContain('old/place')
  })

  test('after a loss of power, and after the next one, facts of the last hour are indexed again', async () => {
    const opened = await openFacts()
    await settled(opened, 'I like tea')
    const [late] = await keep(opened.facts, 'I like rum')
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
    const opened = await openFacts()
    const facts = createFactStore({
      ...dyingAfter(0).wrap(opened),
      clock: opened.clock,
      isSecret,
      record: async () => ({ ok: true, value: 0 }),
    })
    expect(await facts.store(draft('I like pie'), 'x')).toMatchObject({
      ok: false,
      error: { code: 'storage_unavailable' },
    })
    expect(await facts.forget('fact_x', 'x')).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } })
    await expect(facts.recall('pie', { limit: 1 })).rejects.toThrow(StorageFailure)
    expect(await opened.facts.store(draft('I like pie'), 'x')).toMatchObject({ ok: true })
  })

  test('rows that are not ours are passed over', async () => {
    const { facts, store } = await openFacts()
    await keep(facts, 'I like pie')
    const row: JsonObject = { ...(await store.list('facts', { limit: 1 }))[0]?.value }
    const broken = fc.dictionary(fc.constantFrom(...Object.keys(row)), fc.jsonValue(), { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(broken, async change => {
        await store.swap('facts', 'fact_broken', { expect: 'any', next: { ...row, ...(change as JsonObject) } })
        for (const fact of await facts.list({ limit: 9 }))
          expect(fact).toMatchObject({ text: expect.any(String), used: expect.any(Number) })
        await facts.recall('pie', { limit: 5 })
      }),
      { numRuns: 100 },
    )
    await store.swap('fact_wishes', 'wish_broken', { expect: 'any', next: { text: 3 } })
    expect(await facts.pending()).toEqual([])
  })

  test('any question is answered', async () => {
    const { facts } = await openFacts()
    await keep(facts, 'I like pie', 'my dog is Rex')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer(), async (query, limit) => {
        expect((await facts.recall(query, { limit })).length).toBeLessThanOrEqual(2)
      }),
      { numRuns: 200 },
    )
  })
})
