import { describe, expect, test } from 'vitest'
import {
  auditOf,
  entriesOf,
  factsOf,
  makeCall,
  mintCall,
  openQuickRuntime,
  viewOf,
  runInnerCall,
} from '../../../test/ledger/one-call.ts'
import { countingTool, openTestRuntime, testWorkspace } from '../../../test/open-test-runtime.ts'
import { testClock } from '../../../test/test-clock.ts'
import type { Capability, Executor, Gate, ToolFacts } from '../../core/index.ts'
import { scripted } from '../../providers/index.ts'
import { createCallSignatures } from '../../session/index.ts'
import { callTool } from '../call-tool.ts'
import type { Runtime } from '../runtime.ts'
import type { CallRuntime } from './call-runtime.ts'

type Peek = ReturnType<typeof countingTool>
const newPeek = (facts: Partial<ToolFacts> = {}): Peek =>
  countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess', facts })
const newSend = (facts: Partial<ToolFacts> = {}): Peek =>
  countingTool({ name: 'send', risk: 'write', capability: 'MessageSend', facts })

/** The same path, and a list of what happened on it in which order. */
function traced(runtime: Runtime): { readonly trace: string[]; readonly parts: Partial<CallRuntime> } {
  const { ledger, permits, filter, executorOf } = runtime.turns
  const trace: string[] = []
  const log = (what: string): void => void trace.push(what)
  const watch = (executor: Executor | undefined): Executor | undefined =>
    executor && {
      ...executor,
      refuse: call => (log('veto'), executor.refuse?.(call)),
      assess: call => (log('assessment'), executor.assess?.(call) ?? { risk: call.tool.risk, summary: '' }),
      execute: (call, permit, scope) => (log('execute'), executor.execute(call, permit, scope)),
    }
  const gates = runtime.turns.gates.map((gate): Gate => ({
    ...gate,
    check: (proposal, scope) => (log(`gate ${gate.name}`), gate.check(proposal, scope)),
  }))
  const parts: Partial<CallRuntime> = {
    gates,
    executorOf: name => watch(executorOf(name)),
    ledger: {
      ...ledger,
      async append(draft) {
        const written = await ledger.append(draft)
        log(`${draft.type} on disk`)
        return written
      },
    },
    permits: { ...permits, mint: call => (log('permit'), permits.mint(call)) },
    filter: { ...filter, text: (text, tool) => (log('filter'), filter.text(text, tool)) },
  }
  return { trace, parts }
}

/** Everything that a person's own call can meet is switched on. */
const ALL_GATES = {
  'tools.max_tool_calls_per_session': 9,
  'tools.rate_limit.per_session': 9,
  'tools.policy.enabled': true,
  'tools.policy.rules': [{ action: 'allow', tools: ['*'] }],
}
const ORDER = [
  'loop_guard',
  'quota',
  'rate_limit',
  'rules',
  'permission_token',
  'plan_commit',
  'own',
  'confirmation',
  'idempotency',
  'result_cache',
]

describe('the one path', () => {
  test('a changing call: veto, assessment, gates in order, intent, permit, act, filter, outcome, and only then the result', async () => {
    const own: Gate = { name: 'own', check: () => ({ kind: 'allow' }) }
    const runtime = await openQuickRuntime({ tools: [newSend()], gates: [own], settings: ALL_GATES })
    const { trace, parts } = traced(runtime)
    const result = await runInnerCall(runtime, { tool: 'send', parts })
    trace.push('result')
    expect(result.ok).toBe(true)
    const gates = trace.filter(step => step.startsWith('gate '))
    expect(gates).toEqual(ORDER.map(name => `gate ${name}`))
    expect(trace.filter(step => !step.startsWith('gate '))).toEqual([
      'veto',
      'assessment',
      'intent on disk',
      'permit',
      'execute',
      'filter',
      'outcome on disk',
      'result',
    ])
    expect(trace.slice(0, 3)).toEqual(['veto', 'assessment', 'gate loop_guard'])
    expect(trace.indexOf('intent on disk')).toBe(trace.indexOf('gate result_cache') + 1)
  })

  test('a reading call leaves one record, after it ran', async () => {
    const runtime = await openQuickRuntime({ tools: [newPeek()] })
    const { trace, parts } = traced(runtime)
    await runInnerCall(runtime, { tool: 'peek', parts })
    expect(trace.filter(step => !step.startsWith('gate '))).toEqual([
      'veto',
      'assessment',
      'permit',
      'execute',
      'filter',
      'outcome on disk',
    ])
  })

  test('what sends something out announces it like a change, even if it only reads', async () => {
    const runtime = await openQuickRuntime({ tools: [newPeek({ egress: true })] })
    const { trace, parts } = traced(runtime)
    await runInnerCall(runtime, { tool: 'peek', parts })
    expect(trace).toContain('intent on disk')
    expect(trace.indexOf('intent on disk')).toBeLessThan(trace.indexOf('execute'))
  })

  test('a refusal reaches no permit and no executor', async () => {
    const runtime = await openQuickRuntime({ tools: [newSend()] })
    const { trace, parts } = traced(runtime)
    await runInnerCall(runtime, { tool: 'send', allow: [], parts })
    expect(trace.slice(-2)).toEqual(['gate permission_token', 'refusal on disk'])
    expect(trace).not.toContain('permit')
    expect(trace).not.toContain('execute')
  })
})

describe('what is not on offer', () => {
  test('is an attempt and an audit line, reaches no gate, and gets no receipt', async () => {
    const peek = newPeek()
    const runtime = await openQuickRuntime({ tools: [peek] })
    const { trace, parts } = traced(runtime)
    const result = await runInnerCall(runtime, { tool: 'peek', offered: [], parts })
    expect(result).toMatchObject({ ok: false, receipt: null, fault: { code: 'tool_call_unknown_tool' } })
    expect(trace).toEqual(['attempt on disk'])
    expect(auditOf(runtime)).toMatchObject([
      { tool: 'peek', result: 'blocked', receipt_id: null, error_category: 'ToolNotFound' },
    ])
    expect(viewOf(runtime, 'sessions/s/tool_receipts.jsonl')).toEqual([])
    expect(peek.ran).toEqual([])
  })

  test('a look-alike of a call, made by nobody but the program, is not run', async () => {
    const peek = newPeek()
    const runtime = await openQuickRuntime({ tools: [peek] })
    const lookalike = { ...mintCall(runtime, { tool: 'peek' }) }
    const result = await runInnerCall(runtime, { tool: 'peek', call: lookalike })
    expect(result.fault?.code).toBe('tool_call_unknown_tool')
    expect(peek.ran).toEqual([])
  })
})

describe('the quota of a session', () => {
  const settings = { 'tools.max_tool_calls_per_session': 2, 'tools.retry.max_attempts': 4, 'tools.retry.base_ms': 0 }

  test('[GATE-21] counts calls and not their attempts: one that was tried three times leaves room for a second', async () => {
    let failures = 2
    const flaky = countingTool({
      name: 'flaky',
      risk: 'read',
      capability: 'FileAccess',
      facts: { idempotent: true },
      execute() {
        if (failures-- > 0) throw Object.assign(new Error('down'), { status: 503 })
        return 'up'
      },
    })
    const peek = newPeek()
    const runtime = await openQuickRuntime({ tools: [flaky, peek], settings })
    expect((await makeCall(runtime, { tool: 'flaky' })).ok).toBe(true)
    expect(flaky.ran).toHaveLength(3)
    expect((await makeCall(runtime, { tool: 'peek', args: { n: 1 } })).ok).toBe(true)
    expect((await makeCall(runtime, { tool: 'peek', args: { n: 2 } })).fault?.code).toBe('quota_blocked')
    expect((await makeCall(runtime, { tool: 'peek', args: { n: 3 }, session: 'another' })).ok).toBe(true)
    expect(peek.ran).toHaveLength(2)
  })

  test('[GATE-22] answers the call that is too many, with a receipt and an audit line', async () => {
    const peek = newPeek()
    const runtime = await openQuickRuntime({ tools: [peek], settings })
    for (const n of [1, 2]) await makeCall(runtime, { tool: 'peek', args: { n } })
    const third = await makeCall(runtime, { tool: 'peek', args: { n: 3 } })
    expect(third).toMatchObject({ ok: false, fault: { code: 'quota_blocked' }, receipt: { decided_by: 'gate:quota' } })
    expect(third.text).toContain('All 2 tool calls of this session are used up')
    expect(auditOf(runtime).at(-1)).toMatchObject({
      result: 'blocked',
      error_category: 'PolicyBlocked',
      call: { n: 3 },
    })
  })

  test('[GATE-21] holds for calls at the same time, and after opening again', async () => {
    const place = testWorkspace()
    const peek = newPeek()
    const runtime = await openTestRuntime({ ...place, tools: [peek], settings })
    const results = await Promise.all([1, 2, 3, 4, 5].map(n => makeCall(runtime, { tool: 'peek', args: { n } })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    const again = await openTestRuntime({ ...place, tools: [peek], settings })
    expect((await makeCall(again, { tool: 'peek', args: { n: 6 } })).fault?.code).toBe('quota_blocked')
    expect(peek.ran).toHaveLength(2)
  })

  test('[GATE-21] counts a call that acted and whose end was lost in a crash', async () => {
    const send = newSend()
    const runtime = await openQuickRuntime({ tools: [send], settings: { 'tools.max_tool_calls_per_session': 1 } })
    const { ledger } = runtime.turns
    const dying = {
      ...ledger,
      append: (draft: Parameters<typeof ledger.append>[0]) =>
        draft.type === 'intent' ? ledger.append(draft) : Promise.reject(new Error('killed')),
    }
    await runInnerCall(runtime, { tool: 'send', args: { n: 1 }, parts: { ledger: dying } }).catch(() => undefined)
    expect(send.ran).toHaveLength(1)
    await makeCall(runtime, { tool: 'send', args: { n: 2 } })
    expect(send.ran).toHaveLength(1)
  })
})

describe('a loop', () => {
  test('[GUARD-07] ends in a typed override, a wrong call in a typed error, a long result in a bounded one with its paging', async () => {
    const peek = countingTool({
      name: 'peek',
      risk: 'read',
      capability: 'FileAccess',
      input: { type: 'object', properties: { n: { type: 'integer' } } },
      execute: () => 'x'.repeat(1_000),
    })
    const runtime = await openQuickRuntime({ tools: [peek], settings: { 'tools.max_result_chars': 400 } })
    const turn = { id: 'one turn', memory: createCallSignatures() }
    const order = { tool: 'peek', args: { n: 1 }, session: 's', turn, allow: ['FileAccess'] as readonly Capability[] }
    const [first, , third, fourth] = [
      await callTool(order, runtime),
      await callTool(order, runtime),
      await callTool(order, runtime),
      await callTool(order, runtime),
    ]
    expect(first?.text.length).toBeLessThanOrEqual(400)
    expect(first?.data).toEqual({ handle: expect.stringMatching(/^res_/), cut: true })
    const part = await callTool(
      { ...order, tool: 'read_result', args: { handle: handleIn(first?.data), start: 0, length: 100 } },
      runtime,
    )
    expect(part.data).toEqual({ start: 0, shown: 100, remaining: 900, has_more: true })
    expect(third.fault).toMatchObject({
      code: 'loop_override',
      detail: { override: { tool: 'peek', forbidden_arguments: { n: 1 } } },
    })
    expect(fourth.fault).toMatchObject({
      code: 'system_error',
      detail: { tool: 'peek', signature: expect.any(String) },
    })
    const wrong = await callTool({ ...order, args: { n: 'ten' } }, runtime)
    expect(wrong.fault).toMatchObject({ code: 'tool_call_invalid_args', detail: { problems: [expect.any(Object)] } })
  })

  test('another turn begins anew', async () => {
    const peek = newPeek()
    const runtime = await openQuickRuntime({ tools: [peek] })
    for (let count = 0; count < 5; count++) expect((await makeCall(runtime, { tool: 'peek' })).ok).toBe(true)
    expect(peek.ran).toHaveLength(5)
  })
})

const handleIn = (data: unknown): string => (data as { readonly handle: string }).handle

describe('the guard', () => {
  test('[GATE-04] denies: the tool does not run, and what is told says so without the reason', async () => {
    const send = newSend()
    const models = { guard: scripted(['DENY: not asked for', 'ALLOW']) }
    const runtime = await openQuickRuntime({ tools: [send], models, settings: { 'tools.guard.enabled': true } })
    const denied = await runInnerCall(runtime, { tool: 'send', args: { n: 1 }, ownAct: false })
    expect(denied).toMatchObject({
      ok: false,
      fault: { code: 'policy_blocked' },
      text: 'The guard did not allow this call.',
    })
    expect(send.ran).toEqual([])
    expect(auditOf(runtime)).toMatchObject([{ guard_decision: 'deny:not asked for', result: 'blocked' }])
    expect((await runInnerCall(runtime, { tool: 'send', args: { n: 2 }, ownAct: false })).ok).toBe(true)
    expect(send.ran).toEqual([{ n: 2 }])
  })

  test('is not asked about what a person does himself', async () => {
    const models = { guard: scripted([]) }
    const runtime = await openQuickRuntime({ tools: [newSend()], models, settings: { 'tools.guard.enabled': true } })
    expect((await makeCall(runtime, { tool: 'send' })).ok).toBe(true)
    expect(models.guard.requests).toEqual([])
  })
})

describe('reading the same thing twice', () => {
  const look = { tool: 'peek', args: { path: 'a' } }

  test('[CACHE-01] within 300 seconds runs the tool once; the second time is a replay of the first receipt', async () => {
    const clock = testClock()
    const peek = newPeek({ cacheable: true })
    const runtime = await openQuickRuntime({ tools: [peek], clock })
    const first = await makeCall(runtime, look)
    clock.pass(299_999)
    const second = await makeCall(runtime, look)
    expect(second).toMatchObject({
      ok: true,
      replayed: true,
      text: first.text,
      receipt: { receipt_id: first.receipt?.receipt_id },
    })
    expect(peek.ran).toHaveLength(1)
    expect(auditOf(runtime).map(({ result, receipt_id }) => [result, receipt_id])).toEqual([
      ['success', first.receipt?.receipt_id],
      ['replayed', first.receipt?.receipt_id],
    ])
    clock.pass(1)
    expect((await makeCall(runtime, look)).replayed).toBe(false)
    expect(peek.ran).toHaveLength(2)
  })

  test('after anything was changed it is read again, and after a change that failed halfway, too', async () => {
    const peek = newPeek({ cacheable: true })
    const failing = countingTool({
      name: 'failing',
      risk: 'write',
      capability: 'MessageSend',
      execute: () => Promise.reject(new Error('half done')),
    })
    const runtime = await openQuickRuntime({ tools: [peek, newSend(), failing] })
    for (const tool of ['send', 'failing']) {
      await makeCall(runtime, look)
      expect((await makeCall(runtime, look)).replayed).toBe(true)
      await makeCall(runtime, { tool })
      expect((await makeCall(runtime, look)).replayed).toBe(false)
    }
    expect(peek.ran).toHaveLength(3)
  })

  test('a refused change changes nothing: the result is still known', async () => {
    const peek = newPeek({ cacheable: true })
    const runtime = await openQuickRuntime({ tools: [peek, newSend()] })
    await makeCall(runtime, look)
    await makeCall(runtime, { tool: 'send', allow: [] })
    expect((await makeCall(runtime, look)).replayed).toBe(true)
  })

  test('[CACHE-06] another session and another agent each read for themselves', async () => {
    const peek = newPeek({ cacheable: true })
    const runtime = await openQuickRuntime({ tools: [peek] })
    await makeCall(runtime, look)
    expect((await makeCall(runtime, { ...look, session: 'another' })).replayed).toBe(false)
    expect((await makeCall(runtime, { ...look, agent: 'sub-agent' })).replayed).toBe(false)
    expect((await makeCall(runtime, look)).replayed).toBe(true)
    expect(peek.ran).toHaveLength(3)
  })

  test('[CACHE-03] [CACHE-07] what changes, sends out, belongs to a server or does not say that it may be is never remembered', async () => {
    const facts = { cacheable: true }
    const tools = [
      countingTool({ name: 'changes', risk: 'write', capability: 'MessageSend', facts }),
      countingTool({ name: 'sends', risk: 'read', capability: 'FileAccess', facts: { ...facts, egress: true } }),
      countingTool({ name: 'served', risk: 'read', capability: 'mcp.weather', facts }),
      countingTool({ name: 'silent', risk: 'read', capability: 'FileAccess' }),
    ]
    const runtime = await openQuickRuntime({ tools })
    // One right after the other, because a change in between would empty the cache anyway.
    for (const { name } of tools.flatMap(tool => [tool, tool]))
      expect((await makeCall(runtime, { tool: name })).replayed).toBe(false)
    expect(tools.map(({ ran }) => ran.length)).toEqual([2, 2, 2, 2])
  })

  test('a replay passes all the other gates', async () => {
    const peek = newPeek({ cacheable: true })
    const runtime = await openQuickRuntime({ tools: [peek] })
    await makeCall(runtime, look)
    expect((await makeCall(runtime, { ...look, allow: [] })).fault?.code).toBe('permission_denied')
  })
})

describe('numbers of a call', () => {
  test('the facts of a refusal say that nothing was tried', async () => {
    const runtime = await openQuickRuntime({ tools: [newSend()] })
    await makeCall(runtime, { tool: 'send', allow: [] })
    expect(factsOf(entriesOf(runtime).at(-1))).toMatchObject({ attempts: 0, result: 'blocked', intent: null })
  })
})
