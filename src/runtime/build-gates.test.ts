import { expect, test } from 'vitest'
import { countingTool, openTestRuntime } from '../../test/open-test-runtime.ts'
import { type JsonObject, textOf } from '../core/index.ts'
import { type CallReport, callTool } from './call-tool.ts'
import type { Runtime } from './runtime.ts'

const RULE = { 'tools.policy.enabled': true, 'tools.policy.rules': [{ action: 'ask', tools: ['send', 'look'] }] }

async function ready(runtime: Runtime): Promise<(tool: string, args: JsonObject) => Promise<CallReport>> {
  const right = {
    capability: 'MessageSend',
    principal: 'user:local',
    session: 's',
    decidedBy: 'tty',
    purpose: 'a test',
  } as const
  await runtime.broker.issue(right)
  return (tool, args) => callTool({ tool, args, session: 's' }, runtime)
}

const approve = (runtime: Runtime, { fault }: CallReport): Promise<unknown> =>
  runtime.approvals.decide(textOf(fault?.detail?.['approval']), {
    state: 'approved',
    decidedBy: 'console',
    credential: 'another door',
  })

test('one approval answers every gate that asks about the call, for exactly this call and once', async () => {
  const send = countingTool({ name: 'send', risk: 'write', capability: 'MessageSend' })
  const runtime = await openTestRuntime({ tools: [send], settings: RULE })
  const call = await ready(runtime)
  const asked = await call('send', { to: 'me' })
  expect(asked).toMatchObject({ fault: { code: 'confirmation_required' }, receipt: { decided_by: 'gate:rules' } })
  await approve(runtime, asked)
  expect((await call('send', { to: 'you' })).fault?.code).toBe('confirmation_required')
  expect(await call('send', { to: 'me' })).toMatchObject({ ok: true, receipt: { decided_by: 'console' } })
  expect((await call('send', { to: 'me' })).fault?.code).toBe('confirmation_required')
  expect(send.ran).toEqual([{ to: 'me' }])
})

test('a rule that asks about a call which only reads is answered in the same way', async () => {
  const look = countingTool({ name: 'look', risk: 'read', capability: 'MessageSend' })
  const runtime = await openTestRuntime({ tools: [look], settings: { ...RULE, 'tools.result_cache.enabled': false } })
  const call = await ready(runtime)
  await approve(runtime, await call('look', {}))
  expect((await call('look', {})).ok).toBe(true)
  expect((await call('look', {})).fault?.code).toBe('confirmation_required')
  expect(look.ran).toHaveLength(1)
})
