import type { JsonObject } from '../../../src/core/index.ts'
import type { OpenDoor, Order } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { type World, grant, runs } from '../world.ts'

/** So many writes that are all right. */
async function writes(at: OpenDoor, { kit }: World, count: number): Promise<void> {
  for (let done = 1; done <= count; done++) await runs(at, inSession(kit.write(`note ${done}`)))
}

const ruled = (place: 'policy' | 'authorization', rule: JsonObject): JsonObject => ({
  [`tools.${place}.enabled`]: true,
  [`tools.${place}.rules`]: [rule],
})

async function repeat(at: OpenDoor, order: Order, times: number): Promise<void> {
  for (let done = 1; done <= times; done++) await at.call(order)
}

/** How often, how fast, and what the operator's rules say. */
export const LIMIT_CASES: readonly ForbiddenCase[] = [
  forbidden('one call more than the session may make', { code: 'quota_blocked' }, async (world, stands) => {
    const at = await world.open({ settings: { 'tools.max_tool_calls_per_session': 2 } })
    await grant(at)
    await writes(at, world, stands ? 2 : 1)
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden(
    'one call more than the session may make in a minute',
    { code: 'rate_limited', needs: ['one process'] },
    async (world, stands) => {
      const at = await world.open({ settings: { 'tools.rate_limit.per_session': 2 } })
      await grant(at)
      await writes(at, world, stands ? 2 : 1)
      return { at, order: inSession(world.kit.write()) }
    },
  ),
  forbidden(
    'one call more on one target, from another session',
    { code: 'rate_limited', needs: ['one process'] },
    async (world, stands) => {
      const at = await world.open({ settings: { 'tools.rate_limit.per_target': 2 } })
      await grant(at, { session: null })
      await writes(at, world, stands ? 2 : 1)
      return { at, order: { ...world.kit.write(), session: 'sess_three' } }
    },
  ),
  forbidden(
    'the same call for the third time in a row',
    { code: 'loop_override', needs: ['turns'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      const order = { ...inSession(world.kit.write()), turn: 'turn_one' }
      await repeat(at, order, stands ? 2 : 1)
      return { at, order }
    },
  ),
  forbidden(
    'the same call for the fourth time in a row',
    { code: 'system_error', needs: ['turns'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      const order = { ...inSession(world.kit.write()), turn: 'turn_one' }
      await repeat(at, order, stands ? 3 : 1)
      return { at, order }
    },
  ),
  forbidden('what a rule of [tools.policy] forbids', { code: 'policy_blocked' }, async (world, stands) => {
    const order = inSession(world.kit.write())
    const at = await world.open({
      settings: ruled('policy', { action: 'deny', tools: [stands ? order.tool : 'something_else'] }),
    })
    await grant(at)
    return { at, order }
  }),
  forbidden('what a rule of [tools.authorization] forbids', { code: 'policy_blocked' }, async (world, stands) => {
    const order = inSession(world.kit.write())
    const at = await world.open({
      settings: ruled('authorization', { action: 'deny', tools: [stands ? order.tool : 'something_else'] }),
    })
    await grant(at)
    return { at, order }
  }),
  forbidden(
    'what a rule forbids on this very path',
    { code: 'policy_blocked', needs: ['assessments'] },
    async (world, stands) => {
      const rule = { action: 'deny', tools: ['*'], paths: [stands ? '*.md' : '*.txt'] }
      const at = await world.open({ settings: ruled('policy', rule) })
      await grant(at)
      return { at, order: inSession(world.kit.write()) }
    },
  ),
  forbidden('what a rule asks about, with nobody there', { code: 'confirmation_required' }, async (world, stands) => {
    const order = inSession(world.kit.write())
    const at = await world.open({
      settings: ruled('policy', { action: 'ask', tools: [stands ? order.tool : 'something_else'] }),
    })
    await grant(at)
    return { at, order }
  }),
  forbidden(
    'what is cancelled before it begins',
    { code: 'tool_cancelled', recorded: 'outcome', needs: ['one process', 'straight'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at, { capability: 'FileAccess' })
      const stop = new AbortController()
      if (stands) stop.abort()
      return { at, order: { ...inSession(world.kit.read()), signal: stop.signal } }
    },
  ),
]
