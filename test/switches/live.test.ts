import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { commandLine } from '../command-line.ts'
import { type ApiReply, type Ask, codeOf } from '../http-server.ts'
import { startOllama } from '../servers/index.ts'
import { sendJson, startServer } from '../servers/test-server.ts'
import { served } from './served.ts'

const save = (api: Ask, key: string, value: Json): Promise<ApiReply> => api('PUT', `/api/settings/${key}`, { value })
const objects = (value: Json | undefined): readonly JsonObject[] =>
  value !== undefined && isJsonList(value) ? value.filter(isJsonObject) : []

/** `done`, or the code with which the call of a person was refused. */
async function called(api: Ask, tool: string, args: JsonObject): Promise<string> {
  const { json } = await api('POST', `/api/tools/${tool}/call`, { args, allow: ['FileAccess'], approval: 'deny' })
  return isJsonObject(json['fault']) ? textOf(json['fault']['code']) : 'done'
}

const toolsIn = async (api: Ask): Promise<readonly string[]> =>
  objects((await api('GET', '/api/tools')).json['tools']).map(({ name }) => textOf(name))

async function asked(api: Ask, more: JsonObject = {}): Promise<string> {
  const request = { message: 'Hello there.', wait: true, ...more }
  return textOf((await api('POST', '/api/ai/chat', request)).json['text'])
}

describe('what is saved while the server runs counts for the next turn or call', { timeout: 120_000 }, () => {
  test('rules: of tools, and of files', async () => {
    const { api, place } = await served()
    writeFileSync(join(place.root, 'notes.md'), 'one\ntwo\nthree\n')
    const read = (): Promise<string> => called(api, 'file_read', { path: 'notes.md' })
    const put = async (...rules: readonly JsonObject[]): Promise<ApiReply> => {
      const version = textOf((await api('GET', '/api/policy')).json['version'])
      return api('PUT', '/api/policy', { rules }, { 'if-match': `"${version}"` })
    }
    expect(await read()).toBe('done')
    expect((await put({ action: 'deny', tools: ['file_read'] })).json).toMatchObject({ needs_restart: false })
    expect([await read(), await called(api, 'file_list', { path: '.' })]).toEqual(['policy_blocked', 'done'])
    await put()
    expect(await read()).toBe('done')
    await save(api, 'tools.file.deny_read', ['*.md'])
    expect(await read()).toBe('path_blocked')
    expect((await api('DELETE', '/api/settings/tools.file.deny_read')).json).toMatchObject({ value: [] })
    expect(await read()).toBe('done')
    expect((await save(api, 'tools.file.max_lines', 2)).json).toMatchObject({ value: 2, needs_restart: false })
    const { json } = await api('POST', '/api/tools/file_read/call', {
      args: { path: 'notes.md' },
      allow: ['FileAccess'],
    })
    expect([json['text']]).toEqual([expect.not.stringContaining('three')])
  })

  test('tools: which there are, in the list and for the model', async () => {
    const { api } = await served()
    expect(await toolsIn(api)).not.toContain('web_search')
    await save(api, 'web.search_url', 'http://127.0.0.1:9')
    await save(api, 'memory.enabled', false)
    await save(api, 'agent.context_compression', true)
    const tools = await toolsIn(api)
    expect([tools.includes('web_search'), tools.includes('memory_save')]).toEqual([true, false])
    expect((await api('GET', '/api/start')).json).toMatchObject({ memory: false })
    const { json } = await api('POST', '/api/policy/test', { message: '/search lighthouse' })
    expect(JSON.stringify(json['offered'])).toContain('web_search')
  })

  test('model servers, the keys that they get, and the model that answers', async () => {
    const [one, two] = [await startOllama({ replies: [] }), await startOllama({ models: ['llama3:8b'] })]
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
    const { api } = await served({
      args: ['--port', '0'],
      environment: { FIRST_KEY: 'first', OLLAMA_HOST: 'http://127.0.0.1:9' },
    })
    const specs = async (): Promise<string> => JSON.stringify((await api('GET', '/api/models')).json['servers'])
    expect(await specs()).not.toContain('ollama:')
    await save(api, 'providers.ollama_url', one.url)
    expect(await specs()).toContain('ollama:qwen3:4b')
    await save(api, 'providers.model', 'ollama:qwen3:4b')
    expect((await api('GET', '/api/models')).json['chosen']).toMatchObject({ spec: 'ollama:qwen3:4b', from: 'setting' })
    await asked(api)
    expect(one.requests.some(({ path }) => path === '/api/chat')).toBe(true)
    expect(one.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
    await save(api, 'providers.ollama_key_variable', 'FIRST_KEY')
    await asked(api)
    expect(one.requests.at(-1)?.headers.authorization).toBe('Bearer first')
    await save(api, 'providers.ollama_url', two.url)
    expect((await api('PUT', '/api/models/chosen', { spec: 'ollama:llama3:8b' })).json).toMatchObject({
      from: 'console',
    })
    await asked(api)
    expect(two.requests.some(({ path }) => path === '/api/chat')).toBe(true)
    expect((await api('GET', '/api/models')).json['chosen']).toMatchObject({
      spec: 'ollama:llama3:8b',
      from: 'console',
    })
  })

  test('limits of the server itself; the port and the sandbox wait, and it says so', async () => {
    const { api, port } = await served()
    expect((await save(api, 'server.max_body_bytes', 2_000)).json).toMatchObject({ needs_restart: false })
    expect((await api('POST', '/api/policy/test', { message: 'x'.repeat(3_000) })).status).toBe(413)
    for (const [key, value, before] of [
      ['server.port', port === 4_999 ? 5_000 : 4_999, 4_070],
      ['tools.shell.sandbox', 'off', 'on'],
    ] as const) {
      expect((await save(api, key, value)).json).toMatchObject({ key, needs_restart: true })
      const { settings } = (await api('GET', '/api/settings')).json
      expect(objects(settings).find(each => each['key'] === key)).toMatchObject({ value: before, saved: value })
    }
  })

  test('a value that cannot be taken over is refused, and everything stays as it was', async () => {
    const { api } = await served()
    const judge = await startOllama()
    const guard = 'tools.guard.provider'
    await save(api, 'providers.ollama_url', judge.url)
    expect((await save(api, guard, 'ollama:qwen3:4b')).status).toBe(200)
    const refused = await save(api, guard, 'ollama:nobody')
    expect([refused.status, codeOf(refused)]).toEqual([404, 'model_unknown'])
    const { settings } = (await api('GET', '/api/settings')).json
    const found = objects(settings).find(({ key }) => key === guard)
    expect(found).toMatchObject({ value: 'ollama:qwen3:4b', saved: null })
    await judge.close()
    // A server that is away does not stand in the way of other settings.
    expect((await save(api, 'tools.file.deny_read', ['*'])).status).toBe(200)
    expect(await called(api, 'file_list', { path: '.' })).toBe('done')
    expect(await called(api, 'file_read', { path: 'a' })).toBe('path_blocked')
  })

  test('of two windows that save at once, one that is refused takes nothing back from the other', async () => {
    const slow = await startServer((_request, response) => void setTimeout(() => sendJson(response, 404, {}), 300))
    onTestFinished(() => slow.close())
    const { api } = await served({ environment: { OLLAMA_HOST: slow.url } })
    const guard = 'tools.guard.provider'
    const [refused, taken] = await Promise.all([save(api, guard, 'ollama:nobody'), save(api, guard, 'demo')])
    expect([refused.status, taken.status]).toEqual([expect.toSatisfy(status => status !== 200), 200])
    expect(taken.json).toMatchObject({ value: 'demo' })
    const { settings } = (await api('GET', '/api/settings')).json
    expect(objects(settings).find(({ key }) => key === guard)).toMatchObject({ value: 'demo', saved: null })
    // Rules that both read in the same version: only the first are saved, also where they wait for another save.
    const version = textOf((await api('GET', '/api/policy')).json['version'])
    const put = (tool: string): Promise<ApiReply> =>
      api('PUT', '/api/policy', { rules: [{ action: 'deny', tools: [tool] }] }, { 'if-match': `"${version}"` })
    const [, first, second] = await Promise.all([save(api, guard, 'ollama:nobody'), put('file_read'), put('file_list')])
    expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]))
    const { rules } = first?.status === 200 ? first.json : (second?.json ?? {})
    expect((await api('GET', '/api/policy')).json['saved']).toEqual(rules)
  })

  test('trust, and a changed file, with SIGHUP', async () => {
    const { api, child, place, environment, config } = await served()
    const hangUp = async (): Promise<void> => {
      const before = child.printed().split('Configuration reloaded.').length
      child.process.kill('SIGHUP')
      await expect
        .poll(() => child.printed().split('Configuration reloaded.').length, { timeout: 20_000 })
        .toBe(before + 1)
    }
    expect((await api('GET', '/api/policy')).json).toMatchObject({ trust: 'Provisional' })
    const trusted = await commandLine(['trust', '--yes', '--workspace', place.root], { environment })
    expect(trusted.code).toBe(0)
    writeFileSync(config, '[[tools.policy.rules]]\naction = "deny"\ntools = ["file_list"]\n')
    await hangUp()
    expect((await api('GET', '/api/policy')).json).toMatchObject({ trust: 'Trusted', rules: [{ action: 'deny' }] })
    expect(await called(api, 'file_list', { path: '.' })).toBe('policy_blocked')
  })
})
