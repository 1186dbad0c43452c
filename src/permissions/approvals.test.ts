import { expect, test } from 'vitest'
import { openTestRuntime, countingTool } from '../../test/open-test-runtime.ts'
import { testClock } from '../../test/test-clock.ts'
import type { Approval } from './index.ts'
import { type Runtime, callTool } from '../runtime/index.ts'

const DECISION = { state: 'approved', decidedBy: 'tty', credential: 'a person' } as const
const NEVER = new AbortController().signal

async function openWithQuestion(clock = testClock()): Promise<{ readonly runtime: Runtime; readonly asked: Approval }> {
  const send = countingTool({ name: 'send', risk: 'write', capability: 'MessageSend' })
  const runtime = await openTestRuntime({ tools: [send], clock })
  await runtime.broker.issue({
    capability: 'MessageSend',
    principal: 'user:local',
    session: null,
    decidedBy: 'rule',
    purpose: 'test',
  })
  await callTool({ tool: 'send', args: {}, session: 's1', event: 'e1' }, runtime)
  const [asked] = await runtime.approvals.pending()
  if (!asked) throw new Error('no question')
  return { runtime, asked }
}

test('whoever waits for a decision hears it at once, also when it was made before', async () => {
  const { runtime, asked } = await openWithQuestion()
  const waiting = runtime.approvals.whenDecided(asked.id, NEVER)
  await runtime.approvals.decide(asked.id, DECISION)
  expect(await waiting).toMatchObject({ id: asked.id, state: 'approved' })
  expect(await runtime.approvals.whenDecided(asked.id, NEVER)).toMatchObject({ state: 'approved' })
  expect(await runtime.approvals.whenDecided('nobody asked this', NEVER)).toBeUndefined()
})

test('a wait for a decision ends with its signal', async () => {
  const { runtime, asked } = await openWithQuestion()
  const gone = new AbortController()
  const waiting = runtime.approvals.whenDecided(asked.id, gone.signal)
  gone.abort()
  expect(await waiting).toBeUndefined()
})

test('a wait ends with its question, even if the clock on the wall was set back meanwhile', async () => {
  const clock = testClock()
  const { runtime, asked } = await openWithQuestion(clock)
  clock.pass(asked.ends.monotonic - clock.monotonic() - 20)
  const waiting = runtime.approvals.whenDecided(asked.id, NEVER)
  clock.pass(1_000)
  clock.setWall(0)
  expect(await waiting).toBeUndefined()
})

test('of two that decide at the same time one is too late: a denied call does not end approved', async () => {
  const send = countingTool({ name: 'send', risk: 'write', capability: 'MessageSend' })
  const runtime = await openTestRuntime({ tools: [send] })
  await runtime.broker.issue({
    capability: 'MessageSend',
    principal: 'user:local',
    session: null,
    decidedBy: 'rule',
    purpose: 'test',
  })
  const order = { tool: 'send', args: {}, session: 's1', event: 'e1' }
  await callTool(order, runtime)
  const [waiting] = await runtime.approvals.pending()
  const decide = (state: 'approved' | 'denied') =>
    runtime.approvals.decide(waiting?.id ?? '', { state, decidedBy: 'tty', credential: `person who ${state}` })
  const [denied, approved] = await Promise.all([decide('denied'), decide('approved')])
  expect([denied.ok, approved.ok]).toEqual([true, false])
  expect((await callTool(order, runtime)).fault?.code).toBe('confirmation_required')
  expect(send.ran).toEqual([])
})
