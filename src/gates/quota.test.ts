import { expect, test } from 'vitest'
import { standardValues } from '../core/index.ts'
import { sampleProposal, sampleScope } from './conformance.ts'
import { quota, toolsSection } from './quota.ts'

const nth = (sessionCalls: number) => sampleScope({ counters: { sessionCalls, signatures: [] } })

test('a session has no limit unless one is set', () => {
  expect(quota(standardValues(toolsSection))).toBeUndefined()
})

test('[GATE-22] call 101 of 100 is answered with quota_blocked and the name of the budget', async () => {
  const gate = quota({ max_tool_calls_per_session: 100 })
  expect(await gate?.check(sampleProposal(), nth(100))).toEqual({ kind: 'allow' })
  expect(await gate?.check(sampleProposal(), nth(101))).toEqual({
    kind: 'deny',
    fault: {
      code: 'quota_blocked',
      message: 'All 100 tool calls of this session are used up (max_tool_calls_per_session), so this one did not run.',
      detail: { budget: 'max_tool_calls_per_session', limit: 100 },
    },
  })
})

test('a workspace that nobody trusts cannot lift the limit, though 0 is a lower number', () => {
  expect(toolsSection.settings.max_tool_calls_per_session.workspaceMay).toBe('when_trusted')
})
