import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAULTS, type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import type { DoctorFinding } from '../../src/surfaces/http/shapes.ts'
import { type TestServer, codeOf, followEvents, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'

const LOOK = { name: 'look', risk: 'read', capability: 'FileAccess' } as const
const objects = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

/** Calls that left receipts, in two sessions. */
async function withReceipts(count = 5): Promise<TestServer> {
  const started = await startTestServer({
    tools: [
      countingTool(LOOK),
      countingTool({ ...LOOK, name: 'broken', execute: () => Promise.reject(new Error('no')) }),
    ],
  })
  for (let at = 0; at < count; at++)
    await started.api('POST', `/api/tools/${at === 1 ? 'broken' : 'look'}/call`, {
      args: {},
      session_id: at % 2 === 0 ? 'sess_a' : 'sess_b',
      allow: ['FileAccess'],
    })
  await started.as(started.newKey())('POST', '/api/tools/look/call', { args: {}, session_id: 'sess_a' })
  return started
}

describe('receipts', () => {
  test('are listed the newest first, in pages without a gap or a repetition, and by filters', async () => {
    const { api } = await withReceipts(7)
    const all = objects((await api('GET', '/api/receipts')).json['receipts'])
    expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => Number(seq)).toSorted((a, b) => b - a))
    const paged: JsonObject[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json } = await api('GET', `/api/receipts?limit=2&cursor=${cursor}`)
      paged.push(...objects(json['receipts']))
      cursor = typeof json['next_cursor'] === 'string' ? json['next_cursor'] : null
    }
    expect(paged).toEqual(all)
    const outcomes = async (filter: string): Promise<readonly unknown[]> =>
      objects((await api('GET', `/api/receipts?${filter}`)).json['receipts']).map(({ outcome }) => outcome)
    expect(await outcomes('outcome=refused')).toEqual(['refused'])
    expect(await outcomes('outcome=failed&tool=broken')).toEqual(['failed'])
    expect(await outcomes('session_id=sess_b')).toHaveLength(3)
    expect(await outcomes('tool=nobody')).toEqual([])
  })

  test('one is shown as it is signed, with its files as they are now', async () => {
    const started = await startTestServer()
    writeFileSync(join(started.root, 'a.md'), 'one\n')
    const { json } = await started.api('POST', '/api/tools/file_read/call', {
      args: { path: 'a.md' },
      session_id: 'sess_f',
      allow: ['FileAccess'],
    })
    const receipt = isJsonObject(json['receipt']) ? json['receipt'] : {}
    const path = `/api/receipts/${textOf(receipt['receipt_id'])}`
    expect((await started.api('GET', path)).json).toMatchObject({
      receipt,
      files_now: [{ path: 'a.md', state: 'unchanged' }],
      attempt: null,
    })
    writeFileSync(join(started.root, 'a.md'), 'two\n')
    expect((await started.api('GET', path)).json).toMatchObject({ files_now: [{ state: 'changed' }] })
    expect(codeOf(await started.api('GET', '/api/receipts/rcpt_nobody'))).toBe('receipt_unknown')
  })

  test('a change is taken back with a receipt of its own', async () => {
    const started = await startTestServer()
    const { json } = await started.api('POST', '/api/tools/file_write/call', {
      args: { path: 'a.md', content: 'new' },
      session_id: 'sess_u',
      allow: ['FileWrite'],
    })
    const id = isJsonObject(json['receipt']) ? textOf(json['receipt']['receipt_id']) : ''
    expect((await started.api('GET', `/api/receipts/${id}`)).json['row']).toMatchObject({ undoable: true })
    const undone = await started.api('POST', `/api/receipts/${id}/undo`)
    expect(undone.json).toMatchObject({ ok: true })
    expect(readdirSync(started.root)).toEqual(['.control-room'])
    expect((await started.api('POST', `/api/receipts/${id}/undo`)).json).toMatchObject({ ok: false })
  })
})

describe('checking', () => {
  test('says the same as the command line: everything, one session, one receipt', async () => {
    const { api } = await withReceipts()
    const all = await api('POST', '/api/audit/verify', {})
    expect(all.json).toMatchObject({
      receipts: 6,
      verified: 6,
      uncheckable: 0,
      failed: [],
      command: 'countersign ledger verify',
    })
    expect((await api('POST', '/api/audit/verify', { session_id: 'sess_b' })).json).toMatchObject({
      receipts: 2,
      verified: 2,
    })
    expect((await api('POST', '/api/audit/verify', { receipt_id: 'rcpt_nobody' })).json).toMatchObject({
      failed: [{ check: 'receipt' }],
    })
  })

  test('a byte that somebody has changed on disk is named with its line', async () => {
    const { api, root } = await withReceipts()
    const file = join(root, '.control-room', 'audit', 'log', '000001.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n')
    const at = lines.findIndex(line => line.includes('"receipt"'))
    writeFileSync(
      file,
      lines.map((line, index) => (index === at ? line.replace('ran look', 'ran lool') : line)).join('\n'),
    )
    const failed = objects((await api('POST', '/api/audit/verify', {})).json['failed'])
    expect(failed.some(({ line }) => line === at + 1)).toBe(true)
  })

  test('breaking a copy fails at exactly this line, and nothing on disk has changed', async () => {
    const { api, root } = await withReceipts()
    const file = join(root, '.control-room', 'audit', 'log', '000001.jsonl')
    const before = readFileSync(file)
    const receipts = objects((await api('GET', '/api/receipts')).json['receipts'])
    for (const { receipt_id, seq } of receipts) {
      const { json } = await api('POST', '/api/audit/break', { receipt_id })
      const failed = objects(isJsonObject(json['result']) ? json['result']['failed'] : [])
      expect(json).toMatchObject({ receipt_id, line: seq })
      expect(json['before']).not.toBe(json['after'])
      expect(failed.some(({ line, file: where }) => where === 'log' && line === seq)).toBe(true)
    }
    expect(readFileSync(file).equals(before)).toBe(true)
    expect((await api('POST', '/api/audit/verify', {})).json['failed']).toEqual([])
  })
})

describe('seed 001’s endpoints', () => {
  test('[API-02] a session’s receipts as ids and as the raw file, and a link to an issue that is written once', async () => {
    const { api, root } = await withReceipts()
    const ids = (await api('GET', '/api/audit/sessions/sess_a/receipts')).json
    expect(ids['session_id']).toBe('sess_a')
    expect(isJsonList(ids['receipts']) && ids['receipts'].length).toBe(4)
    const audit = join(root, '.control-room', 'audit')
    const raw = await api('GET', '/api/audit/sessions/sess_a/tool-receipts')
    expect(raw.text).toBe(readFileSync(join(audit, 'sessions', 'sess_a', 'tool_receipts.jsonl'), 'utf8'))
    const paged: JsonObject[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { json } = await api('GET', `/api/audit/sessions/sess_a/tool-receipts?limit=3&cursor=${cursor}`)
      paged.push(...objects(json['receipts']))
      cursor = typeof json['next_cursor'] === 'string' ? json['next_cursor'] : null
    }
    expect(paged.map(({ receipt_id }) => receipt_id)).toEqual(ids['receipts'])
    const link = async (): Promise<JsonObject> =>
      (await api('POST', '/api/audit/sessions/sess_a/link-issue', { issue_id: '31' })).json
    const linked = await link()
    expect(await link()).toEqual(linked)
    const lines = readFileSync(join(root, textOf(linked['file'])), 'utf8')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      issue_id: '31',
      session_id: 'sess_a',
      receipts: ids['receipts'],
    })
  })

  test('[TELE-01] [TELE-02] each kind of rejection raises its bucket, for this conference and agent alone', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['tool_call_invalid_format', 'tool_syntax'],
      ['tool_call_unknown_tool', 'tool_syntax'],
      ['tool_call_invalid_args', 'tool_syntax'],
      ['tool_call_multiple', 'format_error'],
      ['tool_call_nonce_invalid', 'format_error'],
      ['tool_call_output_limit', 'format_error'],
      ['quote_not_found', 'quote_not_found'],
      ['cot_leak', 'cot_leak'],
      ['receipt_unknown', 'evidence_invalid'],
    ]
    const { api, root } = await startTestServer()
    const counts: Record<string, number> = {
      evidence_invalid: 0,
      quote_not_found: 0,
      tool_syntax: 0,
      cot_leak: 0,
      format_error: 0,
    }
    for (const [code, bucket] of wrong) {
      counts[bucket] = (counts[bucket] ?? 0) + 1
      const { json } = await api('POST', '/api/telemetry/conference', {
        conference_id: 'conf_1',
        agent_id: 'critic',
        code,
      })
      expect(json['buckets']).toEqual(counts)
    }
    const other = await api('POST', '/api/telemetry/conference', {
      conference_id: 'conf_1',
      agent_id: 'editor',
      inputTokens: 3,
      outputTokens: 4,
    })
    expect(other.json).toMatchObject({ buckets: { tool_syntax: 0 }, tokens: { input: 3, output: 4 } })
    const stored = JSON.parse(
      readFileSync(join(root, '.control-room', 'telemetry', 'totals.json'), 'utf8'),
    ) as JsonObject
    expect(stored).toEqual((await api('GET', '/api/telemetry/conference')).json)
  })

  test('[TELE-01] [TELE-03] a turn of a conference counts its rejections and its tokens by itself', async () => {
    const usage = { inputTokens: 30, outputTokens: 4 }
    const wrong = { text: '{"type":"tool_call","name":"nobody","args":{}}', end: { usage } }
    const model = scripted([wrong, { text: 'Never mind.', end: { usage } }])
    const { api } = await startTestServer({ tools: [countingTool(LOOK)], models: { main: model } })
    await api('POST', '/api/ai/chat', {
      message: 'look',
      conference_id: 'conf_2',
      agent: 'critic',
      profile: 'lenient',
      allow: ['FileAccess'],
    })
    expect((await api('GET', '/api/telemetry/conference')).json['pairs']).toEqual([
      {
        conference_id: 'conf_2',
        agent_id: 'critic',
        buckets: { evidence_invalid: 1, quote_not_found: 0, tool_syntax: 1, cot_leak: 0, format_error: 0 }, // its answer has no line of evidence
        tokens: { input: 60, output: 8 },
      },
    ])
  })

  test('the router answers with its documented output', async () => {
    const { api } = await startTestServer()
    expect(
      (await api('POST', '/api/ai/chief/route', { message: 'Which files are in this folder?' })).json,
    ).toMatchObject({
      Intent: 'file_task',
      decidedBy: 'heuristic',
    })
  })
})

describe('what models wrote', () => {
  test('success rates are those of the command line, and a person’s label stays', async () => {
    const call = JSON.stringify({ type: 'tool_call', name: 'look', args: {} })
    const { api } = await startTestServer({ tools: [countingTool(LOOK)], models: { main: scripted([call, 'Done.']) } })
    await api('POST', '/api/ai/chat', {
      message: 'look',
      session_id: 'sess_m',
      profile: 'lenient',
      allow: ['FileAccess'],
    })
    const { models } = (await api('GET', '/api/attempts/stats')).json
    expect(models).toMatchObject([
      { model: 'scripted', profile: 'lenient', attempts: 1, first_try: { n: 1, share: 1 }, too_few: true },
    ])
    expect(objects((await api('GET', '/api/attempts/stats?model=nobody')).json['models'])).toEqual([])
    expect(codeOf(await api('GET', '/api/attempts/stats?since=yesterday'))).toBe('request_invalid')
    const [newest, first] = objects((await api('GET', '/api/attempts?session_id=sess_m')).json['attempts'])
    expect([newest?.['outcome'], first?.['outcome']]).toEqual(['answer', 'success'])
    expect((await api('POST', `/api/attempts/${textOf(first?.['id'])}/label`, { label: 'wrong' })).json['label']).toBe(
      'wrong',
    )
    expect((await api('GET', `/api/attempts/${textOf(first?.['id'])}`)).json['label']).toBe('wrong')
    expect(codeOf(await api('GET', '/api/attempts/att_999999'))).toBe('resource_unknown')
    const lines = (await api('GET', '/api/attempts/export')).text.trim().split('\n')
    expect(lines).toHaveLength(2)
  })
})

describe('looking around', () => {
  test('a file is shown by its lines, and what tools may not read is not', async () => {
    const { api, root, as, newKey } = await startTestServer()
    writeFileSync(join(root, 'a.md'), 'one\ntwo\nthree\n')
    expect((await api('GET', '/api/files?path=a.md&from=2&to=2')).json).toMatchObject({
      path: 'a.md',
      from: 2,
      to: 2,
      total_lines: 3,
      lines: ['two'],
    })
    for (const path of [
      '.control-room/audit/secret.key',
      '../state/mac.key',
      '/etc/passwd',
      'a.md/../../x',
      '.git/config',
      '',
      '.',
    ])
      expect([path, (await api('GET', `/api/files?path=${encodeURIComponent(path)}`)).status >= 400]).toEqual([
        path,
        true,
      ])
    expect((await as(newKey({ allow: ['FileAccess'] }))('GET', '/api/files?path=a.md')).status).toBe(200)
  })

  test('tools, policy, why and a message that is only tried tell what the runtime would do', async () => {
    const { api } = await startTestServer({ tools: [countingTool(LOOK)] })
    const tools = objects((await api('GET', '/api/tools')).json['tools'])
    expect(tools.find(({ name }) => name === 'look')).toMatchObject({
      source: 'own',
      risk: 'read',
      capability: 'FileAccess',
      calls: { done: 0, failed: 0, refused: 0 },
    })
    expect(tools.find(({ name }) => name === 'file_read')).toMatchObject({ source: 'built-in' })
    expect((await api('GET', '/api/tools/read_file')).json['name']).toBe('file_read')
    expect(
      objects((await api('GET', '/api/policy')).json['intents']).find(({ intent }) => intent === 'file_task'),
    ).toMatchObject({
      permissions: ['FileAccess'],
    })
    const why = (await api('GET', `/api/tools/file_write/why?message=${encodeURIComponent('Which files are here?')}`))
      .json
    expect(why).toMatchObject({ tool: 'file_write', offered: false, message: { intent: 'file_task', prefix: '/edit' } })
    const tested = (await api('POST', '/api/policy/test', { message: 'Which files are here?' })).json
    expect(tested).toMatchObject({
      route: { Intent: 'file_task' },
      permissions: ['FileAccess'],
      tokens: [{ capability: 'FileAccess', state: 'missing' }],
    })
    expect((await api('GET', '/api/sessions')).json['sessions']).toEqual([])
  })

  test('a dry run of a call shows what it would change, leaves no trace anywhere, and is not for keys that only use tools', async () => {
    const { api, as, newKey, root, runtime } = await startTestServer()
    writeFileSync(join(root, 'a.md'), 'old\n')
    const before = runtime.ledger.now()
    const order = { args: { path: 'a.md', content: 'new\n', overwrite: true } }
    const told = (await api('POST', '/api/tools/file_write/dry-run', order)).json
    expect(told).toMatchObject({
      tool: 'file_write',
      risk: 'write',
      rule: null,
      change: { path: 'a.md', added: 1, removed: 1 },
    })
    expect(Date.parse(textOf(told['at']))).toBeGreaterThanOrEqual(before)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('old\n')
    expect((await api('GET', '/api/receipts')).json['receipts']).toEqual([])
    expect((await api('GET', '/api/attempts')).json['attempts']).toEqual([])
    expect((await api('GET', '/api/permissions')).json['permissions']).toEqual([])
    expect(codeOf(await api('POST', '/api/tools/file_write/dry-run', { args: { path: '../x', content: '' } }))).toBe(
      'path_blocked',
    )
    expect(codeOf(await as(newKey({ allow: ['FileWrite'] }))('POST', '/api/tools/file_write/dry-run', order))).toBe(
      'access_denied',
    )
  })

  test('the doctor is told as JSON and finding by finding', async () => {
    const started = await startTestServer()
    expect((await started.api('GET', '/api/doctor')).json).toMatchObject({
      ok: true,
      findings: [{ name: 'node' }],
      examined: 'demo',
    })
    const feed = await followEvents(started, '/api/doctor', { accept: 'text/event-stream' })
    await feed.ended
    expect(feed.events.map(({ name }) => name)).toEqual(['doctor.started', 'doctor.finding', 'doctor.ended'])
  })

  test('the doctor looks at the model that answers, or at one that is named by whoever may name it', async () => {
    const asked: string[] = []
    const doctor = async function* ({ model }: { readonly model: string }): AsyncGenerator<readonly DoctorFinding[]> {
      asked.push(model)
      yield []
    }
    const { api, as, newKey } = await startTestServer({ models: { other: scripted([]) }, server: { doctor } })
    await api('GET', '/api/doctor')
    await api('GET', '/api/doctor?model=far:away')
    await api('PUT', '/api/models/chosen', { spec: 'demo' })
    await api('GET', '/api/doctor')
    expect(codeOf(await as(newKey())('GET', '/api/doctor?model=far:away'))).toBe('access_denied')
    expect(asked).toEqual(['other', 'far:away', 'demo'])
  })

  test('what is saved in one window is told to all', async () => {
    const started = await startTestServer()
    const feed = await followEvents(started, '/api/events')
    await started.api('PUT', '/api/settings/turn.max_tool_steps', { value: 4 })
    await feed.until(({ name, data }) => name === 'settings.changed' && data['key'] === 'turn.max_tool_steps')
  })

  test('memory: proposals are decided, facts changed, forgotten and handed out', async () => {
    const { api } = await startTestServer({
      settings: { 'memory.enabled': true },
      models: { main: scripted(['Noted.', 'Noted.']) },
    })
    await api('POST', '/api/ai/chat', { message: 'Remember that my sister Ada is 34.', session_id: 'sess_m' })
    const proposals = objects((await api('GET', '/api/memory/proposals')).json['proposals'])
    expect(proposals).toHaveLength(1)
    const id = textOf(proposals[0]?.['id'])
    expect(codeOf(await api('POST', `/api/memory/proposals/${id}/decision`, { decision: 'edit' }))).toBe(
      'request_invalid',
    )
    const { fact } = (await api('POST', `/api/memory/proposals/${id}/decision`, { decision: 'store' })).json
    const factId = isJsonObject(fact) ? textOf(fact['id']) : ''
    expect(objects((await api('GET', '/api/memory?q=sister')).json['facts']).map(each => each['id'])).toEqual([factId])
    expect(
      (await api('PATCH', `/api/memory/${factId}`, { text: 'My sister is called Ada Lovelace.' })).json['text'],
    ).toContain('Lovelace')
    expect((await api('GET', '/api/memory/export')).text).toContain('Lovelace')
    expect((await api('DELETE', `/api/memory/${factId}`)).status).toBe(204)
    expect((await api('GET', '/api/memory')).json['facts']).toEqual([])
  })

  test('every code is explained, and an error’s docs can be opened without a token', async () => {
    const { api, server } = await startTestServer()
    expect(objects((await api('GET', '/api/faults')).json['faults']).map(({ code }) => code)).toEqual(
      Object.keys(FAULTS),
    )
    const { error } = (await api('GET', '/api/faults/nobody')).json
    const docs = isJsonObject(error) ? textOf(error['docs']) : ''
    expect(docs).toBe(`${server.origin}/docs/faults/resource_unknown`)
    expect(await (await fetch(docs)).text()).toContain('resource_unknown')
  })

  test('metrics count requests by endpoint, never by what somebody wrote', async () => {
    const { api } = await startTestServer()
    await api('GET', '/api/sessions/secret-name')
    const { text, headers } = await api('GET', '/metrics')
    expect(headers.get('content-type')).toContain('version=0.0.4')
    expect(text).toContain('countersign_http_requests_total{method="GET",path="/api/sessions/{id}",status="200"} 1')
    expect(text).not.toContain('secret-name')
  })
})
