import { writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { auditOf, entriesOf, factsOf, makeCall, openQuickRuntime, runInnerCall } from '../../../test/ledger/one-call.ts'
import {
  type CountingTool,
  configWith,
  countingTool,
  openTestRuntime,
  testWorkspace,
} from '../../../test/open-test-runtime.ts'
import { type JsonObject, isJsonObject, sha256, textOf } from '../../core/index.ts'
import { retrySection } from '../../executors/index.ts'
import { verifyAll } from '../../ledger/index.ts'
import { callTool } from '../call-tool.ts'
import { valuesOf } from '../config/index.ts'
import type { OwnTool } from '../own-tool.ts'
import type { Runtime } from '../runtime.ts'
import type { CallRuntime, CallResult } from './call-runtime.ts'

type Body = OwnTool['execute']
const reads = (execute: NonNullable<Body>, facts: OwnTool['facts'] = {}): CountingTool =>
  countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess', facts, execute })
const writes = (execute: NonNullable<Body>, facts: OwnTool['facts'] = {}): CountingTool =>
  countingTool({ name: 'send', risk: 'write', capability: 'MessageSend', facts, execute })

const attemptsOf = (runtime: Runtime): unknown => factsOf(entriesOf(runtime).at(-1))['attempts']
const withLimits = ({ turns }: Runtime, limits: Partial<CallRuntime['limits']>): Pick<CallRuntime, 'limits'> => ({
  limits: { ...turns.limits, ...limits },
})
const fails =
  (facts: object): (() => never) =>
  () => {
    throw Object.assign(new Error('it failed'), facts)
  }

describe('trying again', () => {
  const QUICK = { 'tools.retry.max_attempts': 3, 'tools.retry.base_ms': 0 }

  test.each<readonly [string, object, string, number]>([
    ['a lost connection', { code: 'ECONNRESET' }, 'tool_network', 3],
    ['a server that failed', { status: 503 }, 'tool_server_error', 3],
    ['a server that is busy', { status: 429 }, 'tool_busy', 3],
    ['a timeout of the other side', { name: 'TimeoutError' }, 'tool_timeout', 3],
    ['something unknown', {}, 'tool_failed', 1],
    ['something that is not there', { status: 404 }, 'tool_failed', 1],
    ['wrong parameters', { status: 422 }, 'tool_call_invalid_args', 1],
    ['a right that is missing', { code: 'EACCES' }, 'policy_blocked', 1],
    ['a cancellation', { name: 'AbortError' }, 'tool_cancelled', 1],
  ])('[EXEC-06] after %s', async (_, facts, code, attempts) => {
    const peek = reads(fails(facts), { idempotent: true })
    const runtime = await openQuickRuntime({ tools: [peek], settings: QUICK })
    const result = await makeCall(runtime, { tool: 'peek' })
    expect(result.fault).toMatchObject({ code, message: 'it failed' })
    expect(peek.ran).toHaveLength(attempts)
    expect(attemptsOf(runtime)).toBe(attempts)
  })

  test('[EXEC-06] ends with the first success, which is one call with one receipt', async () => {
    let left = 2
    const peek = reads(() => (left-- > 0 ? fails({ status: 503 })() : 'at last'), { idempotent: true })
    const runtime = await openQuickRuntime({ tools: [peek], settings: QUICK })
    expect(await makeCall(runtime, { tool: 'peek' })).toMatchObject({ ok: true, text: 'at last' })
    expect(peek.ran).toHaveLength(3)
    expect(auditOf(runtime)).toHaveLength(1)
  })

  test('[GUARD-08] a tool that is not there and a failure for good are never tried again, whatever the tool allows', async () => {
    const peek = reads(fails({}), { idempotent: true })
    const absent = {
      name: 'absent',
      risk: 'read' as const,
      capability: 'FileAccess' as const,
      input: { type: 'object' },
      facts: { idempotent: true },
    }
    const runtime = await openQuickRuntime({
      tools: [peek, absent],
      settings: { ...QUICK, 'tools.retry.max_attempts': 10 },
    })
    await makeCall(runtime, { tool: 'peek' })
    expect([peek.ran.length, attemptsOf(runtime)]).toEqual([1, 1])
    expect((await makeCall(runtime, { tool: 'absent' })).fault?.code).toBe('tool_call_unknown_tool')
    expect(attemptsOf(runtime)).toBe(0)
  })

  test('a tool that does not say it may be repeated runs once; only a refusal for being busy is safe', async () => {
    for (const [facts, times] of [
      [{ status: 503 }, 1],
      [{ code: 'ECONNRESET' }, 1],
      [{ name: 'TimeoutError' }, 1],
      [{ status: 429 }, 3],
    ] as const) {
      const send = writes(fails(facts))
      const runtime = await openQuickRuntime({ tools: [send], settings: QUICK })
      await makeCall(runtime, { tool: 'send' })
      expect([facts, send.ran.length]).toEqual([facts, times])
    }
  })

  test('[ERR-05] without a word of configuration: 2 attempts, 500 ms, 5 s, 30 s', async () => {
    expect(valuesOf(configWith(), retrySection)).toEqual({
      max_attempts: 2,
      base_ms: 500,
      max_ms: 5_000,
      budget_secs: 30,
      parameter_reformat_provider: '',
    })
    const runtime = await openQuickRuntime()
    expect(runtime.turns.limits).toMatchObject({ maxAttempts: 2, baseMs: 500, maxMs: 5_000, budgetMs: 30_000 })
  })

  test('[ERR-05] the waits stay within base and maximum, and configuration sets both', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const peek = reads(fails({ status: 503 }), { idempotent: true })
    const settings = { 'tools.retry.max_attempts': 5, 'tools.retry.base_ms': 20, 'tools.retry.max_ms': 40 }
    const runtime = await openQuickRuntime({ tools: [peek], settings })
    for (let count = 0; count < 4; count++) {
      timers.mockClear()
      await makeCall(runtime, { tool: 'peek', args: { count } })
      // What is set for a whole second or longer are limits, not waits.
      const waits = timers.mock.calls.map(([, wait = 0]) => wait).filter(wait => wait < 1_000)
      expect(waits).toHaveLength(4)
      for (const [number, wait] of waits.entries()) expect(wait).toBeLessThanOrEqual(Math.min(40, 20 * 2 ** number))
      expect(new Set(waits).size).toBeGreaterThan(1)
    }
    expect(peek.ran).toHaveLength(20)
  })

  test('[ERR-05] attempts and waits together never take longer than the budget', async () => {
    const peek = reads(fails({ status: 503 }), { idempotent: true })
    const runtime = await openQuickRuntime({ tools: [peek] })
    const limits = withLimits(runtime, { maxAttempts: 1_000, baseMs: 30, maxMs: 30, budgetMs: 150 })
    const started = performance.now()
    await runInnerCall(runtime, { tool: 'peek', parts: limits })
    expect(performance.now() - started).toBeLessThan(150 + 150)
    expect(peek.ran.length).toBeGreaterThan(2)
    expect(peek.ran.length).toBeLessThan(1_000)
  })

  test('[ERR-05] a tool that hangs is stopped by the budget, even if its own time is longer', async () => {
    const peek = reads(() => new Promise(() => {}), { idempotent: true })
    const runtime = await openQuickRuntime({ tools: [peek] })
    const started = performance.now()
    const result = await runInnerCall(runtime, {
      tool: 'peek',
      parts: withLimits(runtime, { timeoutMs: 60_000, budgetMs: 100, maxAttempts: 9, baseMs: 0 }),
    })
    expect(result.fault?.code).toBe('tool_timeout')
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('a tool that does not end', () => {
  test('is told to stop, its late result is dropped, and the call is a timeout', async () => {
    let [isTold, finish] = [false, (_text: string): void => {}]
    const late = new Promise<string>(resolve => (finish = resolve))
    const peek = reads((_args, { signal }) => (signal.addEventListener('abort', () => (isTold = true)), late))
    const runtime = await openQuickRuntime({ tools: [peek] })
    const result = await runInnerCall(runtime, { tool: 'peek', parts: withLimits(runtime, { timeoutMs: 30 }) })
    finish('too late')
    expect(result.fault).toMatchObject({ code: 'tool_timeout' })
    expect(isTold).toBe(true)
    expect(JSON.stringify(entriesOf(runtime))).not.toContain('too late')
    expect(auditOf(runtime)).toMatchObject([{ result: 'error', error_category: 'Timeout' }])
  })

  test('and that changes something is not repeated under the same event: its fault is given again', async () => {
    const send = writes(() => new Promise(() => {}))
    const runtime = await openQuickRuntime({ tools: [send] })
    const first = await runInnerCall(runtime, {
      tool: 'send',
      event: 'e',
      parts: withLimits(runtime, { timeoutMs: 20 }),
    })
    const second = await makeCall(runtime, { tool: 'send', event: 'e' })
    expect(second).toMatchObject({
      ok: false,
      replayed: true,
      text: expect.stringMatching(/^send did not finish in 1 s\. This is the first answer given again/),
      fault: { code: 'tool_timeout' },
      receipt: { receipt_id: first.receipt?.receipt_id },
    })
    expect(send.ran).toHaveLength(1)
  })

  test('ends at once when it is cancelled', async () => {
    const stop = new AbortController()
    const peek = reads(() => (stop.abort(), new Promise(() => {})))
    const runtime = await openQuickRuntime({ tools: [peek] })
    const result = await makeCall(runtime, { tool: 'peek', signal: stop.signal })
    expect(result.fault).toMatchObject({ code: 'tool_cancelled' })
    expect(auditOf(runtime)).toMatchObject([{ result: 'error', error_category: 'Cancelled' }])
  })

  test('and was cancelled before it began does not begin', async () => {
    const send = writes(() => 'sent')
    const runtime = await openQuickRuntime({ tools: [send] })
    expect((await makeCall(runtime, { tool: 'send', signal: AbortSignal.abort() })).fault?.code).toBe('tool_cancelled')
    expect(send.ran).toEqual([])
  })

  test('is not tried again after a cancellation, however short the wait', async () => {
    const stop = new AbortController()
    const peek = reads(() => (stop.abort(), fails({ status: 503 })()), { idempotent: true })
    const runtime = await openQuickRuntime({
      tools: [peek],
      settings: { 'tools.retry.max_attempts': 5, 'tools.retry.base_ms': 0 },
    })
    await makeCall(runtime, { tool: 'peek', signal: stop.signal })
    expect(peek.ran).toHaveLength(1)
  })
})

describe('what a tool may return', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)

  test.each<readonly [string, unknown, Partial<CallResult>]>([
    ['a text', 'seen', { ok: true, text: 'seen', data: null }],
    ['nothing', undefined, { ok: true, text: '', data: null }],
    ['null', null, { ok: true, text: 'null', data: null }],
    ['a number', 4.5, { ok: true, text: '4.5', data: 4.5 }],
    ['data', { a: [1] }, { ok: true, text: '{"a":[1]}', data: { a: [1] } }],
    ['text and data', { text: 't', data: { a: 1 } }, { ok: true, text: 't', data: { a: 1 } }],
    ['half a character', 'a\uD800b', { ok: true, text: 'a\uFFFDb' }],
    [
      'half a character in its data',
      { text: 't', data: { 'k\uDC00': '\uD800' } },
      { ok: true, data: { 'k\uFFFD': '\uFFFD' } },
    ],
  ])('%s', async (_, value, expected) => {
    const runtime = await openQuickRuntime({ tools: [reads(() => value)] })
    expect(await makeCall(runtime, { tool: 'peek' })).toMatchObject(expected)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })

  test.each<readonly [string, unknown]>([
    ['a big integer', 10n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a circle', cycle],
    ['data in a circle', { text: 't', data: cycle }],
    ['sources that are no list', { text: 't', sources: 'all' }],
    ['a source that is nothing', { text: 't', sources: [null] }],
    ['a source without a name', { text: 't', sources: [{ path: 10n }] }],
    ['a source with half a character', { text: 't', sources: [{ path: '\uD800', sha256: 'x' }] }],
    ['a plan that is no list', { text: 't', plan: {} }],
    ['a plan of nothing', { text: 't', plan: [null] }],
    ['an object that cannot be written', { toJSON: () => fails({})() }],
  ])('%s is no result, and nothing but the call suffers from it', async (_, value) => {
    const runtime = await openQuickRuntime({ tools: [writes(() => value)] })
    const result = await makeCall(runtime, { tool: 'send' }).catch((thrown: unknown) => `it threw ${String(thrown)}`)
    expect(result).toMatchObject({ ok: false, fault: { code: 'tool_output_invalid' }, receipt: { tool_id: 'send' } })
    expect(runtime.ledger.unfinished()).toEqual([])
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })

  test('whatever it throws is a failure with a message', async () => {
    for (const thrown of [undefined, null, 'text', 5, {}, Symbol('s'), new Error(''), new Error('half \uD800')]) {
      const peek = reads(() => {
        // oxlint-disable-next-line typescript/only-throw-error -- foreign code throws what it likes
        throw thrown
      })
      const runtime = await openQuickRuntime({ tools: [peek] })
      const result = await makeCall(runtime, { tool: 'peek' })
      expect(result.fault?.code).toBe('tool_failed')
      expect(result.text).not.toBe('')
    }
  })
})

describe('the same event', () => {
  test('[GATE-05] acts once; asked for again it returns the stored result, and another event acts', async () => {
    const send = writes(({ to }) => ({ text: `sent to ${textOf(to)}`, data: { n: 1 } }))
    const runtime = await openQuickRuntime({ tools: [send] })
    const order = { tool: 'send', args: { to: 'me' }, event: 'e' }
    const [first, second] = [await makeCall(runtime, order), await makeCall(runtime, order)]
    expect(second).toMatchObject({
      ok: true,
      replayed: true,
      text: 'sent to me',
      data: { n: 1 },
      receipt: { receipt_id: first.receipt?.receipt_id },
    })
    expect(send.ran).toHaveLength(1)
    expect((await makeCall(runtime, { ...order, event: 'f' })).replayed).toBe(false)
    expect((await makeCall(runtime, { ...order, args: { to: 'you' } })).replayed).toBe(false)
    expect(send.ran).toHaveLength(3)
  })

  test('[GATE-05] many times at once acts once', async () => {
    const send = writes(async () => (await new Promise(resolve => setTimeout(resolve, 5)), 'sent'))
    const runtime = await openQuickRuntime({ tools: [send] })
    const results = await Promise.all(Array.from({ length: 10 }, () => makeCall(runtime, { tool: 'send', event: 'e' })))
    expect(send.ran).toHaveLength(1)
    expect(results.filter(({ ok, replayed }) => ok && !replayed)).toHaveLength(1)
    for (const { ok, replayed, fault } of results)
      expect(ok || replayed || fault?.code === 'outcome_unknown').toBe(true)
  })

  test.each([
    ['short', 'ä'.repeat(100)],
    ['longer than its receipt holds', 'ä'.repeat(5_000)],
  ])('[GATE-05] returns a result that is %s whole, also after opening again', async (_, text) => {
    const place = testWorkspace()
    const send = writes(() => text)
    const first = await openTestRuntime({ ...place, tools: [send] })
    await makeCall(first, { tool: 'send', event: 'e' })
    const second = await openTestRuntime({ ...place, tools: [send] })
    for (const runtime of [first, second])
      expect(await makeCall(runtime, { tool: 'send', event: 'e' })).toMatchObject({ replayed: true, text })
    expect(send.ran).toHaveLength(1)
  })

  test('[GATE-05] returns no more than the cap the second time either', async () => {
    const send = writes(() => 'x'.repeat(9_000))
    const runtime = await openQuickRuntime({ tools: [send], settings: { 'tools.max_result_chars': 500 } })
    const [first, second] = [
      await makeCall(runtime, { tool: 'send', event: 'e' }),
      await makeCall(runtime, { tool: 'send', event: 'e' }),
    ]
    expect(first.text.length).toBeLessThanOrEqual(500)
    expect(second).toMatchObject({ replayed: true, data: first.data })
    expect(second.text.length).toBeLessThanOrEqual(500)
  })

  test('[GATE-05] does not act a second time if the tool acted and then returned nonsense', async () => {
    const send = writes(() => 10n)
    const runtime = await openQuickRuntime({ tools: [send] })
    for (let count = 0; count < 3; count++) await makeCall(runtime, { tool: 'send', event: 'e' })
    expect(send.ran).toHaveLength(1)
  })

  test('[GATE-05] does not act a second time if the tool acted and then failed in a way that nobody knows', async () => {
    const send = writes(fails({}))
    const runtime = await openQuickRuntime({ tools: [send] })
    for (let count = 0; count < 3; count++) await makeCall(runtime, { tool: 'send', event: 'e' })
    expect(send.ran).toHaveLength(1)
  })

  test('acts when it certainly did not happen before: refused, or turned away', async () => {
    let isBusy = true
    const send = writes(() => (isBusy ? fails({ status: 429 })() : 'sent'))
    const runtime = await openQuickRuntime({ tools: [send], settings: { 'tools.retry.max_attempts': 1 } })
    expect((await makeCall(runtime, { tool: 'send', event: 'e', allow: [] })).fault?.code).toBe('permission_denied')
    expect((await makeCall(runtime, { tool: 'send', event: 'e' })).fault?.code).toBe('tool_busy')
    isBusy = false
    expect(await makeCall(runtime, { tool: 'send', event: 'e' })).toMatchObject({ ok: true, replayed: false })
    expect(send.ran).toHaveLength(2)
  })

  test('whose end was lost is unknown, and stays so after opening again', async () => {
    const place = testWorkspace()
    const send = writes(() => 'sent')
    const first = await openTestRuntime({ ...place, tools: [send] })
    const { ledger } = first.turns
    const dying: CallRuntime['ledger'] = {
      ...ledger,
      append: draft => (draft.type === 'outcome' ? Promise.reject(new Error('the power went')) : ledger.append(draft)),
    }
    await expect(runInnerCall(first, { tool: 'send', event: 'e', parts: { ledger: dying } })).rejects.toThrow(
      'the power went',
    )
    const second = await openTestRuntime({ ...place, tools: [send] })
    for (const runtime of [first, second]) {
      const again = await makeCall(runtime, { tool: 'send', event: 'e' })
      expect(again).toMatchObject({
        ok: false,
        fault: { code: 'outcome_unknown' },
        receipt: { decided_by: 'gate:idempotency' },
      })
    }
    expect(second.ledger.unfinished()).toHaveLength(1)
    expect(send.ran).toHaveLength(1)
    expect((await makeCall(second, { tool: 'send', event: 'a new event' })).ok).toBe(true)
  })
})

describe('a long result', () => {
  const LONG = Array.from({ length: 400 }, (_, index) => `line ${index} äöü`).join('\n')
  const keep = countingTool({
    name: 'keep',
    risk: 'write',
    capability: 'MessageSend',
    input: {
      type: 'object',
      properties: { text: { type: 'string' }, name: { type: 'string' } },
      additionalProperties: false,
    },
    facts: { acceptsRef: ['text'], saysItRan: [] },
    execute: ({ text }) => `kept ${textOf(text).length}`,
  })
  const allow = ['FileAccess', 'MessageSend'] as const
  const settings = { 'tools.max_result_chars': 1_000 }
  const handleOf = ({ data }: CallResult): string => (isJsonObject(data) ? textOf(data['handle']) : '')

  test('is cut in plain sight, kept under a handle, read on part by part, and is whole in the end', async () => {
    const runtime = await openQuickRuntime({ tools: [reads(() => LONG)], settings })
    const first = await callTool({ tool: 'peek', args: {}, session: 's', allow }, runtime)
    expect(first.text.length).toBeLessThanOrEqual(1_000)
    expect(first.text).toContain(
      ` of ${LONG.length} characters shown; the whole is ${handleOf(first)}: call read_result with start=`,
    )
    let [whole, start] = ['', 0]
    for (;;) {
      const part = await callTool(
        { tool: 'read_result', args: { handle: handleOf(first), start, length: 700 }, session: 's', allow },
        runtime,
      )
      expect(part.text.length).toBeLessThanOrEqual(1_000)
      const { shown, has_more } = part.data as { readonly shown: number; readonly has_more: boolean }
      whole += part.text.slice(0, shown)
      start += shown
      if (!has_more) break
    }
    expect(whole).toBe(LONG)
    expect(first.receipt?.outputs).toMatchObject({ truncated: true, sha256: sha256(LONG) })
  })

  test('goes whole into another call by its handle: the tool, the intent and the receipt see the bytes', async () => {
    const runtime = await openQuickRuntime({ tools: [reads(() => LONG), keep], settings })
    const first = await callTool({ tool: 'peek', args: {}, session: 's', allow }, runtime)
    const used = await callTool(
      { tool: 'keep', args: { text: { $ref: handleOf(first) } }, session: 's', allow },
      runtime,
    )
    expect(used).toMatchObject({ ok: true, text: `kept ${LONG.length}`, receipt: { inputs: { text: LONG } } })
    expect(keep.ran.at(-1)).toEqual({ text: LONG })
    expect(entriesOf(runtime).find(({ type }) => type === 'intent')?.body['inputs']).toEqual({ text: LONG })
  })

  test('is nothing to another session, another principal, or a parameter that takes no handle', async () => {
    const runtime = await openQuickRuntime({ tools: [reads(() => LONG), keep], settings })
    const before = keep.ran.length
    const handle = handleOf(await callTool({ tool: 'peek', args: {}, session: 's', allow }, runtime))
    const ref = { $ref: handle }
    const codes = [
      await callTool({ tool: 'read_result', args: { handle }, session: 'another', allow }, runtime),
      await callTool({ tool: 'read_result', args: { handle }, session: 's', principal: 'user:other', allow }, runtime),
      await callTool({ tool: 'keep', args: { text: ref }, session: 'another', allow }, runtime),
      await callTool({ tool: 'keep', args: { name: ref }, session: 's', allow }, runtime),
      await callTool(
        { tool: 'read_result', args: { handle: 'res_000000000000000000000000' }, session: 's', allow },
        runtime,
      ),
    ].map(({ fault }) => fault?.code)
    expect(codes).toEqual([
      'handle_unknown',
      'handle_unknown',
      'handle_unknown',
      'tool_call_invalid_args',
      'handle_unknown',
    ])
    expect(keep.ran).toHaveLength(before)
  })

  test('of data is kept as well', async () => {
    const runtime = await openQuickRuntime({
      tools: [reads(() => ({ text: 'short', data: { list: LONG } }))],
      settings,
    })
    const first = await callTool({ tool: 'peek', args: {}, session: 's', allow }, runtime)
    expect(first).toMatchObject({ text: 'short', data: { cut: true, handle: expect.stringMatching(/^res_/) } })
    expect(JSON.stringify(first.data).length).toBeLessThan(200)
  })
})

describe('plan and commit', () => {
  const newStore = (): { readonly files: Map<string, string>; readonly tools: readonly OwnTool[] } => {
    const files = new Map([
      ['a', 'one'],
      ['b', 'two'],
    ])
    const hashOf = (id: string): string | undefined => (files.has(id) ? sha256(files.get(id) ?? '') : undefined)
    const plan = (): unknown => ({
      text: 'two groups',
      data: { note: 'look first' },
      plan: [...files.keys()].map(id => ({ id, hash: hashOf(id), summary: `deletes ${id}` })),
    })
    const commit: OwnTool = {
      name: 'commit',
      risk: 'destroy',
      capability: 'FileWrite',
      input: {
        type: 'object',
        properties: { plan_id: { type: 'string' }, group_id: { type: 'string' } },
        required: ['plan_id', 'group_id'],
      },
      facts: { needsPlan: true },
      groupHash: ({ group_id }) => hashOf(textOf(group_id)),
      execute: ({ group_id }) => (files.delete(textOf(group_id)), 'deleted'),
    }
    return {
      files,
      tools: [countingTool({ name: 'plan', risk: 'read', capability: 'FileAccess', execute: plan }), commit],
    }
  }
  const yes = async (): Promise<{ state: 'approved'; decidedBy: 'tty'; credential: string }> => ({
    state: 'approved',
    decidedBy: 'tty',
    credential: 'keyboard',
  })
  const planIn = ({ data }: CallResult): string => textOf((data as JsonObject)['plan_id'])

  test('[GATE-06] a planned group is committed once, and no other plan, group or session will do', async () => {
    const { files, tools } = newStore()
    const runtime = await openQuickRuntime({ tools, ask: yes })
    const planned = await makeCall(runtime, { tool: 'plan' })
    const plan_id = planIn(planned)
    expect(planned.data).toEqual({
      note: 'look first',
      plan_id: expect.stringMatching(/^plan_[0-9a-f]{24}$/),
      groups: [
        { group_id: 'a', summary: 'deletes a' },
        { group_id: 'b', summary: 'deletes b' },
      ],
    })
    const refused = [
      await makeCall(runtime, { tool: 'commit', args: { plan_id: 'plan_000000000000000000000000', group_id: 'a' } }),
      await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'c' } }),
      await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'a' }, session: 'another' }),
    ]
    expect(refused.map(({ fault }) => fault?.code)).toEqual(['plan_invalid', 'plan_invalid', 'plan_invalid'])
    expect(files.size).toBe(2)
    expect(await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'a' } })).toMatchObject({
      ok: true,
      text: 'deleted',
    })
    expect([...files.keys()]).toEqual(['b'])
    files.set('a', 'one')
    expect((await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'a' } })).fault?.code).toBe(
      'plan_invalid',
    )
    expect(files.size).toBe(2)
  })

  test('[GATE-07] a group that has changed since is not committed', async () => {
    const { files, tools } = newStore()
    const runtime = await openQuickRuntime({ tools, ask: yes })
    const plan_id = planIn(await makeCall(runtime, { tool: 'plan' }))
    files.set('a', 'changed')
    const refused = await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'a' } })
    expect(refused).toMatchObject({ ok: false, fault: { code: 'plan_invalid' } })
    expect(refused.text).toContain('re-plan')
    expect(files.get('a')).toBe('changed')
  })

  test('[GATE-05] the same commit again returns what came of it', async () => {
    const { files, tools } = newStore()
    const runtime = await openQuickRuntime({ tools, ask: yes })
    const plan_id = planIn(await makeCall(runtime, { tool: 'plan' }))
    const order = { tool: 'commit', args: { plan_id, group_id: 'a' }, event: 'e' }
    await makeCall(runtime, order)
    files.set('a', 'one')
    expect(await makeCall(runtime, order)).toMatchObject({ ok: true, replayed: true, text: 'deleted' })
    expect(files.has('a')).toBe(true)
  })

  test('a tool that cannot say how its group looks now commits nothing, and that is recorded', async () => {
    const { files, tools } = newStore()
    const blind = tools.map((tool): OwnTool => (tool.groupHash ? { ...tool, groupHash: fails({}) } : tool))
    const runtime = await openQuickRuntime({ tools: blind, ask: yes })
    const plan_id = planIn(await makeCall(runtime, { tool: 'plan' }))
    const result = await makeCall(runtime, { tool: 'commit', args: { plan_id, group_id: 'a' } }).catch(() => 'it threw')
    expect(result).toMatchObject({ ok: false, receipt: { tool_id: 'commit' } })
    expect(files.size).toBe(2)
  })
})

describe('whoever runs a tool', () => {
  test('[EXEC-10] its output is filtered and audited', async () => {
    const key = ['AKIA', 'Z7QX', 'M4LK', 'P2WN', 'V8RT'].join('')
    const place = testWorkspace()
    const own = reads(() => `${key} ${'x'.repeat(1_500)}`)
    const runtime = await openQuickRuntime({ ...place, tools: [own], settings: { 'tools.max_result_chars': 1_000 } })
    writeFileSync(`${place.root}/notes.md`, `the key is ${key}\n`)
    const allow = ['FileAccess'] as const
    const long = await callTool({ tool: 'peek', args: {}, session: 's', allow }, runtime)
    const handle = textOf((long.data as JsonObject)['handle'])
    const results = [
      long,
      await callTool({ tool: 'file_read', args: { path: 'notes.md' }, session: 's', allow }, runtime),
      await callTool({ tool: 'file_search', args: { query: 'key' }, session: 's', allow }, runtime),
      await callTool({ tool: 'read_result', args: { handle }, session: 's', allow }, runtime),
    ]
    for (const result of results)
      expect([result.receipt?.tool_id, result.ok, JSON.stringify(result).includes(key)]).toEqual([
        result.receipt?.tool_id,
        true,
        false,
      ])
    expect(auditOf(runtime).map(({ tool }) => tool)).toEqual(['peek', 'file_read', 'file_search', 'read_result'])
    expect(JSON.stringify(entriesOf(runtime))).not.toContain(key)
  })
})
