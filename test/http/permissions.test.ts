import { array, assert, asyncProperty, constantFrom, option, record, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Capability, type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import type { DecidedBy } from '../../src/permissions/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type Ask, type TestServer, codeOf, followEvents, startTestServer } from '../http-server.ts'
import { countingTool, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import {
  CHAT,
  NATIVE,
  type Pending,
  allowCapability,
  askedAbout,
  keep,
  keeper,
  nextQuestion,
  turnEnd,
} from './asking.ts'

const receiptsOf = async ({ api }: TestServer): Promise<readonly JsonObject[]> => {
  const { receipts } = (await api('GET', '/api/receipts')).json
  return isJsonList(receipts) ? receipts.filter(isJsonObject) : []
}

describe('a question', () => {
  test('shows who asks, the whole arguments, why, until when and what a yes covers', async () => {
    const text = `${'é'.repeat(9_000)}\u202E<img src=x onerror=alert(1)>`
    const { question } = await askedAbout({
      tools: [keeper()],
      models: { main: scripted([keep(text), 'Kept.'], NATIVE) },
    })
    expect(question).toMatchObject({
      kind: 'call',
      state: 'pending',
      session_id: 'sess_q',
      held: true,
      tool: 'keep',
      capability: 'FileWrite',
      risk: 'write',
      args: { text },
      args_bytes: Buffer.byteLength(JSON.stringify({ text })),
      asked_by: { model: 'scripted', caller: null },
      reason: 'It changes something.',
    })
    expect(question.choices.map(choice => choice['for'])).toEqual(['once', 'minutes', 'session', 'always'])
    expect(textOf(question.choices.at(-1)?.['rule'])).toMatch(
      /^allow keep in every session until revoked, as long as its definition is [0-9a-f]{12}; changes run without asking$/,
    )
  })

  test('shows what would change, line by line', async () => {
    const write = { calls: [{ id: 'c1', name: 'file_write', arguments: { path: 'notes.md', content: 'one\ntwo\n' } }] }
    const started = await startTestServer({ models: { main: scripted([write, 'Written.'], NATIVE) } })
    await started.api('POST', '/api/ai/chat', {
      message: '/edit write it',
      session_id: 'sess_q',
      profile: 'native',
      wait: false,
    })
    await allowCapability(started.api)
    const question = await nextQuestion(started.api, 'call')
    expect(question['change']).toEqual({
      path: 'notes.md',
      added: 2,
      removed: 0,
      lines: [
        { sign: '+', text: 'one' },
        { sign: '+', text: 'two' },
      ],
    })
    expect(question.choices.map(({ rule }) => textOf(rule)).filter(rule => rule.includes(' on '))).toEqual([
      expect.stringContaining('allow file_write on /notes.md in every session'),
    ])
  })

  test('approved once, the call runs once and its receipt says console', async () => {
    const tool = keeper()
    const started = await askedAbout({ tools: [tool] })
    const decided = await started.api('POST', `/api/permissions/${started.question.id}/decision`, { decision: 'allow' })
    expect(decided.json).toEqual({ id: started.question.id, state: 'approved', decided_by: 'console', grant: null })
    expect(await turnEnd(started)).toMatchObject({ type: 'turn.completed', text: 'Kept.' })
    expect(tool.ran).toEqual([{ text: 'a note' }])
    expect(await receiptsOf(started)).toMatchObject([{ tool: 'keep', outcome: 'done', decided_by: 'console' }])
    const again = await started.api('POST', `/api/permissions/${started.question.id}/decision`, { decision: 'allow' })
    expect([again.status, codeOf(again)]).toEqual([409, 'approval_invalid'])
  })

  test('denied with a reason, the model is told it and nothing runs', async () => {
    const tool = keeper()
    const model = scripted([keep('a note'), 'Then not.'], NATIVE)
    const started = await askedAbout({ tools: [tool], models: { main: model } })
    await started.api('POST', `/api/permissions/${started.question.id}/decision`, {
      decision: 'deny',
      reason: 'Not this chapter.',
    })
    expect(await turnEnd(started)).toMatchObject({ type: 'turn.completed', text: 'Then not.' })
    expect(tool.ran).toEqual([])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Not this chapter.')
  })

  test('a conversation whose first turn still waits stands in the list, with what was asked in it', async () => {
    const title = '/edit keep a note'
    const started = await askedAbout({ tools: [keeper()], chat: { message: title } })
    const list = async (): Promise<unknown> => (await started.api('GET', '/api/sessions')).json['sessions']
    expect(await list()).toMatchObject([{ id: 'sess_q', title, running: expect.any(String), waiting: 1 }])
    await started.api('POST', `/api/permissions/${started.question.id}/decision`, { decision: 'deny' })
    await turnEnd(started)
    expect(await list()).toMatchObject([{ id: 'sess_q', title, running: null, waiting: 0 }])
  })

  test('nobody’s answer is a no', async () => {
    const tool = keeper()
    const started = await askedAbout({ tools: [tool], settings: { 'permissions.approval_secs': 1 } })
    const feed = await followEvents(started, '/api/sessions/sess_q/events?after=0')
    expect(
      (
        await feed.until(
          ({ name, data }) => name === 'permission.decided' && data['permission_id'] === started.question.id,
        )
      ).data,
    ).toMatchObject({ state: 'expired', decided_by: null })
    const failed = await feed.until(({ name }) => name === 'tool.failed')
    expect(failed.data['code']).toBe('approval_timeout')
    expect(tool.ran).toEqual([])
    expect(
      codeOf(await started.api('POST', `/api/permissions/${started.question.id}/decision`, { decision: 'allow' })),
    ).toBe('approval_invalid')
  })

  test('stopping the turn takes its question back', async () => {
    const tool = keeper()
    const started = await askedAbout({ tools: [tool] })
    await started.api('POST', '/api/sessions/sess_q/stop')
    await turnEnd(started)
    expect((await started.api('GET', '/api/permissions')).json).toEqual({ permissions: [] })
    expect(tool.ran).toEqual([])
  })

  test('is told to those who watch without its secrets, and whole to whoever decides', async () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    const { question, ...started } = await askedAbout({
      tools: [keeper()],
      models: { main: scripted([keep(secret), 'x'], NATIVE) },
    })
    const feed = await followEvents(started, '/api/sessions/sess_q/events?after=0')
    const told = await feed.until(
      ({ name, data }) => name === 'permission.pending' && JSON.stringify(data).includes(question.id),
    )
    expect(JSON.stringify(told.data)).not.toContain(secret)
    expect(question['args']).toEqual({ text: secret })
  })

  test('what deletes can be allowed once and never beforehand', async () => {
    const { question, api } = await askedAbout({ tools: [keeper({ risk: 'destroy' })] })
    expect(question.choices.map(choice => choice['for'])).toEqual(['once'])
    for (const body of [
      { decision: 'allow', for: 'session' },
      { decision: 'allow', for: 'always', rule: 'allow keep' },
    ])
      expect(codeOf(await api('POST', `/api/permissions/${question.id}/decision`, body))).toBe('request_invalid')
  })
})

describe('a rule', () => {
  const always = (question: Pending): string => textOf(question.choices.at(-1)?.['rule'])

  test('is saved only word for word, holds after a restart, ends when it is deleted or the tool changes', async () => {
    const place = testWorkspace()
    const first = keeper()
    const started = await askedAbout({ ...place, tools: [first] })
    const rule = always(started.question)
    const path = `/api/permissions/${started.question.id}/decision`
    for (const body of [
      { decision: 'allow', for: 'always' },
      { decision: 'allow', for: 'always', rule: rule.replace('keep', 'keeps') },
    ])
      expect(codeOf(await started.api('POST', path, body))).toBe('request_invalid')
    const decided = await started.api('POST', path, { decision: 'allow', for: 'always', rule })
    expect(decided.json['grant']).toMatchObject({
      rule,
      session_id: null,
      source: 'rule',
      tool: 'keep',
      confirms_writes: true,
      expires_at: null,
    })
    await turnEnd(started)
    await started.server.close()
    await started.runtime.close()

    const second = keeper()
    const later = await startTestServer({
      ...place,
      tools: [second],
      models: { main: scripted([keep('unasked'), 'Kept.'], NATIVE) },
    })
    const { grants } = (await later.api('GET', '/api/grants')).json
    const saved = isJsonList(grants) ? grants.filter(isJsonObject).filter(grant => grant['session_id'] === null) : []
    expect(saved).toMatchObject([{ rule }])
    const reply = await later.api('POST', '/api/ai/chat', { ...CHAT, session_id: 'sess_new', wait: true })
    expect(reply.json).toMatchObject({ text: 'Kept.', stopped: null })
    expect(second.ran).toEqual([{ text: 'unasked' }])
    expect((await receiptsOf(later))[0]).toMatchObject({ decided_by: 'rule' })
    const usedSince = async (): Promise<number> => {
      const { grants: rows } = (await later.api('GET', '/api/grants')).json
      const row = isJsonList(rows)
        ? rows.filter(isJsonObject).find(grant => grant['id'] === saved[0]?.['id'])
        : undefined
      return Number(row?.['used']) - Number(saved[0]?.['used'])
    }
    expect(await usedSince()).toBe(1)
    await later.server.close()
    await later.runtime.close()

    const changed = keeper({ description: 'Keeps a note, and sends it to somebody.' })
    const asked = await askedAbout({
      ...place,
      chat: { session_id: 'sess_third' },
      tools: [changed],
      models: { main: scripted([keep('asked'), 'Kept.'], NATIVE) },
    })
    expect(changed.ran).toEqual([])
    expect((await asked.api('GET', '/api/tools/keep')).json['changed_since_approved']).toBe(true)
    const id = textOf(saved[0]?.['id'])
    expect((await asked.api('DELETE', `/api/grants/${id}`)).status).toBe(204)
    expect(codeOf(await asked.api('DELETE', '/api/grants/grant_nobody'))).toBe('resource_unknown')
    const { grants: left } = (await asked.api('GET', '/api/grants')).json
    expect(isJsonList(left) && left.some(grant => isJsonObject(grant) && grant['id'] === id)).toBe(false)
  })

  test('for minutes ends by itself, and for a session holds in no other', async () => {
    const started = await askedAbout({ tools: [keeper()] })
    const decided = await started.api('POST', `/api/permissions/${started.question.id}/decision`, {
      decision: 'allow',
      for: 'minutes',
      seconds: 120,
    })
    expect(decided.json['grant']).toMatchObject({ session_id: 'sess_q', source: 'console', tool: 'keep' })
    const grant = isJsonObject(decided.json['grant']) ? decided.json['grant'] : {}
    expect(Date.parse(textOf(grant['expires_at'])) - Date.parse(textOf(grant['issued_at']))).toBe(120_000)
    await turnEnd(started)
    await started.api('POST', '/api/ai/chat', { ...CHAT, session_id: 'sess_other' })
    expect((await nextQuestion(started.api, 'capability'))['session_id']).toBe('sess_other')
  })

  test('1,000 stored rules survive a restart exactly', async () => {
    const words = string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    const rule = record({
      capability: constantFrom<Capability>(
        'FileAccess',
        'FileWrite',
        'SystemExecute',
        'MessageSend',
        'mcp.notes',
        'mcp.über/näme',
      ),
      principal: constantFrom('user:local', 'key:ci'),
      paths: array(words, { maxLength: 3 }),
      tool: option(
        record({
          name: words,
          definition: uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes).toString('hex')),
        }),
        { nil: undefined },
      ),
      decidedBy: constantFrom<DecidedBy>('rule', 'console', 'tty'),
      purpose: words,
      session: option(words, { nil: null }),
    })
    await assert(
      asyncProperty(array(rule, { minLength: 1_000, maxLength: 1_000, size: 'max' }), async rules => {
        const place = testWorkspace()
        const first = await openTestRuntime(place)
        for (const { capability, tool, ...rest } of rules) {
          const issued = await first.broker.issue({
            ...rest,
            capability,
            confirmsWrites: true,
            ...(tool && { tool }),
          })
          expect(issued.ok).toBe(true)
        }
        const before = await first.broker.list()
        expect(before).toHaveLength(1_000)
        await first.close()
        const second = await openTestRuntime(place)
        expect(await second.broker.list()).toEqual(before)
        await second.close()
      }),
      { numRuns: 1 },
    )
  }, 240_000)
})

describe('callers without a console', () => {
  test('with "deny", as keys have it, nothing waits and nothing runs', async () => {
    const tool = keeper()
    const started = await startTestServer({
      tools: [tool],
      models: { main: scripted([keep('a note'), 'No.'], NATIVE) },
    })
    const key = started.as(started.newKey({ allow: ['FileWrite'] }))
    const reply = await key('POST', '/api/ai/chat', { ...CHAT, wait: true })
    // What the key was given confirms writing, as --allow does.
    expect([reply.json['text'], tool.ran.length]).toEqual(['No.', 1])
    const bare = started.as(started.newKey())
    const refused = await bare('POST', '/api/tools/keep/call', { args: { text: 'x' } })
    expect(refused.json).toMatchObject({ ok: false, fault: { code: 'permission_denied' } })
    expect((await started.api('GET', '/api/permissions')).json).toEqual({ permissions: [] })
    expect(tool.ran).toHaveLength(1)
  })

  test('with "return" the call ends, waits in the queue, and an approval holds for the same call made again', async () => {
    const tool = keeper({ risk: 'destroy' })
    const started = await startTestServer({ tools: [tool] })
    const key = started.as(started.newKey({ allow: ['FileWrite'], approval: 'return', scopes: ['use', 'approve'] }))
    const call = (): ReturnType<Ask> =>
      key('POST', '/api/tools/keep/call', { args: { text: 'x' }, session_id: 'sess_k' })
    const first = (await call()).json
    expect(first).toMatchObject({ ok: false, fault: { code: 'confirmation_required' } })
    const { id, held } = await nextQuestion(started.api, 'call')
    expect(held).toBe(false)
    expect(codeOf(await key('POST', `/api/permissions/${id}/decision`, { decision: 'allow' }))).toBe('approval_invalid')
    expect((await started.api('POST', `/api/permissions/${id}/decision`, { decision: 'allow' })).status).toBe(200)
    expect((await call()).json).toMatchObject({ ok: true })
    expect(tool.ran).toHaveLength(1)
    expect((await call()).json).toMatchObject({ ok: false })
  })

  test('with "hold" a key waits for a person, and cannot be that person', async () => {
    const tool = keeper({ risk: 'destroy' })
    const started = await startTestServer({ tools: [tool] })
    const key = started.as(started.newKey({ allow: ['FileWrite'], approval: 'hold', scopes: ['use', 'approve'] }))
    const calling = key('POST', '/api/tools/keep/call', { args: { text: 'x' }, session_id: 'sess_k' })
    const { id } = await nextQuestion(started.api, 'call')
    expect(codeOf(await key('POST', `/api/permissions/${id}/decision`, { decision: 'allow' }))).toBe('approval_invalid')
    expect(tool.ran).toEqual([])
    await started.api('POST', `/api/permissions/${id}/decision`, { decision: 'allow' })
    expect((await calling).json).toMatchObject({ ok: true })
  })

  test('a key gets no right of the person’s own, and the person none of the key’s', async () => {
    const tool = countingTool({ name: 'look', risk: 'read', capability: 'FileAccess' })
    const started = await startTestServer({ tools: [tool] })
    await started.api('POST', '/api/sessions', { session_id: 'sess_o' })
    expect((await started.api('POST', '/api/tools/look/call', { args: {}, session_id: 'sess_o' })).json).toMatchObject({
      ok: true,
    })
    const key = started.as(started.newKey())
    expect((await key('POST', '/api/tools/look/call', { args: {}, session_id: 'sess_o' })).json).toMatchObject({
      ok: false,
      fault: { code: 'permission_denied' },
    })
    expect(tool.ran).toHaveLength(1)
  })
})

test('how each decision came about stands in the history, the newest first', async () => {
  const started = await askedAbout({ tools: [keeper()] })
  await started.api('POST', `/api/permissions/${started.question.id}/decision`, { decision: 'deny' })
  await turnEnd(started)
  const { rows } = (await started.api('GET', '/api/permissions/history?session_id=sess_q')).json
  const told = isJsonList(rows) ? rows.filter(isJsonObject).map(({ event, decided_by: by }) => [event, by]) : []
  expect(told).toEqual([
    ['APPROVAL_DENIED', 'console'],
    ['APPROVAL_REQUESTED', null],
    ['PERMISSION_GRANTED', 'console'],
    ['PERMISSION_GRANTED', 'opened'],
  ])
})
