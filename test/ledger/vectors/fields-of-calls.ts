import { type JsonObject, isJsonObject } from '../../../src/core/index.ts'
import { readEntries } from '../../../src/ledger/index.ts'
import { callTool } from '../../../src/runtime/index.ts'
import { countingTool, openTestRuntime } from '../../open-test-runtime.ts'

/** By the heading under which the page lists them: what a real runtime wrote into its log. */
export async function fieldsOfCalls(): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const runtime = await openTestRuntime({
    tools: [
      countingTool({ name: 'note', risk: 'write', capability: 'MessageSend' }),
      countingTool({ name: 'look', risk: 'read', capability: 'FileAccess', execute: () => 'x'.repeat(5_000) }),
      countingTool({
        name: 'broken',
        risk: 'read',
        capability: 'FileAccess',
        execute: () => Promise.reject(new Error('no')),
      }),
    ],
  })
  const grant = {
    principal: 'user:local',
    session: 's',
    decidedBy: 'tty' as const,
    purpose: 'a test',
    confirmsWrites: true,
  }
  const given = await runtime.broker.issue({ ...grant, capability: 'FileAccess' })
  await callTool({ tool: 'note', args: { text: 'a' }, session: 's' }, runtime)
  await runtime.broker.issue({ ...grant, capability: 'MessageSend' })
  for (const tool of ['note', 'note', 'look', 'broken', 'absent'])
    await callTool({ tool, args: { n: 1 }, session: 's', event: 'e' }, runtime)
  if (given.ok) await runtime.broker.revoke(given.value.id)
  const seen = new Map<string, JsonObject[]>()
  const keep = (heading: string, value: JsonObject): unknown => seen.set(heading, [...(seen.get(heading) ?? []), value])
  for (const { type, body } of readEntries(runtime.ledgerOptions)) {
    if (type === 'intent') keep('intent', body)
    const members = type === 'intent' ? [] : Object.entries(body)
    for (const [member, value] of members)
      if (isJsonObject(value)) keep(type === 'replay' && member === 'facts' ? 'facts of a replay' : member, value)
  }
  return seen
}
