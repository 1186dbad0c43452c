import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type TestServer, codeOf, followEvents, startTestServer } from '../http-server.ts'
import { CHAT, NATIVE, allowCapability, askedAbout, keep, keeper, nextQuestion, turnEnd } from './asking.ts'

const historyOf = async ({ api }: TestServer, event: string): Promise<readonly JsonObject[]> => {
  const { rows } = (await api('GET', '/api/permissions/history')).json
  return isJsonList(rows) ? rows.filter(isJsonObject).filter(row => row['event'] === event) : []
}
const until = async (ms: number): Promise<void> => {
  while (Date.now() <= ms) await new Promise(resolve => setTimeout(resolve, 20))
}

describe('more time', () => {
  test('a question that was given two minutes more outlives its first end, can be answered then, and the record says so', async () => {
    const tool = keeper()
    const started = await askedAbout({ tools: [tool], settings: { 'permissions.approval_secs': 3 } })
    const { id } = started.question
    const feed = await followEvents(started, '/api/sessions/sess_q/events?after=0')
    const first = Date.parse(textOf(started.question['expires_at']))
    const { json, status } = await started.api('POST', `/api/permissions/${id}/extend`)
    expect([status, json['extensions_left']]).toEqual([200, 4])
    expect(Date.parse(textOf(json['expires_at'])) - first).toBe(120_000)
    const told = await feed.until(({ name }) => name === 'permission.extended')
    expect(told.data).toMatchObject({ permission_id: id, expires_at: json['expires_at'], extensions_left: 4 })
    await until(first + 200)
    expect((await started.api('GET', `/api/permissions/${id}`)).json).toMatchObject({
      state: 'pending',
      extensions_left: 4,
    })
    expect((await started.api('POST', `/api/permissions/${id}/decision`, { decision: 'allow' })).status).toBe(200)
    expect(await turnEnd(started)).toMatchObject({ type: 'turn.completed' })
    expect(tool.ran).toHaveLength(1)
    expect(await historyOf(started, 'APPROVAL_EXTENDED')).toMatchObject([
      {
        tool: 'keep',
        decided_by: 'console',
        detail: { approval_id: id, extensions: 1, expires_at: json['expires_at'] },
      },
    ])
  })

  test('is given five times and not again, not for what was answered, and never to whoever asks', async () => {
    const started = await askedAbout({ tools: [keeper()] })
    const extend = (id: string, api = started.api) => api('POST', `/api/permissions/${id}/extend`)
    const { id } = started.question
    const left: unknown[] = []
    for (let times = 0; times < 5; times++) left.push((await extend(id)).json['extensions_left'])
    expect(left).toEqual([4, 3, 2, 1, 0])
    const again = await extend(id)
    expect([again.status, codeOf(again)]).toEqual([409, 'approval_invalid'])
    await started.api('POST', `/api/permissions/${id}/decision`, { decision: 'deny' })
    expect(codeOf(await extend(id))).toBe('approval_invalid')
    expect(codeOf(await extend(id, started.as(started.newKey())))).toBe('access_denied')
    const asking = started.as(started.newKey({ scopes: ['use', 'approve'], allow: [], approval: 'hold' }))
    const asked = asking('POST', '/api/tools/keep/call', { args: { text: 'x' } })
    const own = await nextQuestion(started.api, 'capability')
    expect(codeOf(await extend(own.id, asking))).toBe('approval_invalid')
    expect((await extend(own.id)).status).toBe(200)
    await started.api('POST', `/api/permissions/${own.id}/decision`, { decision: 'deny' })
    expect((await asked).json).toMatchObject({ ok: false, fault: { code: 'permission_denied' } })
  })

  test('the question for a capability can have it too, and that is recorded', async () => {
    const models = { main: scripted([keep('a note'), 'Kept.'], NATIVE) }
    const started = await startTestServer({ tools: [keeper()], models, settings: { 'permissions.approval_secs': 3 } })
    await started.api('POST', '/api/ai/chat', CHAT)
    const { id, ...question } = await nextQuestion(started.api, 'capability')
    const first = Date.parse(textOf(question['expires_at']))
    for (let times = 0; times < 5; times++)
      expect((await started.api('POST', `/api/permissions/${id}/extend`)).status).toBe(200)
    expect(codeOf(await started.api('POST', `/api/permissions/${id}/extend`))).toBe('approval_invalid')
    await until(first + 200)
    expect((await started.api('GET', `/api/permissions/${id}`)).json).toMatchObject({
      state: 'pending',
      extensions_left: 0,
    })
    expect(await historyOf(started, 'APPROVAL_EXTENDED')).toMatchObject(
      [5, 4, 3, 2, 1].map(extensions => ({ capability: 'FileWrite', decided_by: 'console', detail: { extensions } })),
    )
    await started.api('POST', '/api/sessions/sess_q/stop')
  })
})

describe('a dry run', () => {
  const write = { calls: [{ id: 'c1', name: 'file_write', arguments: { path: 'notes.md', content: 'one\ntwo\n' } }] }

  test('shows what would change now, not what would have when it was asked, and changes nothing', async () => {
    const started = await startTestServer({ models: { main: scripted([write, 'Written.'], NATIVE) } })
    await started.api('POST', '/api/ai/chat', {
      message: '/edit write it',
      session_id: 'sess_q',
      profile: 'native',
      wait: false,
    })
    await allowCapability(started.api)
    const { id, change } = await nextQuestion(started.api, 'call')
    const dry = await started.api('POST', `/api/permissions/${id}/dry-run`)
    expect(dry.json).toMatchObject({ id, summary: 'creates notes.md (2 lines)', change, at: expect.any(String) })
    expect((await started.api('GET', '/api/files?path=notes.md')).status).toBe(404)
    writeFileSync(join(started.root, 'notes.md'), 'zero\ntwo\n')
    const later = await started.api('POST', `/api/permissions/${id}/dry-run`)
    expect(later.json).toMatchObject({
      summary: expect.stringContaining('cannot be done: "notes.md" exists'),
      change: null,
    })
    expect((await started.api('GET', '/api/receipts')).json).toEqual({ receipts: [], next_cursor: null })
    await started.api('POST', `/api/permissions/${id}/decision`, { decision: 'deny' })
    expect(codeOf(await started.api('POST', `/api/permissions/${id}/dry-run`))).toBe('resource_unknown')
  })

  test('says nothing where only running it would show', async () => {
    const started = await askedAbout({ tools: [keeper()] })
    expect((await started.api('POST', `/api/permissions/${started.question.id}/dry-run`)).json).toMatchObject({
      change: null,
    })
  })
})
