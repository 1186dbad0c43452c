import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pageServer, sends } from '../../test/web/page-server.ts'
import { countingTool, openTestRuntime, testWorkspace } from '../../test/open-test-runtime.ts'
import { type JsonObject, type Scope, type ToolCall, createPermitOffice } from '../core/index.ts'
import { type Runtime, callTool } from '../runtime/index.ts'
import type { Filter } from './filter/index.ts'
import { lacksSandbox } from '../../test/system-needs.ts'

/** A tool of every executor, with arguments that succeed. */
const EXAMPLES: readonly {
  readonly executor: string
  readonly tool: string
  readonly args: (runtime: Runtime) => Promise<JsonObject>
}[] = [
  { executor: 'file', tool: 'file_read', args: async () => ({ path: 'a.md' }) },
  { executor: 'file', tool: 'file_list', args: async () => ({}) },
  { executor: 'file', tool: 'file_search', args: async () => ({ query: 'one' }) },
  { executor: 'file', tool: 'file_write', args: async () => ({ path: 'new.md', content: 'x' }) },
  { executor: 'file', tool: 'file_edit', args: async () => ({ path: 'a.md', old_text: 'one', new_text: 'two' }) },
  {
    executor: 'web',
    tool: 'web_fetch',
    args: async () => ({ url: (await pageServer({ '*': sends('text/plain', 'a page') })).at('/') }),
  },
  { executor: 'result', tool: 'read_result', args: async runtime => ({ handle: await handleIn(runtime) }) },
  ...(lacksSandbox ? [] : [{ executor: 'shell', tool: 'bash', args: async () => ({ command: 'ls' }) }]),
  { executor: 'function', tool: 'note', args: async () => ({ text: 'x' }) },
]

async function handleIn({ turns }: Runtime): Promise<string> {
  const kept = await turns.handles.keep('a long result', { session: 's1', principal: 'user:local' })
  return kept.ok ? kept.value : ''
}

async function setUp(): Promise<Runtime> {
  const place = testWorkspace()
  writeFileSync(join(place.root, 'a.md'), 'one\n')
  const tools = [countingTool({ name: 'note', risk: 'write', capability: 'MessageSend' })]
  return openTestRuntime({ ...place, tools, settings: { 'web.allow_hosts': ['127.0.0.1'] } })
}

function makeCall(runtime: Runtime, tool: string, args: JsonObject): ToolCall {
  const request = { name: tool, named: args, positional: [], dialect: 'test', fixups: [] }
  const origin = { phase: 'Executor' as const, agent: 'main' }
  const call = runtime.catalog.resolve(request, { profile: 'native', rawSha256: '', origin, coerce: false })
  if (!call.ok) throw new Error(call.error.message)
  return call.value
}

const scopeWith = (signal: AbortSignal): Scope => ({
  principal: 'user:local',
  credential: 'c',
  agent: 'main',
  session: 's1',
  turn: 't1',
  event: 'e1',
  route: { intent: 'test', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
  allowance: { tools: [], withheld: [], missing: [] },
  counters: { sessionCalls: 1, signatures: [] },
  conversation: { userMessages: [], mentions: () => false },
  trust: 'Provisional',
  ownAct: true,
  signal,
})

describe.each(EXAMPLES)('$executor: $tool', ({ executor: name, tool, args }) => {
  test('[EXEC-01] is owned by its executor, assessed without being done, and done once with a permit', async () => {
    const runtime = await setUp()
    const executor = runtime.turns.executorOf(tool)
    const call = makeCall(runtime, tool, await args(runtime))
    expect(executor?.name).toBe(name)
    expect(executor?.tools.map(each => each.name)).toContain(tool)
    const before = await executor?.assess?.(call)
    expect(JSON.stringify(await executor?.assess?.(call))).toBe(JSON.stringify(before))
    expect(before?.summary).not.toBe('')
    const { mint } = runtime.turns.permits
    const permit = mint(call)
    const scope = scopeWith(new AbortController().signal)
    const done = await executor?.execute(call, permit, scope)
    expect(done?.ok).toBe(true)
    expect(done?.ok === true && typeof done.value.text).toBe('string')
    const again = await executor?.execute(call, permit, scope)
    expect(again?.ok === false && again.error.code).toBe('permit_invalid')
  })

  test('[EXEC-01] is listed, runs through the door, and leaves one receipt', async () => {
    const runtime = await setUp()
    expect(runtime.catalog.list().map(each => each.name)).toContain(tool)
    const allow = ['FileAccess', 'FileWrite', 'BrowserControl', 'SystemExecute', 'MessageSend'] as const
    const report = await callTool({ tool, args: await args(runtime), session: 's1', allow }, runtime)
    expect(report).toMatchObject({ ok: true, text: expect.any(String), receipt: { tool_id: tool } })
    expect(runtime.ledger.callsOf('s1')).toBe(1)
  })

  test('[EXEC-03] refuses a permit of another call, of another office, and none at all', async () => {
    const runtime = await setUp()
    const executor = runtime.turns.executorOf(tool)
    const [call, other] = [
      makeCall(runtime, tool, await args(runtime)),
      makeCall(runtime, 'file_read', { path: 'a.md' }),
    ]
    const scope = scopeWith(new AbortController().signal)
    const stranger = createPermitOffice().mint(call)
    for (const permit of [runtime.turns.permits.mint(other), stranger]) {
      const refused = await executor?.execute(call, permit, scope)
      expect(refused?.ok === false && refused.error.code).toBe('permit_invalid')
    }
  })
})

describe('a file that is read twice', () => {
  test('[CACHE-01] is read once while nobody changes it, and again when somebody has', async () => {
    const place = testWorkspace()
    const runtime = await openTestRuntime(place)
    const path = join(place.root, 'a.md')
    const read = (): ReturnType<typeof callTool> =>
      callTool({ tool: 'file_read', args: { path: 'a.md' }, session: 's1', allow: ['FileAccess'] }, runtime)
    writeFileSync(path, 'before')
    expect([(await read()).replayed, (await read()).replayed]).toEqual([false, true])
    writeFileSync(path, 'changed by hand')
    expect(await read()).toMatchObject({ replayed: false, text: 'changed by hand' })
  })

  test('is listed and searched anew each time, because a folder does not tell what changed in it', async () => {
    const place = testWorkspace()
    const runtime = await openTestRuntime(place)
    const list = (): ReturnType<typeof callTool> =>
      callTool({ tool: 'file_list', args: {}, session: 's1', allow: ['FileAccess'] }, runtime)
    await list()
    expect((await list()).replayed).toBe(false)
  })
})

describe('all executors together', () => {
  test('[EXEC-02] a tool that nobody runs is not found, which is not a failure of a tool', async () => {
    const runtime = await openTestRuntime({
      tools: [{ name: 'ghost', risk: 'read', capability: 'FileAccess', input: { type: 'object' } }],
    })
    expect(runtime.turns.executorOf('ghost')).toBeUndefined()
    const report = await callTool({ tool: 'ghost', args: {}, allow: ['FileAccess'] }, runtime)
    expect([report.fault?.code, report.receipt?.outputs.error]).toEqual([
      'tool_call_unknown_tool',
      { code: 'tool_call_unknown_tool', category: 'ToolNotFound' },
    ])
  })

  test('a tool may take its time to say what a call would do', async () => {
    const wipe = countingTool({
      name: 'wipe',
      risk: 'read',
      capability: 'FileAccess',
      assess: async () => ({ risk: 'destroy', summary: 'wipes everything' }),
    })
    const runtime = await openTestRuntime({ tools: [wipe] })
    const report = await callTool({ tool: 'wipe', args: {}, allow: ['FileAccess'] }, runtime)
    expect([report.fault?.code, wipe.ran]).toEqual(['confirmation_required', []])
  })

  test('[ROUTE-14] no executor runs anything without a token, whichever tool it is', async () => {
    const runtime = await setUp()
    for (const { tool, args } of EXAMPLES) {
      const report = await callTool({ tool, args: await args(runtime), session: 's1' }, runtime)
      expect([tool, report.fault?.code]).toEqual([tool, 'permission_denied'])
    }
  })

  test('what only the runtime calls is offered to nobody', async () => {
    const runtime = await setUp()
    const args = { path: 'a.md', before: null, after: 'a'.repeat(64) }
    const report = await callTool({ tool: 'file_undo', args, allow: ['FileWrite'] }, runtime)
    expect(report.fault?.code).toBe('tool_call_unknown_tool')
  })

  test('[OUT-01] filters and redaction come before a result is shown or kept, whichever executor it is from', async () => {
    const place = testWorkspace()
    const secret = ['AKIA', 'IOSFODNN7', 'QWERTY9'].join('')
    writeFileSync(join(place.root, 'a.env'), `AWS_KEY=${secret}\n`)
    const leak = countingTool({
      name: 'leak',
      risk: 'read',
      capability: 'FileAccess',
      execute: () => ({ text: secret, data: { key: secret } }),
    })
    const shout: Filter = {
      name: 'shout',
      matches: { kind: 'Exact', value: 'leak' },
      apply: text => ({ text: `filtered ${text}`, confidence: 'Full' }),
    }
    const runtime = await openTestRuntime({ ...place, tools: [leak], filters: [shout] })
    const reports = [
      await callTool({ tool: 'leak', args: {}, allow: ['FileAccess'] }, runtime),
      await callTool({ tool: 'file_read', args: { path: 'a.env' }, allow: ['FileAccess'] }, runtime),
    ]
    const stored = readFileSync(join(place.root, '.control-room/audit/log/000001.jsonl'), 'utf8')
    expect(JSON.stringify(reports) + stored).not.toContain(secret)
    expect(reports[0]?.text).toMatch(/^filtered \[REDACTED:api_key#[0-9a-f]{8}\]$/)
  })

  test('[EXEC-04] two tools of one name cannot be put together at all', async () => {
    await expect(
      openTestRuntime({ tools: [countingTool({ name: 'file_read', risk: 'read', capability: 'FileAccess' })] }),
    ).rejects.toThrow('file_read')
  })

  test('[EXEC-05] the order is always the same', async () => {
    const inOrder = ({ catalog, executorOf }: Runtime): readonly (string | undefined)[] => [
      ...new Set(catalog.list().map(({ name }) => executorOf(name)?.name)),
    ]
    const orders = await Promise.all([1, 2, 3].map(async () => inOrder(await setUp())))
    expect(orders).toEqual([1, 2, 3].map(() => ['file', 'result', 'web', 'shell', 'memory', 'function']))
  })
})
