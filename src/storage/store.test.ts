import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import {
  type Change,
  type Clock,
  type JsonObject,
  type Store,
  StorageFailure,
  type StreamRecord,
  findWhenChanged,
} from '../core/index.ts'
import { createMemoryStore, openSqliteStore } from './index.ts'

type SetClock = Clock & { time: number }
const clockAt = (time: number): SetClock => {
  const clock = { time, now: () => clock.time, monotonic: () => clock.time, boot: 'test' }
  return clock
}

const DRIVERS: Record<string, (clock: Clock) => Promise<Store>> = {
  memory: async clock => createMemoryStore({ clock }),
  sqlite: clock => openSqliteStore({ path: join(temporaryFolder().path, 'store.db'), clock }),
}

const WEEK = 7 * 24 * 3_600_000
const EVIL_KEYS = [
  '',
  '\0',
  'a',
  'a\0',
  'a\0b',
  'b',
  'é',
  '\ufeffbom',
  '\uffff',
  '😀',
  "x'; DROP TABLE entries; --",
  '𝒳'.repeat(256),
]
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

async function collect(records: AsyncIterable<StreamRecord>): Promise<[number, JsonObject][]> {
  const all: [number, JsonObject][] = []
  for await (const { seq, record } of records) all.push([seq, record])
  return all
}

describe.each(Object.keys(DRIVERS))('the store in %s', driver => {
  async function open(clock: Clock = clockAt(1_000)): Promise<Store> {
    const store = await DRIVERS[driver]!(clock)
    onTestFinished(() => store.close())
    return store
  }

  describe('streams', () => {
    test('number their records from 1 without a gap, each stream for itself', async () => {
      const store = await open()
      expect(await store.append('a', [{ n: 1 }, { n: 2 }])).toBe(2)
      expect(await store.append('b', [{ n: 10 }])).toBe(1)
      expect(await store.append('a', [{ n: 3 }])).toBe(3)
      expect(await collect(store.read('a', { after: 0 }))).toEqual([1, 2, 3].map(n => [n, { n }]))
      expect(await collect(store.read('b', { after: 0 }))).toEqual([[1, { n: 10 }]])
      expect(await collect(store.read('c', { after: 0 }))).toEqual([])
    })

    test('answer with the last number when nothing is appended', async () => {
      const store = await open()
      expect(await store.append('a', [])).toBe(0)
      await store.append('a', [{}, {}])
      expect(await store.append('a', [])).toBe(2)
    })

    test('take records only after the one that was expected to be the last', async () => {
      const store = await open()
      expect(await store.append('a', [{ n: 1 }], 0)).toBe(1)
      expect(await store.append('a', [{ n: 2 }], 0)).toBe('conflict')
      expect(await store.append('a', [{ n: 2 }], 2)).toBe('conflict')
      expect(await store.append('a', [{ n: 2 }], 1)).toBe(2)
      expect(await collect(store.read('a', { after: 0 }))).toEqual([1, 2].map(n => [n, { n }]))
    })

    test('give the next number to one of many who append at once', async () => {
      const store = await open()
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => store.append('a', [{ n }], 0)))
      expect(answers.filter(answer => answer === 1)).toHaveLength(1)
      expect(answers.filter(answer => answer === 'conflict')).toHaveLength(19)
    })

    test('take all of the records or none', async () => {
      const store = await open()
      await expect(store.append('a', [{ n: 1 }, { n: Number.NaN }])).rejects.toThrow(TypeError)
      expect(await collect(store.read('a', { after: 0 }))).toEqual([])
    })

    test('are read from behind a number, up to a limit', async () => {
      const store = await open()
      await store.append(
        'a',
        Array.from({ length: 600 }, (_, n) => ({ n })),
      )
      const seqs = async (from: { after: number; limit?: number }): Promise<number[]> =>
        (await collect(store.read('a', from))).map(([seq]) => seq)
      expect(await seqs({ after: 0 })).toEqual(Array.from({ length: 600 }, (_, n) => n + 1))
      expect(await seqs({ after: 598 })).toEqual([599, 600])
      expect(await seqs({ after: 3, limit: 2 })).toEqual([4, 5])
      expect(await seqs({ after: 200, limit: 300 })).toHaveLength(300)
      expect(await seqs({ after: -5, limit: 1 })).toEqual([1])
      expect(await seqs({ after: 600 })).toEqual([])
      expect(await seqs({ after: 0, limit: 0 })).toEqual([])
    })

    test('that are followed give new records until the signal ends it', async () => {
      const store = await open()
      await store.append('a', [{ n: 1 }])
      const stop = new AbortController()
      const followed = collect(store.read('a', { after: 0, follow: stop.signal }))
      for (const n of [2, 3, 4]) {
        await store.append('a', [{ n }])
        await new Promise(resolve => setTimeout(resolve, n))
      }
      await store.append('other', [{ n: 5 }])
      stop.abort()
      expect(await followed).toEqual([1, 2, 3, 4].map(n => [n, { n }]))
      expect(await collect(store.read('a', { after: 0, follow: stop.signal }))).toEqual([])
    })

    test('that are followed end within what was read already', async () => {
      const store = await open()
      await store.append('a', [{}, {}, {}, {}])
      const stop = new AbortController()
      const seen: number[] = []
      for await (const { seq } of store.read('a', { after: 0, follow: stop.signal })) {
        seen.push(seq)
        if (seq === 2) stop.abort()
      }
      expect(seen).toEqual([1, 2])
    })

    test('that are followed miss nothing, whenever it comes', async () => {
      const store = await open()
      const stop = new AbortController()
      for (let steps = 0; steps < 20; steps++) {
        const [reading] = [store.read(`s${steps}`, { after: 0, follow: stop.signal })[Symbol.asyncIterator]()]
        const first = reading.next()
        for (let step = 0; step < steps; step++) await Promise.resolve()
        await store.append(`s${steps}`, [{ steps }])
        expect(await first).toEqual({ done: false, value: { seq: 1, record: { steps } } })
      }
      stop.abort()
    })

    test('that are followed end at the limit, and when the store is closed', async () => {
      const store = await open()
      const { signal } = new AbortController()
      const two = collect(store.read('a', { after: 0, limit: 2, follow: signal }))
      const all = collect(store.read('a', { after: 0, follow: signal }))
      for (const n of [1, 2, 3]) await store.append('a', [{ n }])
      expect(await two).toEqual([1, 2].map(n => [n, { n }]))
      await new Promise(resolve => setTimeout(resolve, 5))
      await store.close()
      expect(await all).toEqual([1, 2, 3].map(n => [n, { n }]))
    })
  })

  describe('changes together', () => {
    const records = [{ n: 1 }, { n: 2 }]

    test('are made all at once', async () => {
      const store = await open()
      await store.swap('t', 'old', { expect: 'absent', next: { n: 0 } })
      const done = await store.together([
        { stream: 's', records, expectSeq: 0 },
        { table: 't', key: 'new', change: { expect: 'absent', next: { n: 1 } } },
        { table: 't', key: 'old', change: { expect: 1 } },
      ])
      expect([done, await collect(store.read('s', { after: 0 }))]).toEqual([
        true,
        records.map((record, at) => [at + 1, record]),
      ])
      expect(await store.list('t', { limit: 9 })).toEqual([{ key: 'new', version: 1, value: { n: 1 } }])
    })

    test.each([
      ['a record that is not the next one', { stream: 's', records, expectSeq: 1 }],
      ['an entry that is there already', { table: 't', key: 'taken', change: { expect: 'absent', next: {} } }],
      ['an entry of another version', { table: 't', key: 'taken', change: { expect: 2, next: {} } }],
    ] as const)('are none where one of them finds %s', async (_what, wrong) => {
      const store = await open()
      await store.swap('t', 'taken', { expect: 'absent', next: { n: 0 } })
      const right = { table: 't', key: 'new', change: { expect: 'any', next: {} } } as const
      for (const changes of [
        [right, wrong],
        [wrong, right],
      ])
        expect(await store.together([{ stream: 'other', records }, ...changes])).toBe(false)
      expect(await store.list('t', { limit: 9 })).toEqual([{ key: 'taken', version: 1, value: { n: 0 } }])
      expect(await collect(store.read('other', { after: 0 }))).toEqual([])
    })

    test('are none where one of them cannot be kept, or the store is closed', async () => {
      const store = await open()
      const right = { stream: 's', records }
      await expect(
        store.together([right, { table: 't', key: 'k', change: { expect: 'any', next: { n: Number.NaN } } }]),
      ).rejects.toThrow(TypeError)
      await expect(store.together([right, { table: 't', key: '\ud800', change: { expect: 'any' } }])).rejects.toThrow(
        RangeError,
      )
      expect(await collect(store.read('s', { after: 0 }))).toEqual([])
      await store.close()
      await expect(store.together([right])).rejects.toThrow(StorageFailure)
    })

    test('take all records of a stream away, unless it has gone on since; then it counts from 1 again', async () => {
      const store = await open()
      await store.append('s', records)
      await store.append('other', records)
      expect(await store.together([{ stream: 's', drops: true, expectSeq: 1 }])).toBe(false)
      expect(await collect(store.read('s', { after: 0 }))).toHaveLength(2)
      expect(await store.together([{ stream: 's', drops: true, expectSeq: 2 }])).toBe(true)
      expect(await collect(store.read('s', { after: 0 }))).toEqual([])
      expect(await collect(store.read('other', { after: 0 }))).toHaveLength(2)
      expect(await store.append('s', [{ n: 9 }])).toBe(1)
    })

    test('are seen by whoever follows a stream', async () => {
      const store = await open()
      const followed = collect(store.read('s', { after: 0, limit: 2, follow: new AbortController().signal }))
      await store.together([{ stream: 's', records }])
      expect(await followed).toHaveLength(2)
    })
  })

  describe('tables', () => {
    const put = (next: JsonObject, expected: Change['expect'] = 'any'): Change => ({ expect: expected, next })

    test('count the changes of a key from 1', async () => {
      const store = await open()
      expect(await store.get('t', 'k')).toBeUndefined()
      for (const n of [1, 2, 3]) {
        expect(await store.swap('t', 'k', put({ n }))).toBe(true)
        expect(await store.get('t', 'k')).toEqual({ key: 'k', version: n, value: { n } })
      }
      expect(await store.get('other', 'k')).toBeUndefined()
    })

    test('change an entry only if it is what was expected', async () => {
      const store = await open()
      expect(await store.swap('t', 'k', put({ by: 'a' }, 1))).toBe(false)
      expect(await store.swap('t', 'k', put({ by: 'a' }, 'absent'))).toBe(true)
      expect(await store.swap('t', 'k', put({ by: 'b' }, 'absent'))).toBe(false)
      expect(await store.swap('t', 'k', put({ by: 'b' }, 2))).toBe(false)
      expect(await store.swap('t', 'k', put({ by: 'b' }, 1))).toBe(true)
      expect(await store.get('t', 'k')).toEqual({ key: 'k', version: 2, value: { by: 'b' } })
    })

    test('remove an entry when there is no next value', async () => {
      const store = await open()
      await store.swap('t', 'k', put({}))
      expect(await store.swap('t', 'k', { expect: 2 })).toBe(false)
      expect(await store.swap('t', 'k', { expect: 'absent' })).toBe(false)
      expect(await store.swap('t', 'k', { expect: 1 })).toBe(true)
      expect([await store.get('t', 'k'), await store.list('t', { limit: 9 })]).toEqual([undefined, []])
      expect(await store.swap('t', 'k', { expect: 1 })).toBe(false)
      expect(await store.swap('t', 'k', { expect: 'absent' })).toBe(true)
      expect(await store.swap('t', 'never', { expect: 'any' })).toBe(true)
    })

    test('let one of many who claim a key have it', async () => {
      const store = await open()
      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => store.swap('t', 'k', put({ n }, 'absent'))))
      expect(claims.filter(Boolean)).toHaveLength(1)
    })

    test('know nothing of an entry whose time is over', async () => {
      const clock = clockAt(5_000)
      const store = await open(clock)
      await store.swap('t', 'k', { expect: 'absent', next: { held: true }, ttlMs: 100 })
      await store.swap('t', 'stays', put({}))
      clock.time = 5_099
      expect(await store.get('t', 'k')).toEqual({ key: 'k', version: 1, value: { held: true } })
      expect(await store.swap('t', 'k', put({}, 'absent'))).toBe(false)
      clock.time = 5_100
      expect(await store.get('t', 'k')).toBeUndefined()
      expect((await store.list('t', { limit: 9 })).map(({ key }) => key)).toEqual(['stays'])
      expect(await store.swap('t', 'k', put({}, 1))).toBe(false)
      expect(await store.swap('t', 'k', { expect: 1 })).toBe(false)
      expect(await store.swap('t', 'k', put({ held: 'again' }, 'absent'))).toBe(true)
      clock.time = 9_999_999
      expect(await store.get('t', 'k')).toMatchObject({ value: { held: 'again' } })
    })

    test('let nothing that has ended come alive when the clock is set back', async () => {
      const clock = clockAt(5_000)
      const store = await open(clock)
      for (const key of ['found', 'listed']) await store.swap('t', key, { expect: 'absent', next: {}, ttlMs: 100 })
      clock.time = 5_100
      expect(await store.get('t', 'found')).toBeUndefined()
      clock.time = 5_000
      expect([await store.get('t', 'found'), await store.list('t', { limit: 9 })]).toEqual([undefined, []])
    })

    test('end an entry with no time at once, and refuse a time that is none', async () => {
      const store = await open()
      expect(await store.swap('t', 'k', { expect: 'any', next: {}, ttlMs: 0 })).toBe(true)
      expect(await store.get('t', 'k')).toBeUndefined()
      for (const ttlMs of [Number.NaN, -1])
        await expect(store.swap('t', 'k', { expect: 'any', next: {}, ttlMs })).rejects.toThrow(RangeError)
    })

    test('never let a remembered version fit what somebody else has put there since', async () => {
      const clock = clockAt(0)
      const store = await open(clock)
      await store.swap('t', 'lease', { expect: 'absent', next: { owner: 'a' }, ttlMs: 10 })
      clock.time = 10
      await store.swap('t', 'lease', { expect: 'absent', next: { owner: 'b' }, ttlMs: 10 })
      expect(await store.swap('t', 'lease', put({ owner: 'a' }, 1))).toBe(false)
      await store.swap('t', 'lease', { expect: 'any' })
      await store.swap('t', 'lease', put({ owner: 'c' }, 'absent'))
      const held = await store.get('t', 'lease')
      expect(held?.version).toBeGreaterThan(2)
      expect(await store.swap('t', 'lease', put({ owner: 'b' }, 2))).toBe(false)
    })

    test('forget a key that ended more than a week ago', async () => {
      const clock = clockAt(0)
      const store = await open(clock)
      await store.swap('t', 'removed', put({}))
      await store.swap('t', 'removed', { expect: 'any' })
      await store.swap('t', 'expired', { expect: 'any', next: {}, ttlMs: 5 })
      clock.time = WEEK + 10
      for (let n = 0; n < 520; n++) await store.swap('t', 'busy', put({ n }))
      for (const key of ['removed', 'expired']) {
        await store.swap('t', key, put({}))
        expect(await store.get('t', key)).toMatchObject({ version: 1 })
      }
    })

    test('list keys in the order of their bytes, by prefix and page', async () => {
      const store = await open()
      for (const key of EVIL_KEYS.toReversed()) await store.swap('t', key, put({ key }))
      const sorted = EVIL_KEYS.toSorted(byBytes)
      const keys = async (page: Parameters<Store['list']>[1]): Promise<string[]> =>
        (await store.list('t', page)).map(({ key }) => key)
      expect(await keys({ limit: 100 })).toEqual(sorted)
      expect(await keys({ limit: 3 })).toEqual(sorted.slice(0, 3))
      expect(await keys({ limit: 100, prefix: 'a' })).toEqual(['a', 'a\0', 'a\0b'])
      expect(await keys({ limit: 100, prefix: 'a', after: 'a' })).toEqual(['a\0', 'a\0b'])
      expect(await keys({ limit: 100, prefix: 'b', after: 'a' })).toEqual(['b'])
      expect(await keys({ limit: 100, prefix: 'a', after: 'b' })).toEqual([])
      for (const limit of [0, -1, Number.NaN]) expect(await keys({ limit })).toEqual([])
      const paged: string[] = []
      for (let page = await keys({ limit: 2 }); page.length > 0; page = await keys({ limit: 2, after: page.at(-1)! }))
        paged.push(...page)
      expect(paged).toEqual(sorted)
    })
  })

  describe('names and values', () => {
    test('may hold anything that is a string', async () => {
      const store = await open()
      for (const name of EVIL_KEYS) {
        await store.append(name, [{ name }])
        await store.swap(name, name, { expect: 'absent', next: { name } })
      }
      for (const name of EVIL_KEYS) {
        expect(await collect(store.read(name, { after: 0 }))).toEqual([[1, { name }]])
        expect(await store.list(name, { limit: 9 })).toEqual([{ key: name, version: 1, value: { name } }])
        expect(await store.get(name, name)).toEqual({ key: name, version: 1, value: { name } })
      }
    })

    test.each(['x'.repeat(1_025), '😀'.repeat(257), 'half \ud83d'])(
      'are refused when they are too long or broken: %#',
      async bad => {
        const store = await open()
        const uses = [
          () => store.append(bad, [{}]),
          () => collect(store.read(bad, { after: 0 })),
          () => store.get(bad, 'k'),
          () => store.get('t', bad),
          () => store.list(bad, { limit: 1 }),
          () => store.list('t', { limit: 1, prefix: bad }),
          () => store.list('t', { limit: 1, after: bad }),
          () => store.swap(bad, 'k', { expect: 'any', next: {} }),
          () => store.swap('t', bad, { expect: 'any', next: {} }),
        ]
        for (const use of uses) await expect(use()).rejects.toThrow(RangeError)
      },
    )

    test('are copies: changing what was given or got changes nothing inside', async () => {
      const store = await open()
      const given = { list: [1], deep: { text: 'a' } }
      const swapping = store.swap('t', 'k', { expect: 'any', next: given })
      const appending = store.append('s', [given])
      given.list.push(2)
      given.deep.text = 'b'
      await Promise.all([swapping, appending])
      const kept = { list: [1], deep: { text: 'a' } }
      const got = await store.get('t', 'k')
      expect(got?.value).toEqual(kept)
      const { list } = got?.value ?? {}
      if (Array.isArray(list)) list.push(3)
      expect((await store.get('t', 'k'))?.value).toEqual(kept)
      expect(await collect(store.read('s', { after: 0 }))).toEqual([[1, kept]])
    })
  })

  describe('whoever watches', () => {
    async function watched(): Promise<{
      readonly store: Store
      readonly wakes: () => number
      readonly stop: () => void
    }> {
      const store = await open()
      let count = 0
      const stop = store.watch(() => count++)
      onTestFinished(stop)
      return { store, wakes: () => count, stop }
    }

    test('is told at once of every change, and of nothing that was refused or only read', async () => {
      const { store, wakes } = await watched()
      await store.append('s', [{}])
      await store.swap('t', 'k', { expect: 'absent', next: {} })
      await store.together([{ stream: 's', records: [{}], expectSeq: 1 }])
      expect(wakes()).toBe(3)
      await store.append('s', [{}], 7)
      await store.swap('t', 'k', { expect: 'absent', next: {} })
      await store.together([{ stream: 's', records: [{}], expectSeq: 1 }])
      await collect(store.read('s', { after: 0 }))
      await Promise.all([store.get('t', 'k'), store.list('t', { limit: 9 })])
      expect(wakes()).toBe(3)
    })

    test('finds the change when told of it', async () => {
      const store = await open()
      const found = new Promise(resolve => {
        onTestFinished(store.watch(() => resolve(store.get('t', 'k'))))
      })
      await store.swap('t', 'k', { expect: 'absent', next: { n: 1 } })
      expect(await found).toEqual({ key: 'k', version: 1, value: { n: 1 } })
    })

    test('hears nothing more after leaving, and does not stop the others', async () => {
      const { store, wakes, stop } = await watched()
      let others = 0
      onTestFinished(store.watch(() => others++))
      stop()
      stop()
      await store.append('s', [{}])
      expect([wakes(), others]).toEqual([0, 1])
    })

    test('is told when the store is closed', async () => {
      const { store, wakes } = await watched()
      await store.close()
      expect(wakes()).toBe(1)
    })

    test('finds what is there already, what comes, and nothing once the signal has ended it', async () => {
      const store = await open()
      const find = (key: string, signal: AbortSignal): Promise<number | undefined> =>
        findWhenChanged(store, { look: async () => (await store.get('t', key))?.version, signal })
      const never = new AbortController()
      const [coming, not] = [find('coming', never.signal), find('not', never.signal)]
      await store.swap('t', 'other', { expect: 'absent', next: {} })
      await store.swap('t', 'coming', { expect: 'absent', next: {} })
      expect([await coming, await find('other', never.signal)]).toEqual([1, 1])
      never.abort()
      expect([await not, await find('not', never.signal)]).toEqual([undefined, undefined])
    })

    test('looks again for what ends by itself', async () => {
      const store = await open()
      let looks = 0
      const look = async (): Promise<true | undefined> => (++looks === 3 ? true : undefined)
      const { signal } = new AbortController()
      expect(await findWhenChanged(store, { look, signal, atLatestMs: () => 1 })).toBe(true)
    })
  })

  test('a store that is closed while it is read does not look like the end of the stream', async () => {
    const store = await open()
    await store.append(
      'a',
      Array.from({ length: 600 }, (_, n) => ({ n })),
    )
    const reading = async (): Promise<void> => {
      for await (const { seq } of store.read('a', { after: 0 })) if (seq === 10) await store.close()
    }
    await expect(reading()).rejects.toThrow(StorageFailure)
  })

  test('a closed store refuses every verb', async () => {
    const store = await open()
    await store.close()
    await store.close()
    const uses = [
      () => store.append('a', [{}]),
      () => collect(store.read('a', { after: 0 })),
      () => collect(store.read('a', { after: 0, follow: new AbortController().signal })),
      () => store.get('t', 'k'),
      () => store.list('t', { limit: 1 }),
      () => store.swap('t', 'k', { expect: 'any', next: {} }),
    ]
    for (const use of uses) await expect(use()).rejects.toThrow(StorageFailure)
  })
})
