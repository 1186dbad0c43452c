import { expect, test } from 'vitest'
import { openTestRuntime, countingTool } from '../../test/open-test-runtime.ts'
import { callTool } from '../runtime/index.ts'

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
