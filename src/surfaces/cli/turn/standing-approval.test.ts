import { describe, expect, test } from 'vitest'
import { countingTool, openTestRuntime } from '../../../../test/open-test-runtime.ts'
import type { JsonObject, Proposal, Risk } from '../../../core/index.ts'
import { unpainted } from '../terminal.ts'
import type { PromptTarget } from './prompt-target.ts'
import { marksFor } from './marks.ts'
import { mayStand, saveStandingApproval } from './standing-approval.ts'

const FACTS = { idempotent: false, cacheable: false, needsPlan: false, egress: false, acceptsRef: [], saysItRan: [] }

async function targetWith(
  risk: Risk,
  settings: JsonObject = {},
): Promise<{ readonly target: PromptTarget; readonly proposal: Proposal }> {
  const tool = countingTool({ name: 'post', description: 'Posts.', risk, capability: 'MessageSend', facts: FACTS })
  const runtime = await openTestRuntime({ tools: [tool], settings })
  const silent = (): void => undefined
  const terminal = { out: silent, err: silent, problem: silent, paint: unpainted, isInteractive: true }
  const target: PromptTarget = { terminal, marks: marksFor({ ascii: true }, {}), runtime }
  const context = {
    profile: 'native' as const,
    rawSha256: '',
    origin: { phase: 'Executor' as const, agent: 'main' },
    coerce: true,
  }
  const call = runtime.catalog.resolve(
    { name: 'post', named: {}, positional: [], dialect: 'order', fixups: [] },
    context,
  )
  if (!call.ok) throw new Error(call.error.message)
  return {
    target,
    proposal: {
      call: call.value,
      assessment: { risk, summary: 'posts' },
      definitionHash: '',
      signature: '',
      idempotencyKey: '',
    },
  }
}

describe('a yes to later calls', () => {
  test('is offered for what changes something, and never for what deletes', async () => {
    const [write, destroy] = [await targetWith('write'), await targetWith('destroy')]
    expect(mayStand(write.proposal, write.target)).toBe(true)
    expect(mayStand(destroy.proposal, destroy.target)).toBe(false)
    const worse = { ...write.proposal, assessment: { ...write.proposal.assessment, risk: 'destroy' as const } }
    expect(mayStand(worse, write.target)).toBe(false)
  })

  test('is not offered where a rule of the person asks every time, because no grant would answer it', async () => {
    const { target, proposal } = await targetWith('write', {
      'tools.policy.enabled': true,
      'tools.policy.rules': [{ action: 'ask', tools: ['post'] }],
    })
    expect(mayStand(proposal, target)).toBe(false)
  })

  test.each([
    ['minutes', { session: 's1', decidedBy: 'tty' }],
    ['session', { session: 's1', decidedBy: 'tty' }],
    ['always', { session: null, decidedBy: 'rule', ends: null }],
  ] as const)('%s is kept as a grant that covers changes of this one tool, as it was defined', async (kind, kept) => {
    const { target } = await targetWith('write')
    const tool = { name: 'post', definition: 'a1b2' }
    await saveStandingApproval({ kind, capability: 'MessageSend', tool, session: 's1', purpose: 'posts' }, target)
    expect(await target.runtime?.broker.list()).toMatchObject([
      { capability: 'MessageSend', tool, confirmsWrites: true, ...kept },
    ])
    const need = {
      capability: 'MessageSend',
      target: undefined,
      session: 's1',
      turn: 't',
      principal: 'user:local',
    } as const
    const found = async (bound: typeof tool): Promise<string | undefined> =>
      (await target.runtime?.broker.find({ ...need, tool: bound }))?.kind
    expect(await found(tool)).toBe('active')
    expect([await found({ ...tool, name: 'other' }), await found({ ...tool, definition: 'changed' })]).toEqual([
      'missing',
      'missing',
    ])
  })
})
