import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runChild } from '../../test/children/run-child.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type TestClock, testClock } from '../../test/test-clock.ts'
import { type JsonObject, type Store, StorageFailure, systemClock } from '../core/index.ts'
import { createMemoryStore, openSqliteStore } from '../storage/index.ts'
import { type Remembered, type SessionStore, createEventLog, createPlanStore, createSessionStore } from './index.ts'

const ABOUT = { model: 'small', agent: 'default' }
const say = (turn: string, text: string): Remembered => ({ role: 'user', text, turn })
const answer = (turn: string, text: string): Remembered => ({ role: 'assistant', text, turn })
const call = (turn: string, text: string): Remembered => ({
  role: 'call',
  turn,
  tool: 'file_reader',
  args: { path: 'a.md' },
  text,
  receipt: 'rcpt_1',
  ok: true,
})
const texts = async (sessions: SessionStore, id = 's'): Promise<string[]> =>
  (await sessions.load(id)).messages.map(({ text }) => text)
const MANUAL = { method: 'Manual', model: 'small' } as const

const STORES: Record<string, (clock: TestClock) => Promise<Store>> = {
  memory: async clock => createMemoryStore({ clock }),
  file: clock => openSqliteStore({ path: join(temporaryFolder().path, 'store.db'), clock }),
}

type Opened = { readonly sessions: SessionStore; readonly store: Store; readonly clock: TestClock }

describe.each(Object.keys(STORES))('the session store over a store in %s', kind => {
  async function open(): Promise<Opened> {
    const clock = testClock()
    const store = await STORES[kind]!(clock)
    onTestFinished(() => store.close())
    return { store, clock, sessions: createSessionStore({ store, clock }) }
  }
  /** Three turns of two messages each. */
  async function openWithTurns(): Promise<Opened> {
    const opened = await open()
    for (const n of [1, 2, 3])
      await opened.sessions.remember('s', [say(`t${n}`, `q${n}`), answer(`t${n}`, `a${n}`)], ABOUT)
    return opened
  }

  test('what is remembered comes back whole and in order', async () => {
    const { sessions } = await open()
    const first = [say('t1', 'Hello'), call('t1', 'one line'), answer('t1', 'Done.')]
    expect(await sessions.remember('s', first, ABOUT)).toEqual({ ok: true, value: undefined })
    await sessions.remember('s', [say('t2', 'More')], ABOUT)
    expect(await sessions.load('s')).toEqual({
      id: 's',
      knowledge: [],
      messages: [...first, say('t2', 'More')],
      turns: 2,
      from: 0,
    })
  })

  test('what is forgotten is gone with its summaries, its events and what was kept for it; others are not touched', async () => {
    const { sessions, store, clock } = await openWithTurns()
    await sessions.remember('other', [say('t1', 'stays')], ABOUT)
    await sessions.compact('s', { ...MANUAL, summary: 'What was said.', replaces: 2 })
    const events = createEventLog({ store, clock, keepMs: () => 1_000 })
    await events.append('s', [{ id: 1, event: { type: 'x' } }])
    const plan = { session: 's', tool: 'file_delete', groups: [] }
    const { id } = await createPlanStore(store).keep(plan)
    expect(await sessions.forget('s')).toMatchObject({
      ok: true,
      value: { info: { id: 's', turns: 3 }, isErased: false },
    })
    expect([
      await sessions.info('s'),
      await texts(sessions),
      await sessions.summaries('s'),
      await events.last('s'),
    ]).toEqual([undefined, [], [], 0])
    expect(await createPlanStore(store).find(id, 's')).toBeUndefined()
    expect((await sessions.list({ limit: 9 })).map(info => info.id)).toEqual(['other'])
    expect(await sessions.forget('s')).toMatchObject({ ok: false, error: { code: 'resource_unknown' } })
    await sessions.remember('s', [say('t9', 'anew')], ABOUT)
    expect([await texts(sessions), (await sessions.info('s'))?.turns]).toEqual([['anew'], 1])
  })

  test('an unknown session is empty, and looking at it writes nothing', async () => {
    const { sessions } = await open()
    expect(await sessions.load('nobody')).toEqual({ id: 'nobody', knowledge: [], messages: [], turns: 0, from: 0 })
    expect(await sessions.clear('nobody')).toEqual({ ok: true, value: undefined })
    expect(await sessions.summaries('nobody')).toEqual([])
    expect(await sessions.list({ limit: 10 })).toEqual([])
    expect(await sessions.latest()).toBeUndefined()
  })

  test('a second session store over the same store sees the same', async () => {
    const { store, clock } = await openWithTurns()
    expect(await texts(createSessionStore({ store, clock }))).toEqual(['q1', 'a1', 'q2', 'a2', 'q3', 'a3'])
  })

  test('what others do to a session between two turns is seen by the next one', async () => {
    const { store, clock } = await openWithTurns()
    const [one, other] = [createSessionStore({ store, clock }), createSessionStore({ store, clock })]
    expect(await texts(one)).toEqual(['q1', 'a1', 'q2', 'a2', 'q3', 'a3'])
    await one.remember('s', [say('t4', 'q4'), answer('t4', 'a4')], ABOUT)
    expect(await texts(one)).toEqual(['q1', 'a1', 'q2', 'a2', 'q3', 'a3', 'q4', 'a4'])
    await other.remember('s', [say('t5', 'q5')], ABOUT)
    expect(await one.load('s')).toEqual(await other.load('s'))
    await other.compact('s', { ...MANUAL, summary: 'short', replaces: 8 })
    expect(await one.load('s')).toMatchObject({ knowledge: ['short'], messages: [{ text: 'q5' }] })
    await one.remember('s', [say('t6', 'q6')], ABOUT)
    await other.forget('s')
    expect(await texts(one)).toEqual([])
    await one.remember('s', [say('t7', 'q7')], ABOUT)
    expect([await one.load('s'), await other.info('s')]).toMatchObject([
      { turns: 1, messages: [{ text: 'q7' }] },
      { turns: 1 },
    ])
  })

  test('which session was used last is known, whoever used it', async () => {
    const { store, clock } = await openWithTurns()
    const [one, other] = [createSessionStore({ store, clock }), createSessionStore({ store, clock })]
    const use = async (sessions: SessionStore, id: string, turn: string): Promise<string | undefined> => {
      clock.pass(1)
      await sessions.remember(id, [say(turn, 'q')], ABOUT)
      return (await other.latest())?.id
    }
    for (const turn of ['t4', 't5', 't6']) expect(await use(one, 's', turn)).toBe('s')
    expect([await use(other, 'x', 't1'), await use(one, 's', 't7')]).toEqual(['x', 's'])
    expect([await use(one, 'y', 't1'), await use(one, 's', 't8')]).toEqual(['y', 's'])
    expect((await other.list({ limit: 9 })).map(({ id }) => id)).toEqual(['s', 'y', 'x'])
  })

  test('[MEM-13] a compaction makes the knowledge longer, the messages fewer, and is one row in `summaries`', async () => {
    const { sessions } = await openWithTurns()
    await sessions.compact('s', {
      method: 'Autonomous',
      summary: 'Two questions were asked.',
      replaces: 4,
      model: 'small',
    })
    expect(await sessions.load('s')).toMatchObject({
      knowledge: ['Two questions were asked.'],
      messages: [{ text: 'q3' }, { text: 'a3' }],
      turns: 3,
    })
    expect(await sessions.summaries('s')).toEqual([
      {
        session: 's',
        seq: 7,
        at: '2026-01-01T00:00:00.000Z',
        compaction_method: 'Autonomous',
        summary: 'Two questions were asked.',
        replaced: 4,
        through: 4,
        model: 'small',
      },
    ])
  })

  test('[MEM-14] the three ways to compact stay apart in `compaction_method`', async () => {
    const { sessions, store } = await openWithTurns()
    for (const method of ['Triggered', 'Manual', 'Autonomous'] as const)
      expect(await sessions.compact('s', { method, summary: method, replaces: 2, model: 'small' })).toMatchObject({
        ok: true,
      })
    const rows = await store.list('summaries', { limit: 10 })
    expect(rows.map(({ value }) => value['compaction_method'])).toEqual(['Triggered', 'Manual', 'Autonomous'])
    expect((await sessions.summaries('s')).map(row => row['compaction_method'])).toEqual([
      'Triggered',
      'Manual',
      'Autonomous',
    ])
  })

  test('[MEM-15] a second summary is added to the first one', async () => {
    const { sessions } = await openWithTurns()
    await sessions.compact('s', { ...MANUAL, summary: 'first', replaces: 2 })
    await sessions.compact('s', { ...MANUAL, summary: 'second', replaces: 2 })
    expect(await sessions.load('s')).toMatchObject({
      knowledge: ['first', 'second'],
      messages: [{ text: 'q3' }, { text: 'a3' }],
    })
  })

  test('after a clear neither messages nor knowledge are shown, and the session goes on', async () => {
    const { sessions } = await openWithTurns()
    await sessions.compact('s', { ...MANUAL, summary: 'old', replaces: 2 })
    await sessions.clear('s')
    expect(await sessions.load('s')).toMatchObject({ knowledge: [], messages: [], turns: 3 })
    await sessions.remember('s', [say('t4', 'q4')], ABOUT)
    await sessions.compact('s', { ...MANUAL, summary: 'new', replaces: 1 })
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['new'], messages: [], turns: 4 })
    expect((await sessions.summaries('s')).map(row => row['summary'])).toEqual(['old', 'new'])
  })

  test('messages that came while it was summarised stay', async () => {
    const { sessions } = await openWithTurns()
    const { from } = await sessions.load('s')
    await sessions.remember('s', [say('t4', 'q4')], ABOUT)
    expect(await sessions.compact('s', { ...MANUAL, summary: 'x', replaces: 4, from })).toMatchObject({ ok: true })
    expect(await texts(sessions)).toEqual(['q3', 'a3', 'q4'])
  })

  test.each([
    ['cleared', (sessions: SessionStore) => sessions.clear('s')],
    ['compacted', (sessions: SessionStore) => sessions.compact('s', { ...MANUAL, summary: 'other', replaces: 2 })],
  ])('a summary of what was %s meanwhile changes nothing', async (_what, meanwhile) => {
    const { sessions } = await openWithTurns()
    const { from } = await sessions.load('s')
    await meanwhile(sessions)
    await sessions.remember('s', [say('t4', 'q4'), answer('t4', 'a4')], ABOUT)
    const before = await sessions.load('s')
    expect(await sessions.compact('s', { ...MANUAL, summary: 'late', replaces: 2, from })).toMatchObject({
      error: { code: 'turn_busy' },
    })
    expect(await sessions.load('s')).toEqual(before)
  })

  test('of two who summarise the same messages at once only one is heard', async () => {
    const { sessions, store, clock } = await openWithTurns()
    const { from } = await sessions.load('s')
    const other = createSessionStore({ store, clock })
    const done = await Promise.all(
      [sessions, other].map(each => each.compact('s', { ...MANUAL, summary: 'same', replaces: 2, from })),
    )
    expect(done.filter(({ ok }) => ok).length).toBe(1)
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['same'], messages: { length: 4 } })
  })

  test.each([0, -1, 1.5, Number.NaN, 7])('a summary that would replace %s of six messages is refused', async count => {
    const { sessions } = await openWithTurns()
    expect(await sessions.compact('s', { ...MANUAL, summary: 'x', replaces: count })).toMatchObject({ ok: false })
    expect(await sessions.load('s')).toMatchObject({ knowledge: [], messages: { length: 6 } })
  })

  test('loading reads nothing that a compaction or clear has put behind it', async () => {
    const { sessions, store, clock } = await openWithTurns()
    const starts: number[] = []
    const watched: Store = {
      ...store,
      read(stream, place) {
        starts.push(place.after)
        return store.read(stream, place)
      },
    }
    const reader = createSessionStore({ store: watched, clock })
    await sessions.compact('s', { ...MANUAL, summary: 'x', replaces: 4 })
    await reader.load('s')
    await sessions.clear('s')
    await reader.load('s')
    expect(starts).toEqual([4, 8])
  })

  test('sessions are listed with what was used last first, page by page', async () => {
    const { sessions, clock } = await open()
    for (const id of ['one', 'two', 'three']) {
      await sessions.remember(id, [say('t', `About ${id}`)], ABOUT)
      clock.pass(1_000)
    }
    await sessions.remember('one', [say('t2', 'again')], { model: 'large', agent: 'other' })
    expect(await sessions.list({ limit: 1 })).toEqual([
      {
        id: 'one',
        title: 'About one',
        created: '2026-01-01T00:00:00.000Z',
        updated: '2026-01-01T00:00:03.000Z',
        turns: 2,
        model: 'large',
        agent: 'other',
      },
    ])
    expect((await sessions.list({ limit: 10 })).map(({ id }) => id)).toEqual(['one', 'three', 'two'])
    expect((await sessions.list({ limit: 10, after: 'one' })).map(({ id }) => id)).toEqual(['three', 'two'])
    expect(await sessions.list({ limit: 10, after: 'unknown' })).toEqual([])
    expect(await sessions.list({ limit: 0 })).toEqual([])
    expect((await sessions.latest())?.id).toBe('one')
    expect((await sessions.latest('default'))?.id).toBe('three')
    expect(await sessions.latest('nobody')).toBeUndefined()
  })

  test('within one millisecond the last used is still the first', async () => {
    const { sessions } = await open()
    for (const id of ['b', 'a', 'c', 'a']) await sessions.remember(id, [say('t', id)], ABOUT)
    expect((await sessions.list({ limit: 10 })).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  })

  test.each([
    ['  Write\n\ta   poem\u202e\u0007 please ', 'Write a poem please'],
    [`Please${' word'.repeat(40)}`, `Please${' word'.repeat(14)}…`],
    ['字'.repeat(100), `${'字'.repeat(79)}…`],
  ])('a title is one line of at most 80 characters (%#)', async (text, title) => {
    const { sessions } = await open()
    await sessions.remember('s', [answer('t', 'Welcome'), say('t', text)], ABOUT)
    const found = (await sessions.latest())?.title ?? ''
    expect(found.length).toBeLessThanOrEqual(80)
    expect(found).toBe(title)
  })

  test('one process more changes nothing that another one wrote', async () => {
    const { store, clock } = await open()
    const stores = Array.from({ length: 4 }, () => createSessionStore({ store, clock }))
    await Promise.all(
      stores.flatMap((sessions, n) =>
        Array.from({ length: 10 }, (_, k) => sessions.remember('s', [say(`t${n}.${k}`, `${n}.${k}`)], ABOUT)),
      ),
    )
    const { messages, turns } = await stores[0]!.load('s')
    expect(new Set(messages.map(({ text }) => text)).size).toBe(40)
    expect(turns).toBe(40)
    expect(await stores[0]!.list({ limit: 10 })).toMatchObject([{ id: 's', turns: 40 }])
  })

  test.each(['', 'a\0b', 'line\nbreak', '\ud800', 'x'.repeat(257)])('%j is no session', async id => {
    const { sessions } = await open()
    expect(await sessions.remember(id, [say('t', 'x')], ABOUT)).toMatchObject({ error: { code: 'usage_invalid' } })
    expect(await sessions.load(id)).toMatchObject({ messages: [] })
  })

  test('ids that begin alike share nothing', async () => {
    const { sessions } = await open()
    for (const id of ['a', 'a/b', 'ab', '字'.repeat(256)]) {
      await sessions.remember(id, [say('t', id)], ABOUT)
      await sessions.compact(id, { ...MANUAL, summary: id, replaces: 1 })
    }
    for (const id of ['a', 'a/b', 'ab', '字'.repeat(256)]) expect((await sessions.load(id)).knowledge).toEqual([id])
  })

  test('a turn is kept whole or not at all', async () => {
    const { sessions } = await open()
    const kept = await sessions.remember('s', [say('t', 'fine'), say('', 'without a turn')], ABOUT)
    expect(kept).toMatchObject({ error: { code: 'usage_invalid' } })
    expect(await texts(sessions)).toEqual([])
  })

  test('what is far too long is cut with a mark', async () => {
    const { sessions } = await open()
    await sessions.remember(
      's',
      [{ ...call('t', 'x'.repeat(3_000_000)), args: { content: 'y'.repeat(300_000) } } as Remembered],
      ABOUT,
    )
    const [message] = (await sessions.load('s')).messages
    expect(message?.text).toMatch(/^x+\n\[\d+ characters not kept\]\nx+$/)
    expect(message?.text.length).toBeLessThanOrEqual(1_000_000)
    expect(message).toMatchObject({ args: { not_kept: '300014 characters of arguments' } })
  })

  test('foreign records are passed over, wherever they stand', async () => {
    const { sessions, store } = await open()
    const foreign = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonObject[string]>),
      fc.record(
        {
          kind: fc.constantFrom('message', 'clear', 'compaction', 'other', 1),
          at: fc.oneof(fc.constantFrom('now', '', 7), fc.constant('2026-01-01T00:00:00.000Z')),
          role: fc.constantFrom('user', 'call', 'system', null),
          turn: fc.oneof(fc.string(), fc.integer()),
          text: fc.constantFrom(1, null),
          through: fc.oneof(
            fc.integer({ max: 0 }),
            fc.double({ noNaN: true, noDefaultInfinity: true, max: 0 }),
            fc.string(),
          ),
          replaced: fc.integer(),
          summary: fc.string(),
          method: fc.constantFrom('Manual', 'Other'),
        },
        { requiredKeys: ['kind', 'through', 'text'] },
      ),
    )
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(foreign, { maxLength: 8 }), async records => {
        const id = `s${runs++}`
        await sessions.remember(id, [say('t1', 'first')], ABOUT)
        const harmless = records.filter(
          record => !(record['kind'] === 'clear' && record['at'] === '2026-01-01T00:00:00.000Z'),
        ) as JsonObject[]
        await store.append(`conversation/${id}`, harmless)
        await sessions.remember(id, [say('t2', 'second')], ABOUT)
        expect(await texts(sessions, id)).toEqual(['first', 'second'])
        expect((await sessions.latest())?.turns).toBe(2)
      }),
      { numRuns: kind === 'memory' ? 100 : 20 },
    )
  })

  test.each([
    ['what is yet to come', 99],
    ['itself', 8],
    ['what was put away before', 2],
  ])('a record that claims to summarise %s hides nothing', async (_what, through) => {
    const { sessions, store } = await openWithTurns()
    await sessions.compact('s', { ...MANUAL, summary: 'kept', replaces: 2 })
    const claim = {
      kind: 'compaction',
      at: '2026-01-01T00:00:00.000Z',
      method: 'Manual',
      summary: 'false',
      through,
      replaced: 1,
      model: '',
    }
    await store.append('conversation/s', [claim])
    for (const text of ['q4', 'q5']) {
      expect(await sessions.load('s')).toMatchObject({
        knowledge: ['kept'],
        messages: [{ text: 'q2' }, {}, {}, {}, ...(text === 'q5' ? [{}] : [])],
      })
      await sessions.remember('s', [say(text, text)], ABOUT)
    }
    expect((await sessions.summaries('s')).length).toBe(1)
  })

  test('a foreign row in place of the session is counted anew from what was said', async () => {
    const { sessions, store } = await openWithTurns()
    await sessions.compact('s', { ...MANUAL, summary: 'kept', replaces: 2 })
    const rows: JsonObject[] = [
      {},
      { seen: 'x' },
      { seen: 3, after: 5, cleared: 0, turns: 1, created: '', updated: '' },
      { seen: 1e300, after: 0, cleared: 0, turns: 0 },
    ]
    for (const next of rows) {
      await store.swap('sessions', 's', { expect: 'any', next })
      expect(await sessions.load('s')).toMatchObject({ knowledge: ['kept'], messages: { length: 4 }, turns: 3 })
    }
    await sessions.remember('s', [say('t4', 'q4')], ABOUT)
    expect(await sessions.list({ limit: 10 })).toMatchObject([{ id: 's', title: 'q1', turns: 4 }])
  })
})

/** A store that fails on what it is told to. */
function failing(store: Store, fails: { swap?: boolean; append?: boolean; unreadable?: number }): Store {
  const broken = new StorageFailure('the disk is full')
  return {
    ...store,
    append: ((stream: string, records: JsonObject[], seq?: number) =>
      fails.append ? Promise.reject(broken) : store.append(stream, records, seq)) as Store['append'],
    swap: (table, key, change) => (fails.swap ? Promise.reject(broken) : store.swap(table, key, change)),
    together: changes => (fails.swap || fails.append ? Promise.reject(broken) : store.together(changes)),
    async *read(stream, from) {
      for await (const each of store.read(stream, from)) {
        if (each.seq === fails.unreadable) throw broken
        yield each
      }
    },
  }
}

describe('when the store fails', () => {
  test('a turn that was not appended is not remembered, and says so', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const sessions = createSessionStore({ store: failing(store, { append: true }), clock: testClock() })
    expect(await sessions.remember('s', [say('t', 'x')], ABOUT)).toMatchObject({
      error: { code: 'storage_unavailable' },
    })
    expect((await sessions.load('s')).messages).toEqual([])
  })

  test('a crash between the records and their counting loses neither messages, summaries nor the place in the list', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const crashing = createSessionStore({ store: failing(store, { swap: true }), clock: testClock() })
    await crashing.remember('s', [say('t1', 'q1'), answer('t1', 'a1')], ABOUT)
    await crashing.compact('s', { ...MANUAL, summary: 'kept', replaces: 1 })
    const sessions = createSessionStore({ store, clock: testClock() })
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['kept'], messages: [{ text: 'a1' }], turns: 1 })
    expect(await sessions.summaries('s')).toMatchObject([{ summary: 'kept', compaction_method: 'Manual' }])
    expect(await sessions.list({ limit: 10 })).toMatchObject([{ id: 's', title: 'q1' }])
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['kept'], messages: [{ text: 'a1' }], turns: 1 })
  })

  test('a clear counts as soon as it is written, also for a summary that nobody has counted yet', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const crashing = createSessionStore({ store: failing(store, { swap: true }), clock: testClock() })
    await crashing.remember('s', [say('t1', 'q1'), answer('t1', 'a1')], ABOUT)
    await crashing.compact('s', { ...MANUAL, summary: 'gone', replaces: 1 })
    await crashing.clear('s')
    expect(await createSessionStore({ store, clock: testClock() }).load('s')).toMatchObject({
      knowledge: [],
      messages: [],
      turns: 1,
    })
  })

  test('who counts slowly does not undo what a faster one has counted', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const [reached, released] = [new AbortController(), new AbortController()]
    const heard = ({ signal }: AbortController): Promise<unknown> =>
      new Promise(resolve => signal.addEventListener('abort', resolve))
    const slow: Store = {
      ...store,
      async together(changes) {
        reached.abort()
        if (!released.signal.aborted) await heard(released)
        return store.together(changes)
      },
    }
    const first = createSessionStore({ store: slow, clock: testClock() }).remember('s', [say('t1', 'q1')], ABOUT)
    await heard(reached)
    const sessions = createSessionStore({ store, clock: testClock() })
    await sessions.remember('s', [say('t2', 'q2')], ABOUT)
    released.abort()
    await first
    expect(await sessions.list({ limit: 10 })).toMatchObject([{ id: 's', turns: 2 }])
  })

  test('a damaged record is passed over; a store that reads nothing at all is no empty conversation', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const clock = testClock()
    await createSessionStore({ store, clock }).remember(
      's',
      [say('t', 'one'), say('t', 'two'), say('t', 'three')],
      ABOUT,
    )
    expect(await texts(createSessionStore({ store: failing(store, { unreadable: 2 }), clock }))).toEqual([
      'one',
      'three',
    ])
    expect(await texts(createSessionStore({ store: failing(store, { unreadable: 3 }), clock }))).toEqual(['one', 'two'])
    const sessions = createSessionStore({ store, clock })
    await store.close()
    await expect(sessions.load('s')).rejects.toThrow(StorageFailure)
  })

  test('entries that a crash left in the list are passed over and tidied up', async () => {
    const clock = testClock()
    const store = createMemoryStore({ clock })
    const sessions = createSessionStore({ store, clock })
    await sessions.remember('s', [say('t1', 'q1')], ABOUT)
    const [old] = await store.list('sessions_recent', { limit: 1 })
    clock.pass(1_000)
    await sessions.remember('s', [say('t2', 'q2')], ABOUT)
    await store.swap('sessions_recent', old!.key, { expect: 'absent', next: { agent: 'default' } })
    await store.swap('sessions_recent', `${'0'.repeat(30)}ghost`, { expect: 'absent', next: {} })
    expect((await sessions.list({ limit: 10 })).map(({ id }) => id)).toEqual(['s'])
    expect((await store.list('sessions_recent', { limit: 10 })).map(({ key }) => key.slice(30))).toEqual(['ghost', 's'])
  })
})

test('two processes that write one session at once lose nothing', async () => {
  const path = join(temporaryFolder().path, 'store.db')
  const children = ['a', 'b'].map(name => runChild('sessions.ts', { args: ['remember', path, name, '25'] }))
  await Promise.all(children.map(child => child.says('ready')))
  for (const child of children) child.tell('go')
  for (const child of children) expect((await child.ended).code).toBe(0)
  const store = await openSqliteStore({ path, clock: systemClock })
  onTestFinished(() => store.close())
  const { messages, turns } = await createSessionStore({ store, clock: systemClock }).load('s')
  const wanted = ['a', 'b'].flatMap(name => Array.from({ length: 25 }, (_, n) => `${name}${n}`))
  expect(
    messages
      .filter(({ role }) => role === 'user')
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(wanted.toSorted())
  expect([messages.length, turns]).toEqual([100, 50])
  // What one turn said stands together.
  for (const [at, message] of messages.entries()) if (at % 2 === 0) expect(messages[at + 1]?.turn).toBe(message.turn)
})
