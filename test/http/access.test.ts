import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scripted } from '../../src/providers/index.ts'
import { ROUTES } from '../../src/surfaces/http/routes/all-routes.ts'
import { type TestServer, codeOf, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'

const OPEN = new Set(['POST /api/login', 'GET /healthz', 'GET /api/openapi.json', 'GET /docs/faults/{code}'])
const PROTECTED = ROUTES.filter(({ method, path }) => !OPEN.has(`${method} ${path}`))
const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'x')

/** Headers exactly as given: fetch would not let us choose all of them. */
function raw(
  { server }: TestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers, setHost: false }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('who may come in', () => {
  test('without a token nothing is reached but the exchange, the page, its health and its description', async () => {
    const { as } = await startTestServer()
    for (const { method, path } of PROTECTED) {
      const reply = await as(undefined)(method, pathOf(path), method === 'GET' ? undefined : {})
      expect([method, path, reply.status, codeOf(reply)]).toEqual([method, path, 401, 'access_required'])
    }
    expect((await as(undefined)('GET', '/healthz')).json).toEqual({ ok: true, state: 'ready' })
    expect((await as(undefined)('GET', '/api/openapi.json')).status).toBe(200)
  })

  test('a token that somebody made up, or one that was logged out, opens nothing', async () => {
    const { as, token, api } = await startTestServer()
    for (const made of [
      'cs_x',
      'csk_x',
      `${token}x`,
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
      ' ',
      'a'.repeat(5_000),
    ])
      expect((await as(made)('GET', '/api/me')).status).toBe(401)
    expect((await api('GET', '/api/me')).status).toBe(200)
    expect((await api('POST', '/api/logout')).status).toBe(204)
    expect((await api('GET', '/api/me')).status).toBe(401)
  })

  test('a code works once, and any other text never', async () => {
    const { server, as } = await startTestServer()
    const code = server.address().split('#code=')[1] ?? ''
    const stranger = as(undefined)
    expect((await stranger('POST', '/api/login', { code: `${code}x` })).status).toBe(401)
    expect((await stranger('POST', '/api/login', { code })).status).toBe(200)
    expect((await stranger('POST', '/api/login', { code })).status).toBe(401)
  })

  test('with the scope "use" alone nothing can be decided, undone, saved or granted', async () => {
    const tool = countingTool({ name: 'look', risk: 'read', capability: 'FileAccess' })
    const { as, newKey } = await startTestServer({ tools: [tool], models: { main: scripted(['hello']) } })
    const key = as(newKey())
    for (const { method, path } of ROUTES.filter(({ scope }) => scope === 'approve')) {
      const reply = await key(method, pathOf(path), {})
      expect([path, reply.status, codeOf(reply)]).toEqual([path, 403, 'access_denied'])
    }
    expect(codeOf(await key('POST', '/api/ai/chat', { message: 'hi', allow: ['FileAccess'] }))).toBe('access_denied')
    expect(codeOf(await key('POST', '/api/tools/look/call', { args: {}, allow: ['FileAccess'] }))).toBe('access_denied')
    expect(codeOf(await key('GET', '/api/files?path=a.md'))).toBe('access_denied')
    expect(tool.ran).toEqual([])
  })

  test('a key that may not decide cannot name a file or an address as its model', async () => {
    const { as, newKey } = await startTestServer()
    for (const model of ['scripted:/etc/passwd', 'http://10.0.0.1/v1#x'])
      expect(codeOf(await as(newKey())('POST', '/api/ai/chat', { message: 'hi', model }))).toBe('access_denied')
  })

  test('a key that was dropped is refused by the running server', async () => {
    const { as, newKey, server } = await startTestServer()
    const key = newKey({ name: 'short' })
    expect((await as(key)('GET', '/api/me')).json).toMatchObject({ who: 'key', name: 'short', scopes: ['use'] })
    expect(server.parts.keys.drop('short')).toEqual({ ok: true, value: undefined })
    expect((await as(key)('GET', '/api/me')).status).toBe(401)
  })
})

describe('from where', () => {
  test('another Host, Origin or site is refused before the token is looked at, for every path', async () => {
    const started = await startTestServer()
    const host = `127.0.0.1:${started.server.port}`
    const good = { host, authorization: `Bearer ${started.token}` }
    expect((await raw(started, '/api/me', good)).status).toBe(200)
    expect(
      (await raw(started, '/api/me', { ...good, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200)
    expect((await raw(started, '/api/me', { ...good, host: `localhost:${started.server.port}` })).status).toBe(200)
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { host: '127.0.0.1' },
      { host: 'evil.example' },
      { host: `evil.example:${started.server.port}` },
      { host: `127.0.0.1:${started.server.port + 1}` },
      { host: `127.0.0.1.evil.example:${started.server.port}` },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: `https://${host}` },
      { origin: `http://localhost:${started.server.port}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin, cross-site' },
    ]
    for (const headers of foreign)
      for (const path of ['/', '/api/me', '/healthz', '/api/openapi.json']) {
        const { status } = await raw(started, path, { ...good, ...headers })
        expect([headers, path, status]).toEqual([headers, path, 403])
      }
  })

  test('no Host at all, or an empty one, is refused', async () => {
    const started = await startTestServer()
    const authorization = `Bearer ${started.token}`
    for (const headers of [{ authorization }, { authorization, host: '' }])
      expect([400, 403]).toContain((await raw(started, '/api/me', headers)).status)
  })

  test('every reply, page and error forbids frames, foreign scripts and sniffing, and sets no cookie', async () => {
    const { as, api } = await startTestServer()
    for (const reply of [
      await api('GET', '/'),
      await api('GET', '/api/me'),
      await as(undefined)('GET', '/api/me'),
      await api('GET', '/nothing.js'),
    ]) {
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
      expect(reply.headers.get('set-cookie')).toBeNull()
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('what is stored', () => {
  test('scripts in messages, results, names and errors come back as data, never as a page', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))'
    const tool = countingTool({ name: 'look', risk: 'read', capability: 'FileAccess', execute: () => script })
    const { api } = await startTestServer({ tools: [tool], models: { main: scripted([script]) } })
    await api('POST', '/api/ai/chat', { message: script, session_id: script })
    await api('POST', '/api/tools/look/call', { args: {}, session_id: script, allow: ['FileAccess'] })
    const id = encodeURIComponent(script)
    for (const path of [
      `/api/sessions/${id}`,
      '/api/sessions',
      '/api/receipts',
      '/api/attempts',
      `/api/faults/${id}`,
      `/api/receipts/${id}`,
      `/docs/faults/${id}`,
    ]) {
      const reply = await api('GET', path, undefined, { accept: 'text/html' })
      expect([path, reply.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8'])
    }
    expect((await api('GET', `/api/sessions/${id}`)).text).toContain('<script>')
    const page = await api('GET', `/${id}`, undefined, { accept: 'text/html' })
    expect(page.text).not.toContain('alert(1)')
  })
})

describe('what is sent', () => {
  test('what is not JSON, not an object, or holds a field that nobody knows is 400 and names it', async () => {
    const { api } = await startTestServer({ models: { main: scripted([]) } })
    for (const body of [
      '{',
      '[]',
      'null',
      '"x"',
      '{"message":1}',
      '{}',
      '{"message":""}',
      '{"message":"a","wat":1}',
      '{"message":"a","__proto__":{"x":1}}',
      '{"message":"a","constructor":1}',
    ])
      expect([body, codeOf(await api('POST', '/api/ai/chat', body))]).toEqual([body, 'request_invalid'])
    const wrong = await api('POST', '/api/ai/chat', { message: 'a', profile: 'wild' })
    expect(wrong.json['error']).toMatchObject({
      type: 'invalid_request_error',
      param: 'profile',
      code: 'request_invalid',
    })
    expect(codeOf(await api('POST', '/api/ai/chat', '{"message":"a"}', { 'content-type': 'text/plain' }))).toBe(
      'request_invalid',
    )
    expect(codeOf(await api('GET', '/api/receipts?limit=0'))).toBe('request_invalid')
    expect(codeOf(await api('GET', '/api/receipts?limit=1&limit=2'))).toBe('request_invalid')
    expect(codeOf(await api('GET', '/api/receipts?cursor=../../etc'))).toBe('request_invalid')
    expect(codeOf(await api('GET', '/api/sessions?nothing=1'))).toBe('request_invalid')
  })

  test('prototype keys in the arguments of a call reach no tool and change no object', async () => {
    const tool = countingTool({
      name: 'look',
      risk: 'read',
      capability: 'FileAccess',
      input: { type: 'object', properties: {}, additionalProperties: false },
    })
    const { api } = await startTestServer({ tools: [tool] })
    const reply = await api(
      'POST',
      '/api/tools/look/call',
      '{"args":{"__proto__":{"polluted":true}},"allow":["FileAccess"]}',
    )
    expect([reply.status, codeOf(reply)]).toEqual([400, 'request_invalid'])
    expect(tool.ran).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('a body beyond the limit is 413, declared or not', async () => {
    const { api, server, token } = await startTestServer({ settings: { 'server.max_body_bytes': 2_048 } })
    expect((await api('POST', '/api/ai/chat', { message: 'x'.repeat(4_000) })).status).toBe(413)
    const streamed = await fetch(`${server.origin}/api/ai/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let count = 0; count < 10; count++) controller.enqueue(Buffer.from('x'.repeat(1_000)))
          controller.close()
        },
      }),
      duplex: 'half',
    }).catch(() => undefined)
    expect([413, undefined]).toContain(streamed?.status)
  })

  test('a body that comes too slowly is not waited for', async () => {
    const { server, token } = await startTestServer({ settings: { 'server.body_secs': 1 } })
    const head = `POST /api/ai/chat HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
      let text = ''
      socket.on('data', (part: Buffer) => (text += part.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toContain(' 408 ')
  })

  test('headers beyond the limit are refused, and line breaks in ids reach no header', async () => {
    const { api } = await startTestServer()
    expect((await api('GET', '/api/me', undefined, { 'x-long': 'a'.repeat(20_000) })).status).toBe(431)
    const reply = await api('GET', `/api/sessions/${encodeURIComponent('a\r\nset-cookie: x=1')}`)
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null])
  })

  test('too many requests in a moment are 429 and say when to come again', async () => {
    const { api } = await startTestServer({ settings: { 'server.requests_per_sec': 5 } })
    const replies = await Promise.all(Array.from({ length: 40 }, () => api('GET', '/api/me')))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
  })

  test('[API-05] a session or issue id that is a path writes nothing outside the audit folder', async () => {
    const { api, root } = await startTestServer({
      models: { main: scripted(Array.from({ length: 20 }, () => 'hello')) },
    })
    const before = readdirSync(join(root, '..')).toSorted()
    for (const id of ['../../x', '..', '/etc/x', String.raw`..\..\x`, '.', '%2e%2e', 'a/../../b']) {
      await api('POST', '/api/ai/chat', { message: 'hi', session_id: id })
      await api('POST', `/api/audit/sessions/${encodeURIComponent(id)}/link-issue`, { issue_id: id })
      await api('POST', '/api/tools/file_list/call', { args: {}, session_id: id, allow: ['FileAccess'] })
      // A browser and fetch take dots out of an address before they send it.
      expect((await api('GET', `/api/sessions/${encodeURIComponent(id)}`)).status).toBe(/^\.+$/.test(id) ? 404 : 200)
    }
    expect(readdirSync(join(root, '..')).toSorted()).toEqual(before)
    expect(readdirSync(root)).toEqual(['.control-room'])
    const files = readdirSync(join(root, '.control-room'), { recursive: true, encoding: 'utf8' })
    const ofOneId = files.filter(file => /(?:sessions|tool_receipts)\.jsonl$/.test(file))
    expect(ofOneId.length).toBeGreaterThan(10)
    expect(
      ofOneId.filter(
        file => !/^audit\/(?:issues\/[\w-]+\/sessions|sessions\/(?!\.+\/)[\w.-]+\/tool_receipts)\.jsonl$/.test(file),
      ),
    ).toEqual([])
    expect(existsSync(join(root, '..', 'x'))).toBe(false)
  })

  test('whatever stands in an address or a body, the answer is one of ours and the server lives on', async () => {
    const { api } = await startTestServer({ models: { main: scripted([]) } })
    const places = constantFrom(
      '/api/sessions/',
      '/api/receipts/',
      '/api/attempts/',
      '/api/permissions/',
      '/api/tools/',
      '/api/grants/',
      '/api/faults/',
      '/api/models/checks/',
    )
    await assert(
      asyncProperty(places, string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (place, id) => {
        const reply = await api('GET', `${place}${encodeURIComponent(id.toWellFormed())}`)
        expect([200, 400, 404]).toContain(reply.status)
      }),
      { numRuns: 60 },
    )
    await assert(
      asyncProperty(string({ unit: 'binary', maxLength: 60 }), async body => {
        expect([200, 400]).toContain(
          (await api('POST', '/api/policy/test', body.toWellFormed() === '' ? '{}' : body.toWellFormed())).status,
        )
      }),
      { numRuns: 60 },
    )
    expect((await api('GET', '/healthz')).status).toBe(200)
  })
})
