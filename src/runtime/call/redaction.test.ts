import { describe, expect, test } from 'vitest'
import { auditOf, entriesOf, makeCall, openQuickRuntime, viewOf, runInnerCall } from '../../../test/ledger/one-call.ts'
import { countingTool } from '../../../test/open-test-runtime.ts'
import { type Json, textOf } from '../../core/index.ts'
import { callTool } from '../call-tool.ts'
import type { Runtime } from '../runtime.ts'
import type { OwnTool } from '../own-tool.ts'
import type { OutputFilter } from './call-runtime.ts'

const peek = countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess', execute: ({ say }) => say ?? 'seen' })
const send = countingTool({
  name: 'send',
  risk: 'write',
  capability: 'MessageSend',
  execute: ({ say }) => say ?? 'sent',
})
const ALL = [peek, send]

describe('secrets', () => {
  const SECRET = 'the-hidden-value'
  /** Stands in for the redactor: what is told must have come through it. */
  const filter: OutputFilter = {
    text: text => hide(text),
    message: text => hide(text),
    json: <Value extends Json>(value: Value): Value => JSON.parse(hide(JSON.stringify(value))) as Value,
  }
  const hide = (text: string): string => text.replaceAll(SECRET, '[hidden]')

  const leak = countingTool({
    name: 'leak',
    risk: 'write',
    capability: 'MessageSend',
    execute: () => ({
      text: SECRET,
      data: { deep: [SECRET] },
      sources: [{ path: `kept/${SECRET}`, sha256: 'f'.repeat(64) }],
    }),
  })
  const spill = countingTool({
    name: 'spill',
    risk: 'write',
    capability: 'MessageSend',
    execute: () => Promise.reject(new Error(`no ${SECRET}`)),
  })

  /** Every byte of every record. */
  const recorded = (runtime: Runtime): string =>
    JSON.stringify([
      entriesOf(runtime),
      auditOf(runtime),
      ...['s/tool_receipts.jsonl'].map(file => viewOf(runtime, `sessions/${file}`)),
      viewOf(runtime, 'permissions.jsonl'),
      viewOf(runtime, 'attempts.jsonl'),
    ])

  test('[AUDIT-04] [EXEC-10] in arguments, outputs, data and errors pass the filter before anything is told or written', async () => {
    const runtime = await openQuickRuntime({ tools: [leak, spill, ...ALL] })
    const results = [
      await runInnerCall(runtime, {
        tool: 'leak',
        args: { key: SECRET, nested: { [SECRET]: [SECRET] } },
        parts: { filter },
      }),
      await runInnerCall(runtime, { tool: 'spill', args: { key: SECRET }, parts: { filter } }),
      await runInnerCall(runtime, { tool: 'peek', args: { say: { keep: SECRET } }, parts: { filter } }),
      await runInnerCall(runtime, { tool: 'send', args: { key: SECRET }, allow: [], parts: { filter } }),
      await runInnerCall(runtime, { tool: 'peek', args: { key: SECRET }, offered: [], parts: { filter } }),
    ]
    expect(JSON.stringify(results)).not.toContain(SECRET)
    expect(recorded(runtime)).not.toContain(SECRET)
    expect(leak.ran[0]).toEqual({ key: SECRET, nested: { [SECRET]: [SECRET] } })
    expect(results[0]).toMatchObject({ text: '[hidden]', data: { deep: ['[hidden]'] } })
    expect(results[1]?.text).toBe('no [hidden]')
  })

  test('[AUDIT-04] in what a tool says about a call beforehand pass it, too', async () => {
    const telling = countingTool({
      name: 'telling',
      risk: 'write',
      capability: 'MessageSend',
      assess: ({ key }) => ({ summary: `sends ${textOf(key)}`, target: { name: `to ${textOf(key)}` } }),
    })
    const runtime = await openQuickRuntime({ tools: [telling] })
    await runInnerCall(runtime, { tool: 'telling', args: { key: SECRET }, parts: { filter } })
    expect(recorded(runtime)).not.toContain(SECRET)
  })

  test('[AUDIT-04] in the raw reply of a model pass it, too', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await runInnerCall(runtime, {
      tool: 'peek',
      attempt: { raw: `{"key":"${SECRET}"}`, slice: SECRET },
      parts: { filter },
    })
    await runInnerCall(runtime, { tool: 'peek', attempt: { raw: SECRET }, offered: [], parts: { filter } })
    expect(recorded(runtime)).not.toContain(SECRET)
  })

  test('[AUDIT-04] in the data of a plan pass it, too', async () => {
    const plan = [{ id: 'g', hash: 'h', summary: `deletes ${SECRET}` }]
    const planner = countingTool({
      name: 'planner',
      risk: 'write',
      capability: 'MessageSend',
      execute: () => ({ text: 'p', data: { key: SECRET }, plan }),
    })
    const runtime = await openQuickRuntime({ tools: [planner] })
    const result = await runInnerCall(runtime, { tool: 'planner', parts: { filter } })
    expect(JSON.stringify(result)).not.toContain(SECRET)
    expect(recorded(runtime)).not.toContain(SECRET)
  })

  test('[AUDIT-04] in arguments that do not fit the schema pass it, too', async () => {
    const strict: OwnTool = {
      name: 'strict',
      risk: 'read',
      capability: 'FileAccess',
      input: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
    }
    const runtime = await openQuickRuntime({ tools: [strict] })
    const filtered: Runtime = { ...runtime, turns: { ...runtime.turns, filter } }
    for (const args of [{ count: SECRET }, { [SECRET]: 1 }])
      await callTool({ tool: 'strict', args, session: 's' }, filtered)
    await callTool({ tool: SECRET, args: {}, session: 's' }, filtered)
    expect(recorded(runtime)).not.toContain(SECRET)
  })

  test('[AUDIT-04] an API key is masked in every file, with nothing configured', async () => {
    const key = ['AKIA', 'Z7QX', 'M4LK', 'P2WN', 'V8RT'].join('')
    const runtime = await openQuickRuntime({ tools: ALL })
    const result = await makeCall(runtime, { tool: 'send', args: { text: `use ${key} please`, say: `got ${key}` } })
    expect(JSON.stringify(result)).not.toContain(key)
    expect(recorded(runtime)).not.toContain(key)
    expect(send.ran.at(-1)).toMatchObject({ text: `use ${key} please` })
  })
})
