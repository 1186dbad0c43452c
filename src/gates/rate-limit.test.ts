import { describe, expect, test } from 'vitest'
import { type Gate, standardValues } from '../core/index.ts'
import { movableClock, sampleProposal, sampleScope, writer } from './conformance.ts'
import { type RateLimitValues, rateKeysOf, rateLimit, rateLimitSection } from './rate-limit.ts'
import { createRateWindow } from './rate-window.ts'

const standard = standardValues(rateLimitSection)

function setUp(values: Partial<RateLimitValues>) {
  const clock = movableClock()
  const window = createRateWindow(clock, { lengthMs: 60_000, perKey: 10 })
  const gate = rateLimit({ ...standard, ...values }, { window, clock })
  async function post({ session = 'sess_1', channel = 'general', tool = writer } = {}) {
    const proposal = sampleProposal({ tool, assessment: { target: { name: channel } } })
    const scope = sampleScope({ session })
    const verdict = await (gate as Gate).check(proposal, scope)
    if (verdict.kind === 'allow') for (const key of Object.values(rateKeysOf(proposal, scope))) window.record(key)
    return verdict.kind === 'deny' ? verdict.fault : verdict.kind
  }
  return { clock, post, gate }
}

describe('too many calls in a short time', () => {
  test('there is no limit unless one is set', () => {
    expect(setUp({}).gate).toBeUndefined()
  })

  test('one call more than a session may make is refused, and the message says when the next is possible', async () => {
    const { clock, post } = setUp({ per_session: 2 })
    await post({ channel: 'a' })
    clock.move(10_000)
    await post({ channel: 'b' })
    clock.move(5_000)
    expect(await post({ channel: 'c' })).toEqual({
      code: 'rate_limited',
      message: 'At most 2 calls in 60 s for this session. The next one is possible in 45 s.',
      detail: { budget: 'per_session', limit: 2, retry_after_secs: 45 },
    })
    expect(await post({ channel: 'c', session: 'sess_2' })).toBe('allow')
  })

  test('the window slides: as soon as it said, and not a moment before, the next call is possible', async () => {
    const { clock, post } = setUp({ per_session: 2 })
    await post()
    clock.move(10_000)
    await post()
    clock.move(49_999)
    expect(await post()).toMatchObject({ code: 'rate_limited', detail: { retry_after_secs: 1 } })
    clock.move(1)
    expect(await post()).toBe('allow')
    expect(await post()).toMatchObject({ code: 'rate_limited', detail: { retry_after_secs: 10 } })
  })

  test('a target has its own limit, over all sessions, whatever the case of its name', async () => {
    const { post } = setUp({ per_target: 1 })
    expect(await post({ session: 'sess_1', channel: 'General' })).toBe('allow')
    expect(await post({ session: 'sess_2', channel: 'general' })).toMatchObject({
      code: 'rate_limited',
      detail: { budget: 'per_target' },
    })
    expect(await post({ session: 'sess_2', channel: 'other' })).toBe('allow')
  })

  test('only the rights that are named are counted', async () => {
    const { post } = setUp({ per_session: 1, capabilities: ['MessageSend'] })
    expect([await post(), await post()]).toEqual(['allow', 'allow'])
    const poster = { ...writer, name: 'post', capability: 'MessageSend' } as const
    expect(await post({ tool: poster })).toMatchObject({ code: 'rate_limited' })
  })
})

describe('the window in memory', () => {
  test('it remembers no more than it was told to, and never fewer than the limit', () => {
    const clock = movableClock()
    const window = createRateWindow(clock, { lengthMs: 1_000, perKey: 3 })
    for (let i = 0; i < 1_000; i++) window.record('a')
    expect(window.count('a', 0)).toBeGreaterThanOrEqual(3)
    expect(window.count('a', 0)).toBeLessThan(6)
  })

  test('with too many keys the newcomers are counted together, so no crowd of targets makes room', () => {
    const clock = movableClock()
    const window = createRateWindow(clock, { lengthMs: 1_000, perKey: 10, maxKeys: 2 })
    for (const key of ['a', 'b', 'c', 'd']) window.record(key)
    expect(['a', 'b', 'c', 'new'].map(key => window.count(key, 0))).toEqual([1, 1, 2, 2])
    clock.move(1_000)
    window.record('c')
    expect(window.count('c', clock.monotonic() - 1_000)).toBe(1)
  })

  test('a key that was counted in the crowd is not forgotten when there is room again', () => {
    const clock = movableClock()
    const window = createRateWindow(clock, { lengthMs: 1_000, perKey: 10, maxKeys: 2 })
    window.record('a')
    window.record('b')
    clock.move(900)
    window.record('c')
    clock.move(200)
    window.record('c')
    expect(window.count('c', clock.monotonic() - 1_000)).toBe(2)
  })
})
