import { describe, expect, test } from 'vitest'
import { isJsonObject } from '../../src/core/index.ts'
import type { Answer, Door, OpenDoor, Order } from './door.ts'
import { callToolDoor } from './doors/call-tool-door.ts'
import { runCallDoor } from './doors/run-call-door.ts'
import { inSession } from './forbidden-case.ts'
import { type World, approve, createWorld, grant, grantWithoutYes, runs } from './world.ts'

const TIMES = 5

/** The same order several times before any of them has ended. */
const atOnce = (at: OpenDoor, order: Order): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: TIMES }, () => at.call(order)))

const ran = ({ kit }: World, tool: string): number => kit.ran.filter(each => each['tool'] === tool).length
const codes = (answers: readonly Answer[]): readonly string[] =>
  [...new Set(answers.map(({ code }) => code ?? 'ran'))].toSorted()

const DOORS: readonly Door[] = [runCallDoor, callToolDoor]

describe.each(DOORS.map(door => [door.name, door] as const))('%s, several times at once', (_, door) => {
  test('one approval lets one call run', async () => {
    const world = createWorld(door)
    const at = await world.open()
    await grantWithoutYes(at)
    await approve(at, inSession(world.kit.write()))
    const answers = await atOnce(at, inSession(world.kit.write()))
    expect({ ran: ran(world, 'keep_note'), ok: answers.filter(({ ok }) => ok).length }).toEqual({ ran: 1, ok: 1 })
    for (const code of codes(answers)) expect(['ran', 'approval_invalid', 'confirmation_required']).toContain(code)
  })

  test('one group of a plan is committed once', async () => {
    const world = createWorld(door)
    const at = await world.open({
      gates: [],
      ask: async () => ({ state: 'approved', decidedBy: 'tty', credential: 'the person' }),
    })
    await grant(at)
    const { data } = await runs(at, inSession({ tool: 'plan_tidy', args: {} }))
    const planId = isJsonObject(data) ? (data['plan_id'] ?? null) : null
    const answers = await atOnce(at, inSession({ tool: 'tidy', args: { plan_id: planId, group_id: 'g1' } }))
    expect({ ran: ran(world, 'tidy'), ok: answers.filter(({ ok }) => ok).length }).toEqual({ ran: 1, ok: 1 })
  })

  test('one event acts once, and nobody is told of a second time', async () => {
    const world = createWorld(door)
    const at = await world.open()
    await grant(at)
    const answers = await atOnce(at, { ...inSession(world.kit.write()), event: 'event_one' })
    expect(ran(world, 'keep_note')).toBe(1)
    for (const code of codes(answers)) expect(['ran', 'outcome_unknown']).toContain(code)
    expect(new Set(answers.filter(({ ok }) => ok).map(({ receiptId }) => receiptId)).size).toBe(1)
  })

  test('a quota of two lets two run', async () => {
    const world = createWorld(door)
    const at = await world.open({ settings: { 'tools.max_tool_calls_per_session': 2 } })
    await grant(at)
    const answers = await atOnce(at, inSession(world.kit.write()))
    expect({ ran: ran(world, 'keep_note'), codes: codes(answers) }).toEqual({ ran: 2, codes: ['quota_blocked', 'ran'] })
  })

  test('a rate of two a minute lets two run', async () => {
    const world = createWorld(door)
    const at = await world.open({ settings: { 'tools.rate_limit.per_session': 2 } })
    await grant(at)
    const answers = await atOnce(at, inSession(world.kit.write()))
    expect({ ran: ran(world, 'keep_note'), codes: codes(answers) }).toEqual({ ran: 2, codes: ['ran', 'rate_limited'] })
  })
})

test('a call that cannot be written down takes no other call with it', async () => {
  const world = createWorld(callToolDoor)
  const at = await world.open()
  await grant(at)
  const broken = { tool: 'no_such_tool', args: { text: 'half a character: \ud800' } }
  const over = new AbortController()
  const disturb = async (): Promise<void> => {
    while (!over.signal.aborted) await at.call(inSession(broken))
  }
  const disturbed = [disturb(), disturb(), disturb()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => at.call(inSession(world.kit.write(`note ${index}`)))),
  )
  over.abort()
  await Promise.all(disturbed)
  expect(codes(answers)).toEqual(['ran'])
})
