import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { type JsonObject, succeed } from '../core/index.ts'
import { createMemoryStore, openSqliteStore } from '../storage/index.ts'
import { type Broker, type GrantRequest, createBroker } from './broker.ts'
import type { Need } from './grant.ts'

const MINUTE = 60_000
const NEED: Need = {
  capability: 'FileAccess',
  target: 'notes/a.md',
  session: 's1',
  turn: 't1',
  principal: 'user:local',
}
const REQUEST: GrantRequest = {
  capability: 'FileAccess',
  principal: 'user:local',
  session: 's1',
  decidedBy: 'tty',
  purpose: 'file_read, for reading',
  milliseconds: 5 * MINUTE,
}

function setUp(): { broker: Broker; clock: ReturnType<typeof testClock>; events: JsonObject[] } {
  const clock = testClock()
  const events: JsonObject[] = []
  const record = async (event: JsonObject) => {
    events.push(event)
    return succeed(undefined)
  }
  return {
    clock,
    events,
    broker: createBroker({ store: createMemoryStore({ clock }), clock, now: () => clock.now(), record }),
  }
}

test('a grant that another process gives or takes back counts at once', async () => {
  const path = join(temporaryFolder().path, 'grants.db')
  const clock = testClock()
  const stores = [await openSqliteStore({ path, clock }), await openSqliteStore({ path, clock })] as const
  const [here, there] = stores.map(store =>
    createBroker({ store, clock, now: () => clock.now(), record: async () => succeed(undefined) }),
  )
  if (!here || !there) throw new Error('two brokers')
  expect((await here.find(NEED)).kind).toBe('missing')
  const grant = await there.issue(REQUEST)
  expect([(await here.find(NEED)).kind, (await here.find(NEED)).kind]).toEqual(['active', 'active'])
  await there.revoke(grant.ok ? grant.value.id : '')
  expect((await here.find(NEED)).kind).toBe('invalid')
  await Promise.all(stores.map(store => store.close()))
})

describe('a grant', () => {
  test('[ROUTE-16] holds for five minutes and not a second longer', async () => {
    const { broker, clock } = setUp()
    await broker.issue(REQUEST)
    clock.pass(5 * MINUTE - 1_000)
    expect((await broker.find(NEED)).kind).toBe('active')
    clock.pass(2_000)
    expect(await broker.find(NEED)).toEqual({ kind: 'invalid', reason: 'the token for FileAccess has expired' })
  })

  test('[ROUTE-16] is over at once when it is revoked', async () => {
    const { broker } = setUp()
    const grant = await broker.issue(REQUEST)
    await broker.revoke(grant.ok ? grant.value.id : '')
    expect(await broker.find(NEED)).toEqual({ kind: 'invalid', reason: 'the token for FileAccess was revoked' })
    expect(await broker.list()).toEqual([])
  })

  test('that covers changes counts, whichever was given first and for how long', async () => {
    const { broker } = setUp()
    await broker.issue({ ...REQUEST, turn: 't1' })
    await broker.issue(REQUEST)
    await broker.issue({ ...REQUEST, confirmsWrites: true })
    expect(await broker.find(NEED)).toMatchObject({ kind: 'active', grant: { turn: null, confirmsWrites: true } })
  })

  test('that has expired stays expired when the clock on the wall is set back', async () => {
    const { broker, clock } = setUp()
    await broker.issue(REQUEST)
    clock.pass(6 * MINUTE)
    clock.setWall(clock.now() - 60 * MINUTE)
    expect((await broker.find(NEED)).kind).toBe('invalid')
  })

  test('[ROUTE-16] ends by the clock on the wall when the machine was started anew', async () => {
    const { broker, clock } = setUp()
    await broker.issue(REQUEST)
    clock.restart()
    expect((await broker.find(NEED)).kind).toBe('active')
    clock.pass(5 * MINUTE)
    expect((await broker.find(NEED)).kind).toBe('invalid')
  })

  test.each<[string, Partial<Need>]>([
    ['another session', { session: 's2' }],
    ['another capability', { capability: 'FileWrite' }],
    ['another person', { principal: 'user:eve' }],
  ])('[ROUTE-16] does not hold for %s', async (_what, other) => {
    const { broker } = setUp()
    await broker.issue(REQUEST)
    expect(await broker.find({ ...NEED, ...other })).toEqual({ kind: 'missing' })
  })

  test('[ROUTE-16] with a scope holds for what matches it, whatever the case, and for nothing without a name', async () => {
    const { broker } = setUp()
    await broker.issue({ ...REQUEST, paths: ['notes/**'] })
    const kinds = await Promise.all(
      ['NOTES/b.md', 'other/b.md', undefined].map(async target => (await broker.find({ ...NEED, target })).kind),
    )
    expect(kinds).toEqual(['active', 'missing', 'missing'])
  })

  test('for one turn holds for no other, and is gone with it', async () => {
    const { broker } = setUp()
    await broker.issue({ ...REQUEST, turn: 't1', decidedBy: 'flag' })
    expect((await broker.find({ ...NEED, turn: 't2' })).kind).toBe('missing')
    expect((await broker.find(NEED)).kind).toBe('active')
    broker.endTurn('t1')
    expect((await broker.find(NEED)).kind).toBe('missing')
  })

  test('[ROUTE-20] for the session needs no second question, and "always" holds in every session', async () => {
    const { broker } = setUp()
    await broker.issue({ ...REQUEST, milliseconds: 12 * 60 * MINUTE })
    await broker.issue({
      capability: 'FileWrite',
      principal: 'user:local',
      session: null,
      decidedBy: 'rule',
      purpose: 'always',
    })
    expect((await broker.find({ ...NEED, turn: 'later' })).kind).toBe('active')
    expect((await broker.find({ ...NEED, capability: 'FileWrite', session: 'any' })).kind).toBe('active')
  })

  test('of a session named like a keyword is no more than that', async () => {
    const { broker } = setUp()
    await broker.issue({ ...REQUEST, session: 'any' })
    await broker.issue({ ...REQUEST, session: 'null' })
    expect((await broker.find(NEED)).kind).toBe('missing')
  })

  test('[AUDIT-12] is told when it is given and when it is taken', async () => {
    const { broker, events } = setUp()
    const grant = await broker.issue(REQUEST)
    await broker.revoke(grant.ok ? grant.value.id : '')
    await broker.refuse({ capability: 'FileWrite', session: 's1', purpose: 'x' }, 'nobody')
    expect(events.map(event => [event['event'], event['capability'], event['decided_by']])).toEqual([
      ['PERMISSION_GRANTED', 'FileAccess', 'tty'],
      ['PERMISSION_REVOKED', 'FileAccess', 'tty'],
      ['PERMISSION_DENIED', 'FileWrite', 'nobody'],
    ])
  })

  test('that cannot be recorded is not given', async () => {
    const clock = testClock()
    const record = async () => ({ ok: false as const, error: { code: 'ledger_unavailable' as const, message: 'full' } })
    const broker = createBroker({ store: createMemoryStore({ clock }), clock, now: () => clock.now(), record })
    expect((await broker.issue(REQUEST)).ok).toBe(false)
    expect((await broker.find(NEED)).kind).toBe('missing')
  })

  test('of one session ends with it, those of others do not', async () => {
    const { broker } = setUp()
    await broker.issue(REQUEST)
    await broker.issue({ ...REQUEST, session: 's2' })
    expect(await broker.revokeSession('s1')).toEqual({ ok: true, value: 1 })
    expect((await broker.find({ ...NEED, session: 's2' })).kind).toBe('active')
    expect((await broker.find(NEED)).kind).toBe('invalid')
  })
})
