import { describe, expect, test } from 'vitest'
import {
  auditOf,
  entriesOf,
  factsOf,
  makeCall,
  mintCall,
  openQuickRuntime,
  runInnerCall,
} from '../../../test/ledger/one-call.ts'
import { countingTool } from '../../../test/open-test-runtime.ts'
import { type Assessment, type Executor, type Risk, fault } from '../../core/index.ts'
import type { Runtime } from '../runtime.ts'
import { propose } from './propose.ts'

const ASKING = { session: 's', ownAct: true, conversation: { userMessages: [], mentions: () => false } }

const peekWith = (assess: () => Partial<Assessment>): ReturnType<typeof countingTool> =>
  countingTool({ name: 'peek', risk: 'write', capability: 'MessageSend', assess })

async function assessedAs(found: Risk, defined: Risk): Promise<Risk | undefined> {
  const tool = countingTool({ name: 'peek', risk: defined, capability: 'MessageSend', assess: () => ({ risk: found }) })
  const runtime = await openQuickRuntime({ tools: [tool] })
  const proposal = await propose(mintCall(runtime, { tool: 'peek' }), { event: 'e', ...ASKING }, runtime.turns)
  return proposal.ok ? proposal.value.assessment.risk : undefined
}

describe('what a call would do', () => {
  test('may be found worse than its definition says, never better', async () => {
    const risks = ['read', 'write', 'destroy'] as const
    const worse = { read: 0, write: 1, destroy: 2 }
    for (const defined of risks)
      for (const found of risks)
        expect(await assessedAs(found, defined)).toBe(worse[found] > worse[defined] ? found : defined)
  })

  test('is asked once, before the gates; what they decide about is what was found', async () => {
    let asked = 0
    const tool = peekWith(() => (asked++, { summary: 'writes 3 lines', target: { name: 'notes.md', sha256: 'abc' } }))
    const runtime = await openQuickRuntime({ tools: [tool] })
    await makeCall(runtime, { tool: 'peek' })
    expect(asked).toBe(1)
    expect(entriesOf(runtime).find(({ type }) => type === 'intent')?.body).toMatchObject({
      summary: 'writes 3 lines',
      target: { name: 'notes.md', sha256: 'abc' },
    })
  })

  test('that cannot be found out ends the call, with a receipt', async () => {
    const tool = peekWith(() => {
      throw new Error('no idea')
    })
    const runtime = await openQuickRuntime({ tools: [tool] })
    const result = await makeCall(runtime, { tool: 'peek' })
    expect(result).toMatchObject({ ok: false, text: 'no idea', receipt: { decided_by: 'gate:executor' } })
    expect(tool.ran).toEqual([])
    expect(auditOf(runtime)).toMatchObject([{ result: 'blocked', error_category: 'PermanentFailure' }])
  })

  test('that is found to be something else than words and a risk does not run', async () => {
    for (const garbage of [null, undefined, 5, { risk: 'harmless' }, { summary: 7 }, { target: 'x' }]) {
      const tool = peekWith(() => garbage as Partial<Assessment>)
      const runtime = await openQuickRuntime({ tools: [tool] })
      const result = await makeCall(runtime, { tool: 'peek' }).catch(() => 'it threw')
      expect([garbage, result]).not.toEqual([garbage, 'it threw'])
      const intent = entriesOf(runtime).find(({ type }) => type === 'intent')
      if (intent) expect(intent.body).toMatchObject({ risk: 'write', summary: expect.any(String) })
    }
  })
})

describe('the veto of an executor', () => {
  const withVeto = (runtime: Runtime, said: string): Pick<Runtime, 'executorOf'> => ({
    executorOf(name) {
      const executor = runtime.executorOf(name)
      return executor && ({ ...executor, refuse: () => fault('path_blocked', said) } satisfies Executor)
    },
  })

  test('comes before every gate and before the assessment, and is receipted', async () => {
    const tool = peekWith(() => expect.unreachable('assessed after a veto'))
    const gate = { name: 'own', check: () => expect.unreachable('a gate was asked after a veto') }
    const runtime = await openQuickRuntime({ tools: [tool], gates: [gate] })
    const result = await runInnerCall(runtime, { tool: 'peek', parts: withVeto(runtime, 'Not this one.') })
    expect(result).toMatchObject({
      ok: false,
      text: 'Not this one.',
      fault: { code: 'path_blocked' },
      receipt: { decided_by: 'gate:executor' },
    })
    expect(tool.ran).toEqual([])
    expect(factsOf(entriesOf(runtime).at(-1))).toMatchObject({ attempts: 0, risk: 'write', result: 'blocked' })
  })
})

describe('a tool that nothing runs', () => {
  test('[EXEC-02] is not found, which is another answer than one that failed', async () => {
    const broken = countingTool({
      name: 'broken',
      risk: 'read',
      capability: 'FileAccess',
      execute: () => Promise.reject(new Error('no')),
    })
    const bodiless = {
      name: 'bodiless',
      risk: 'read' as const,
      capability: 'FileAccess' as const,
      input: { type: 'object' },
    }
    const runtime = await openQuickRuntime({ tools: [broken, bodiless] })
    const results = [await makeCall(runtime, { tool: 'bodiless' }), await makeCall(runtime, { tool: 'broken' })]
    expect(results.map(({ fault: error }) => error?.code)).toEqual(['tool_call_unknown_tool', 'tool_failed'])
    expect(auditOf(runtime).map(({ error_category, result }) => [error_category, result])).toEqual([
      ['ToolNotFound', 'blocked'],
      ['PermanentFailure', 'error'],
    ])
  })
})

describe('the names under which a call is counted', () => {
  test('are the same for the same arguments in another order, and the key differs with the event', async () => {
    const runtime = await openQuickRuntime({ tools: [peekWith(() => ({}))] })
    const of = async (args: { readonly [key: string]: number }, event: string): Promise<readonly string[]> => {
      const proposal = await propose(mintCall(runtime, { tool: 'peek', args }), { event, ...ASKING }, runtime.turns)
      return proposal.ok ? [proposal.value.signature, proposal.value.idempotencyKey] : []
    }
    const [one, swapped, other] = [
      await of({ a: 1, b: 2 }, 'e'),
      await of({ b: 2, a: 1 }, 'e'),
      await of({ a: 1, b: 2 }, 'f'),
    ]
    expect(swapped).toEqual(one)
    expect(other[0]).toBe(one[0])
    expect(other[1]).not.toBe(one[1])
  })
})
