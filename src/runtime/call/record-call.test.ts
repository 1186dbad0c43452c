import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failingDisk, isLog } from '../../../test/ledger/failing-disk.ts'
import {
  type OneCall,
  auditOf,
  entriesOf,
  factsOf,
  makeCall,
  openQuickRuntime,
  viewOf,
  runInnerCall,
} from '../../../test/ledger/one-call.ts'
import { countingTool, testWorkspace } from '../../../test/open-test-runtime.ts'
import { CATEGORIES, type JsonObject, canonicalJson, isJsonObject, sha256, textOf } from '../../core/index.ts'
import { systemDisk, verifyAll } from '../../ledger/index.ts'
import { scripted } from '../../providers/index.ts'
import { callTool } from '../call-tool.ts'
import type { OwnTool } from '../own-tool.ts'

const peek = countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess', execute: ({ say }) => say ?? 'seen' })
const send = countingTool({
  name: 'send',
  risk: 'write',
  capability: 'MessageSend',
  execute: ({ say }) => say ?? 'sent',
})
const broken = countingTool({
  name: 'broken',
  risk: 'read',
  capability: 'FileAccess',
  execute: () => Promise.reject(new Error('it broke')),
})
const bodiless: OwnTool = { name: 'bodiless', risk: 'read', capability: 'FileAccess', input: { type: 'object' } }
const ALL = [peek, send, broken, bodiless]

const RECEIPT_FIELDS = [
  'agent_id',
  'conference_id',
  'decided_by',
  'file_refs',
  'inputs',
  'key_id',
  'outputs',
  'receipt_id',
  'seq',
  'session_id',
  'signature',
  'signature_alg',
  'task_id',
  'timestamp',
  'tool_id',
  'turn_id',
]
const AUDIT_FIELDS = [
  'approved_by',
  'call',
  'call_id',
  'caller_id',
  'error_category',
  'exit_code',
  'phase',
  'receipt_id',
  'result',
  'session_id',
  'tool',
  'truncated',
  'trust',
  'ts',
]

describe('a receipt', () => {
  test('[RCPT-01] is minted for a success, an error, a refusal and a tool that nothing runs, and each is signed', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const made: readonly (readonly [OneCall, string, string])[] = [
      [{ tool: 'peek' }, 'seen', 'flag'],
      [{ tool: 'send' }, 'sent', 'flag'],
      [{ tool: 'broken' }, 'it broke', 'flag'],
      [{ tool: 'send', allow: [] }, 'Permission denied: no active token for MessageSend.', 'gate:permission_token'],
      [{ tool: 'bodiless' }, 'Nothing here runs "bodiless".', 'gate:executor'],
    ]
    for (const [call, text, decidedBy] of made) {
      const { receipt } = await makeCall(runtime, call)
      expect([call.tool, receipt?.outputs, receipt?.decided_by]).toMatchObject([
        call.tool,
        { text, truncated: false },
        decidedBy,
      ])
    }
    expect(verifyAll(runtime.ledgerOptions)).toMatchObject({ receipts: made.length, verified: made.length, failed: [] })
    expect(viewOf(runtime, 'sessions/s/tool_receipts.jsonl')).toHaveLength(made.length)
  })

  test('[RCPT-01] of an error carries the error as its output', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const { receipt } = await makeCall(runtime, { tool: 'broken' })
    const error = { code: 'tool_failed', category: 'PermanentFailure' }
    expect(receipt?.outputs).toEqual({ text: 'it broke', truncated: false, error })
  })

  test('[RCPT-03] has exactly the agreed fields, whatever became of the call', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    for (const tool of ['peek', 'send', 'broken']) await makeCall(runtime, { tool, args: { say: 'x'.repeat(3_000) } })
    await makeCall(runtime, { tool: 'bodiless' })
    await makeCall(runtime, { tool: 'send', allow: [] })
    for (const receipt of viewOf(runtime, 'sessions/s/tool_receipts.jsonl')) {
      expect(Object.keys(receipt).toSorted()).toEqual(RECEIPT_FIELDS)
      expect(receipt).toMatchObject({
        receipt_id: expect.stringMatching(/^rcpt_[0-9a-f]{24}$/),
        session_id: 's',
        conference_id: null,
        task_id: null,
        turn_id: expect.stringMatching(/^turn_/),
        agent_id: 'main',
        file_refs: [],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        signature_alg: 'HMAC-SHA256',
      })
    }
  })

  test('[RCPT-03] of a long output keeps an excerpt, the hash of the whole and its size in bytes', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const say = 'ä'.repeat(2_001)
    const { receipt } = await makeCall(runtime, { tool: 'peek', args: { say } })
    expect(receipt?.outputs).toEqual({
      excerpt: 'ä'.repeat(2_000),
      sha256: sha256(say),
      full_size: 4_002,
      truncated: true,
    })
    const short = await makeCall(runtime, { tool: 'peek', args: { say: 'ä'.repeat(2_000) } })
    expect(short.receipt?.outputs).toEqual({ text: 'ä'.repeat(2_000), truncated: false })
  })

  test('[RCPT-03] names the files that an output was taken from, with the hash of each', async () => {
    const source = { path: 'notes.md', lines: [3, 7] as const, sha256: sha256('whole file') }
    const quote = countingTool({
      name: 'quote',
      risk: 'read',
      capability: 'FileAccess',
      execute: () => ({ text: 'q', sources: [source] }),
    })
    const runtime = await openQuickRuntime({ tools: [quote] })
    const { receipt } = await makeCall(runtime, { tool: 'quote' })
    expect(receipt?.file_refs).toEqual([{ path: 'notes.md', start_line: 3, end_line: 7, sha256: sha256('whole file') }])
  })

  test('[RCPT-02] is signed with the secret of the workspace, which only its owner can read', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const path = join(runtime.root, '.control-room/audit/secret.key')
    const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
    await makeCall(runtime, { tool: 'peek', args: { 10: 'b', 9: 'a' } })
    const [receipt = {}] = viewOf(runtime, 'sessions/s/tool_receipts.jsonl')
    const { signature, signature_alg: _algorithm, ...unsigned } = receipt
    expect(createHmac('sha256', secret).update(canonicalJson(unsigned)).digest('hex')).toBe(signature)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('[RCPT-02] its secret is shown by no file tool', async () => {
    const runtime = await openQuickRuntime()
    const secret = readFileSync(join(runtime.root, '.control-room/audit/secret.key'), 'utf8').trim()
    const calls: readonly OneCall[] = [
      { tool: 'file_read', args: { path: '.control-room/audit/secret.key' } },
      { tool: 'file_read', args: { path: './.CONTROL-ROOM/audit/secret.key' } },
      { tool: 'file_list', args: { path: '.control-room/audit' } },
      { tool: 'file_list', args: { path: '.' } },
      { tool: 'file_search', args: { query: 'key' } },
      { tool: 'file_search', args: { query: secret.slice(0, 10) } },
    ]
    for (const call of calls) {
      const { text, data } = await makeCall(runtime, call)
      expect(JSON.stringify([text, data])).not.toContain(secret)
      expect(JSON.stringify([text, data])).not.toContain('secret.key')
    }
  })

  test('[RCPT-04] gets its id from us: what the arguments call an id is an argument', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const claimed = `rcpt_${'0'.repeat(24)}`
    const args = { receipt_id: claimed, call_id: claimed, id: claimed, receipt: { receipt_id: claimed }, say: claimed }
    const attempt = { raw: '{}', receipt_id: claimed }
    const ids = new Set<unknown>()
    for (let count = 0; count < 20; count++)
      ids.add((await runInnerCall(runtime, { tool: 'peek', args, attempt })).receipt?.receipt_id)
    expect(ids.size).toBe(20)
    expect(ids.has(claimed)).toBe(false)
    for (const line of [...auditOf(runtime), ...viewOf(runtime, 'attempts.jsonl')])
      expect(ids.has(line['receipt_id'])).toBe(true)
    expect(runtime.ledger.findReceipt(claimed)).toBeUndefined()
  })

  test('[RCPT-05] no field of it can be another without breaking its signature', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await makeCall(runtime, { tool: 'peek', args: { a: 1 } })
    const [receipt = {}] = viewOf(runtime, 'sessions/s/tool_receipts.jsonl')
    const { signature, signature_alg: _algorithm, ...unsigned } = receipt
    const secret = readFileSync(join(runtime.root, '.control-room/audit/secret.key'), 'utf8')
    const sign = (value: JsonObject, key: string): string =>
      createHmac('sha256', Buffer.from(key, 'base64')).update(canonicalJson(value)).digest('hex')
    expect(sign(unsigned, secret)).toBe(signature)
    for (const field of Object.keys(unsigned))
      expect([field, sign({ ...unsigned, [field]: 'x' }, secret) === signature]).toEqual([field, false])
    expect(sign(unsigned, Buffer.alloc(32).toString('base64'))).not.toBe(signature)
  })
})

describe('the audit line', () => {
  test('[AUDIT-01] is one per call, with its fields and what became of it', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await makeCall(runtime, { tool: 'send', args: { to: 'me' } })
    await makeCall(runtime, { tool: 'broken' })
    await makeCall(runtime, { tool: 'send', args: { to: 'you' }, allow: [] })
    const lines = auditOf(runtime)
    for (const line of lines)
      for (const field of AUDIT_FIELDS) expect([field, Object.hasOwn(line, field)]).toEqual([field, true])
    const none = {
      caller_id: null,
      exit_code: null,
      truncated: false,
      trust: 'Provisional',
      phase: 'Executor',
      session_id: 's',
    }
    expect(lines).toMatchObject([
      { ...none, tool: 'send', call: { to: 'me' }, result: 'success', approved_by: 'flag', error_category: null },
      { ...none, tool: 'broken', call: {}, result: 'error', approved_by: 'flag', error_category: 'PermanentFailure' },
      {
        ...none,
        tool: 'send',
        call: { to: 'you' },
        result: 'blocked',
        approved_by: null,
        error_category: 'PolicyBlocked',
      },
    ])
    expect(lines.map(({ receipt_id }) => receipt_id)).toEqual(
      viewOf(runtime, 'sessions/s/tool_receipts.jsonl').map(({ receipt_id }) => receipt_id),
    )
  })

  test('[AUDIT-03] stands on disk before anybody is told the result', async () => {
    const place = testWorkspace()
    const disk = failingDisk(systemDisk(join(place.root, '.control-room', 'audit')))
    const runtime = await openQuickRuntime({ ...place, disk, tools: ALL })
    let release = (): void => {}
    const gate = new Promise<void>(resolve => (release = resolve))
    let flushes = 0
    const secondFlush = new Promise<void>(resolve => {
      disk.before = step => {
        if (!isLog(step) || step.verb !== 'sync' || ++flushes !== 2) return undefined
        resolve()
        return gate
      }
    })
    let told: unknown
    const call = makeCall(runtime, { tool: 'send', args: { say: 'the result' } }).then(result => {
      told = result
      return auditOf(runtime)
    })
    await secondFlush
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(send.ran.at(-1)).toEqual({ say: 'the result' })
    expect(told).toBeUndefined()
    expect(readFileSync(join(runtime.root, '.control-room/audit/log/000001.jsonl'), 'utf8')).toContain('the result')
    release()
    expect(await call).toMatchObject([{ tool: 'send', result: 'success' }])
  })

  test('[AUDIT-06] says when a result was cut, and which sub-agent called', async () => {
    const runtime = await openQuickRuntime({ tools: ALL, settings: { 'tools.max_result_chars': 200 } })
    await makeCall(runtime, { tool: 'peek', args: { say: 'x'.repeat(300) }, caller: 'scout' })
    await makeCall(runtime, { tool: 'peek', args: { say: 'short' } })
    expect(auditOf(runtime)).toMatchObject([
      { truncated: true, caller_id: 'scout' },
      { truncated: false, caller_id: null },
    ])
  })

  test('[GATE-24] names the sub-agent that dispatched a call, also one that never became a call', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const orders = [{ tool: 'peek' }, { tool: 'send' }, { tool: 'absent' }]
    for (const order of orders)
      await callTool({ ...order, args: {}, caller: 'scout', allow: ['FileAccess', 'MessageSend'] }, runtime)
    for (const order of orders) await callTool({ ...order, args: {}, allow: ['FileAccess', 'MessageSend'] }, runtime)
    expect(auditOf(runtime).map(({ caller_id }) => caller_id)).toEqual(['scout', 'scout', 'scout', null, null, null])
  })

  test('[GATE-14] carries the phase of the site that made the call, whatever the tool is', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const phases = ['Planner', 'Executor', 'Verifier', 'Autonomous'] as const
    for (const phase of phases) for (const tool of ['peek', 'send']) await runInnerCall(runtime, { tool, phase })
    expect(auditOf(runtime).map(({ phase, tool }) => [tool, phase])).toEqual(
      phases.flatMap(phase => [
        ['peek', phase],
        ['send', phase],
      ]),
    )
  })

  test('[GATE-12] [IO-14] [AUDIT-06] carries what the policy model decided, and the paths that the call speaks of', async () => {
    const models = { adversarialPolicy: scripted(['ALLOW', 'DENY: 1 no']) }
    const settings = {
      'tools.adversarial_policy.enabled': true,
      'tools.adversarial_policy.policies': ['Never send letters.'],
    }
    const runtime = await openQuickRuntime({ tools: ALL, models, settings })
    await runInnerCall(runtime, { tool: 'peek', args: { path: 'docs/a.md' }, ownAct: false })
    const denied = await runInnerCall(runtime, { tool: 'peek', args: { path: 'docs/b.md' }, ownAct: false })
    await runInnerCall(runtime, { tool: 'peek', args: { path: 'docs/c.md' } })
    expect(denied.fault?.code).toBe('policy_blocked')
    const lines = auditOf(runtime)
    expect(lines).toMatchObject([
      { adversarial_policy_decision: 'allow', claim_source: 'docs/a.md', result: 'success' },
      {
        adversarial_policy_decision: 'deny:1 no',
        claim_source: 'docs/b.md',
        result: 'blocked',
        error_category: 'PolicyBlocked',
      },
      { result: 'success' },
    ])
    expect(lines[2]).not.toHaveProperty('adversarial_policy_decision')
  })

  test('[ERR-07] of every call that failed has a category, and of no other', async () => {
    const failures: readonly unknown[] = [
      new Error('plain'),
      Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
      Object.assign(new Error('busy'), { status: 429 }),
      Object.assign(new Error('down'), { status: 503 }),
      Object.assign(new Error('late'), { name: 'TimeoutError' }),
      Object.assign(new Error('stopped'), { name: 'AbortError' }),
      Object.assign(new Error('wrong'), { status: 422 }),
      Object.assign(new Error('no'), { code: 'EACCES' }),
      'not even an error',
      undefined,
    ]
    const moody = countingTool({
      name: 'moody',
      risk: 'read',
      capability: 'FileAccess',
      execute({ mood }) {
        if (mood === failures.length) return 'well'
        if (mood === failures.length + 1) return 10n
        throw failures[Number(mood)]
      },
    })
    const runtime = await openQuickRuntime({
      tools: [moody, bodiless, send],
      settings: { 'tools.retry.max_attempts': 1 },
    })
    const calls = fc.oneof(
      fc.record({ tool: fc.constant('moody'), args: fc.record({ mood: fc.nat({ max: failures.length + 1 }) }) }),
      fc.constantFrom<OneCall>({ tool: 'bodiless' }, { tool: 'send', allow: [] }, { tool: 'send' }, { tool: 'absent' }),
    )
    await fc.assert(
      fc.asyncProperty(calls, async call => void (await makeCall(runtime, call))),
      { seed: 7, numRuns: 80 },
    )
    const lines = auditOf(runtime)
    expect(lines.length).toBe(80)
    for (const { result, error_category: category } of lines)
      expect([result, result === 'success' ? category === null : Object.hasOwn(CATEGORIES, textOf(category))]).toEqual([
        result,
        true,
      ])
    expect(new Set(lines.map(({ error_category }) => error_category)).size).toBeGreaterThan(8)
  })
})

describe('the attempt', () => {
  const attempt = {
    model: 'scripted',
    raw: 'Sure: {"tool":"peek"}',
    slice: '{"tool":"peek"}',
    first_failure: 'tool_call_invalid_format',
    repairs: [{ kind: 'fixup', outcome: 'read' }],
  }

  test('[AUDIT-07] is one record from the raw reply to the result', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const { receipt } = await runInnerCall(runtime, { tool: 'peek', args: { a: 1 }, attempt, event: 'e' })
    const [line] = viewOf(runtime, 'attempts.jsonl')
    expect(line).toEqual({
      ...attempt,
      ts: receipt?.timestamp,
      session_id: 's',
      tool: 'peek',
      gate: 'allowed',
      idempotency_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      result: 'success',
      tool_result: { text: 'seen', truncated: false },
      receipt_id: receipt?.receipt_id,
    })
  })

  test('[AUDIT-07] names the gate that refused, and is kept for a tool that was not on offer, too', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await runInnerCall(runtime, { tool: 'peek', attempt, allow: [] })
    await runInnerCall(runtime, { tool: 'peek', attempt, offered: [] })
    await callTool({ tool: 'absent', args: {} }, runtime)
    expect(viewOf(runtime, 'attempts.jsonl')).toMatchObject([
      { ...attempt, gate: 'permission_token', result: 'blocked' },
      { ...attempt, gate: 'exposure', result: 'blocked' },
      { gate: null, result: 'rejected', first_failure: 'tool_call_unknown_tool' },
    ])
  })

  test('of a person is none', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await makeCall(runtime, { tool: 'peek' })
    expect(existsSync(join(runtime.root, '.control-room/audit/attempts.jsonl'))).toBe(false)
  })
})

describe('the use of a right', () => {
  test('[AUDIT-12] stands between its giving and its taking', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    const request = {
      capability: 'FileAccess' as const,
      principal: 'user:local',
      session: 's',
      decidedBy: 'tty' as const,
      purpose: 'a test',
    }
    const grant = await runtime.broker.issue(request)
    const id = grant.ok ? grant.value.id : ''
    await makeCall(runtime, { tool: 'peek', allow: [] })
    await runtime.broker.revoke(id)
    await makeCall(runtime, { tool: 'peek', allow: [] })
    expect(viewOf(runtime, 'permissions.jsonl')).toMatchObject([
      { event: 'PERMISSION_GRANTED', grant_id: id, capability: 'FileAccess', session_id: 's', decided_by: 'tty' },
      {
        event: 'PERMISSION_USED',
        grant_id: id,
        capability: 'FileAccess',
        session_id: 's',
        call_id: auditOf(runtime)[0]?.['call_id'],
      },
      { event: 'PERMISSION_REVOKED', grant_id: id, capability: 'FileAccess' },
    ])
  })
})

describe('the facts of a call', () => {
  test('say how it went: attempts, risk, reading, and the intent that it belongs to', async () => {
    const runtime = await openQuickRuntime({ tools: ALL })
    await makeCall(runtime, { tool: 'send', event: 'e' })
    await makeCall(runtime, { tool: 'peek', event: 'f' })
    const [intent, sent, , seen] = entriesOf(runtime)
      .filter(({ type }) => type === 'intent' || type === 'outcome' || type === 'permission')
      .slice(1)
    expect(intent).toMatchObject({
      type: 'intent',
      body: { event_id: 'e', tool_id: 'send', risk: 'write', decided_by: 'flag' },
    })
    expect(factsOf(sent)).toMatchObject({
      attempts: 1,
      risk: 'write',
      intent: intent?.seq,
      event_id: 'e',
      result: 'success',
    })
    expect(factsOf(seen)).toMatchObject({
      attempts: 1,
      risk: 'read',
      intent: null,
      event_id: 'f',
      idempotency_key: null,
    })
    expect(isJsonObject(factsOf(sent)['reading'])).toBe(true)
  })
})
