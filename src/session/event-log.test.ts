import { array, assert, asyncProperty, integer, nat } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../core/index.ts'
import { createMemoryStore, openSqliteStore } from '../storage/index.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type EventLog, type NumberedEvent, createEventLog } from './event-log.ts'

const DAY = 86_400_000
const logOf = (store = createMemoryStore({ clock: systemClock })): EventLog =>
  createEventLog({ store, clock: systemClock, keepMs: () => DAY })
const numbered = (from: number, count: number): readonly NumberedEvent[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, event: { type: 'x', n: from + index } }))
const ids = (events: readonly NumberedEvent[]): readonly number[] => events.map(({ id }) => id)

async function fill(log: EventLog, session: string, rows: readonly number[]): Promise<number> {
  let last = 0
  for (const count of rows) {
    expect(await log.append(session, numbered(last + 1, count))).toEqual({ ok: true, value: { taken: true } })
    last += count
  }
  return last
}

const rows = array(integer({ min: 1, max: 7 }), { maxLength: 250 })

describe('the events of a session', () => {
  test('whatever was appended is read back from any place on, in order and once', async () => {
    await assert(
      asyncProperty(rows, nat(), integer({ min: 1, max: 2_000 }), async (counts, from, limit) => {
        const log = logOf()
        const last = await fill(log, 'one', counts)
        await fill(log, 'two', [3])
        const after = from % (last + 2)
        const expected = Array.from({ length: Math.max(0, last - after) }, (_, index) => after + 1 + index).slice(
          0,
          limit,
        )
        expect(await log.last('one')).toBe(last)
        expect(ids(await log.read('one', { after, limit }))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  test('sealing keeps the order and the last number, and leaves out what is not to be kept', async () => {
    await assert(
      asyncProperty(rows, integer({ min: 2, max: 5 }), async (counts, every) => {
        const log = logOf()
        const last = await fill(log, 'one', counts)
        const isKept = (n: number): boolean => n % every !== 0
        await log.seal('one', 0, ({ n }) => isKept(Number(n)))
        expect(await log.last('one')).toBe(last)
        const kept = numbered(1, last).filter(({ id }) => isKept(id))
        expect(await log.read('one', { after: 0, limit: 10_000 })).toEqual(kept)
      }),
      { numRuns: 40 },
    )
  })

  test('numbers that somebody else has used are not taken again', async () => {
    const log = logOf()
    await fill(log, 'one', [2])
    expect(await log.append('one', numbered(1, 2))).toEqual({ ok: true, value: { taken: false } })
    expect(ids(await log.read('one', { after: 0, limit: 9 }))).toEqual([1, 2])
  })

  test('a session whose id begins like another one shares nothing with it', async () => {
    const log = logOf()
    await fill(log, 'a', [2])
    await fill(log, 'a/', [3])
    expect([await log.last('a'), await log.last('a/'), await log.last('')]).toEqual([2, 3, 0])
  })

  test('they survive the end of the process', async () => {
    const path = `${temporaryFolder().path}/events.db`
    const first = await openSqliteStore({ path, clock: systemClock })
    await fill(logOf(first), 'one', [2, 3])
    await first.close()
    const second = await openSqliteStore({ path, clock: systemClock })
    expect(ids(await logOf(second).read('one', { after: 3, limit: 9 }))).toEqual([4, 5])
    await second.close()
  })
})

describe('open turns', () => {
  test('those of a living process are nobody else’s', async () => {
    const log = logOf()
    await log.enter('one', 'turn_1')
    expect(await log.orphans()).toEqual([])
    await log.leave('turn_1')
    expect(await log.orphans()).toEqual([])
  })

  test('one of a process that is gone is told once', async () => {
    const store = createMemoryStore({ clock: systemClock })
    const log = logOf(store)
    await log.enter('one', 'turn_1')
    const row = await store.get('open_turns', 'turn_1')
    await store.swap('open_turns', 'turn_1', { expect: 'any', next: { ...row?.value, pid: 2 ** 22 - 1 } })
    expect(await log.orphans()).toEqual([{ session: 'one', turn: 'turn_1' }])
    expect(await log.orphans()).toEqual([])
  })
})
