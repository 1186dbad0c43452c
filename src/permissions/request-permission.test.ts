import { describe, expect, test } from 'vitest'
import { testClock } from '../../test/test-clock.ts'
import { succeed } from '../core/index.ts'
import { createMemoryStore } from '../storage/index.ts'
import { createBroker } from './broker.ts'
import {
  type PermissionAnswer,
  type PermissionQuestion,
  describeQuestion,
  requestPermission,
} from './request-permission.ts'

const QUESTION: PermissionQuestion = {
  capability: 'FileWrite',
  tool: 'file_write',
  intent: 'file_edit',
  seconds: 300,
  scope: ['notes/**'],
}

function setUp(): { broker: ReturnType<typeof createBroker>; clock: ReturnType<typeof testClock> } {
  const clock = testClock()
  const broker = createBroker({
    store: createMemoryStore({ clock }),
    clock,
    now: () => clock.now(),
    record: async () => succeed(undefined),
  })
  return { broker, clock }
}

function ask(
  kind: Exclude<PermissionAnswer['kind'], 'given'>,
  broker: ReturnType<typeof createBroker>,
): ReturnType<typeof requestPermission> {
  const request = {
    question: QUESTION,
    session: 's1',
    principal: 'user:local',
    sessionMs: 3_600_000,
    signal: new AbortController().signal,
  }
  return requestPermission({ ...request, ask: async () => ({ kind, decidedBy: 'tty' }) }, broker)
}

const need = {
  capability: 'FileWrite' as const,
  target: 'notes/a.md',
  session: 's1',
  turn: 't',
  principal: 'user:local',
}

describe('asking for a permission', () => {
  test('[ROUTE-18] without anybody to ask is a no at once', async () => {
    const { broker } = setUp()
    const request = {
      question: QUESTION,
      session: 's1',
      principal: 'user:local',
      sessionMs: 1,
      ask: undefined,
      signal: new AbortController().signal,
    }
    expect(await requestPermission(request, broker)).toEqual({ ok: true, value: undefined })
    expect((await broker.find(need)).kind).toBe('missing')
  })

  test.each<[Exclude<PermissionAnswer['kind'], 'given'>, number, string]>([
    ['once', 299_000, 'active'],
    ['once', 301_000, 'invalid'],
    ['session', 3_599_000, 'active'],
    ['session', 3_601_000, 'invalid'],
    ['always', 1_000_000_000, 'active'],
    ['deny', 0, 'missing'],
  ])('[ROUTE-20] "%s" after %d ms: %s', async (kind, milliseconds, state) => {
    const { broker, clock } = setUp()
    await ask(kind, broker)
    clock.pass(milliseconds)
    expect((await broker.find(need)).kind).toBe(state)
  })

  test('"turn" holds for the turn that asked, and is gone with it', async () => {
    const { broker } = setUp()
    const request = {
      question: QUESTION,
      session: 's1',
      turn: 't',
      principal: 'user:local',
      sessionMs: 1,
      signal: new AbortController().signal,
    }
    await requestPermission({ ...request, ask: async () => ({ kind: 'turn', decidedBy: 'tty' }) }, broker)
    expect((await broker.find(need)).kind).toBe('active')
    expect((await broker.find({ ...need, turn: 'another' })).kind).toBe('missing')
    expect(broker.endTurn('t')).toBe(1)
    expect((await broker.find(need)).kind).toBe('missing')
  })

  test('a grant that was given with the answer is the one, and no second one is made', async () => {
    const { broker } = setUp()
    const issued = await broker.issue({
      capability: 'FileWrite',
      principal: 'user:local',
      session: 's1',
      decidedBy: 'console',
      purpose: 'five minutes',
      milliseconds: 300_000,
    })
    if (!issued.ok) throw new Error(issued.error.message)
    const request = {
      question: QUESTION,
      session: 's1',
      turn: 't',
      principal: 'user:local',
      sessionMs: 1,
      signal: new AbortController().signal,
    }
    const found = await requestPermission(
      { ...request, ask: async () => ({ kind: 'given', grant: issued.value }) },
      broker,
    )
    expect(found).toEqual(issued)
    expect(await broker.list()).toEqual([issued.value])
    expect(broker.endTurn('t')).toBe(0)
  })

  test('"always" is a rule from then on, and says who made it; it confirms no write beforehand', async () => {
    const { broker } = setUp()
    await ask('always', broker)
    const [grant] = await broker.list()
    expect(grant).toMatchObject({
      decidedBy: 'rule',
      session: null,
      confirmsWrites: false,
      purpose: 'file_write, for file_edit (decided by tty)',
    })
  })

  test('grants no more than the scope that was shown', async () => {
    const { broker } = setUp()
    await ask('always', broker)
    expect((await broker.find({ ...need, target: 'secret/a.md' })).kind).toBe('missing')
  })

  test('[ROUTE-19] shows capability, why, how long, on what, and offers the session', () => {
    expect(describeQuestion(QUESTION)).toEqual({
      capability: 'FileWrite',
      why: 'file_write needs it (file_edit)',
      duration: '5 minutes',
      scope: 'notes/**',
      choices: ['Allow', 'Allow for this session', 'Always allow in this workspace', 'Deny'],
    })
  })
})
