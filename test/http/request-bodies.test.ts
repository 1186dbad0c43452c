import { describe, expect, test } from 'vitest'
import { isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { openEndpoint } from '../clients/endpoint.ts'
import { type ApiReply, codeOf, startTestServer } from '../http-server.ts'

const LEVELS = 100_000
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

const messageOf = ({ json }: Pick<ApiReply, 'json'>): string =>
  isJsonObject(json['error']) ? textOf(json['error']['message']) : ''

/** Two readers would take these for two different requests, or could not read them at all. */
const refused: readonly (readonly [string, string, string])[] = [
  ['100,000 levels', `{"message":${deep(LEVELS)}}`, 'nested deeper than 128 levels'],
  ['a million open brackets', `{"message":${'['.repeat(1_000_000)}`, 'nested deeper'],
  ['a key twice', '{"message":"Hello","message":"Delete it"}', '"message"'],
  ['a key twice, once with escapes', String.raw`{"message":"Hello","mess\u0061ge":"Delete it"}`, '"message"'],
  ['a key twice further down', '{"message":"Hello","request":{"a":1,"b":[{"c":1,"c":2}]}}', '"c"'],
  ['a prototype', '{"message":"Hello","__proto__":{"x":1}}', '"__proto__"'],
  ['no JSON', '{"message":', 'not valid JSON'],
]

describe('the body of a request', () => {
  test.each(refused)('of %s is refused with 400, and the server goes on', async (_what, body, says) => {
    const { api } = await startTestServer()
    const reply = await api('POST', '/api/ai/chat', body)
    expect([reply.status, codeOf(reply)]).toEqual([400, 'request_invalid'])
    expect(messageOf(reply)).toContain(says)
    expect((await api('GET', '/healthz')).status).toBe(200)
  })

  test.each(refused)('of %s is refused with 400 at /v1 as well', async (_what, body, says) => {
    const { app } = await openEndpoint({ model: scripted(['Hello.']) })
    const reply = await app.request('/v1/chat/completions', { method: 'POST', body })
    const json = parseJsonText(await reply.text())
    expect(reply.status).toBe(400)
    expect(messageOf({ json: isJsonObject(json) ? json : {} })).toContain(says)
  })

  test('may hold long numbers, colons in strings, and one key in many objects', async () => {
    const { api } = await startTestServer()
    const message = String.raw`{"a":1,"a":2} \" : {`
    const reply = await api('POST', '/api/ai/chat', `{"message":${JSON.stringify(message)}}`)
    expect(reply.status).toBe(200)
  })

  test('may nest deeply inside of strings, where nobody looks for levels', async () => {
    const { app } = await openEndpoint({ model: scripted(['Hello.']) })
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: deep(LEVELS) } }
    const parameters = {
      type: 'object',
      properties: { count: { type: 'integer', maximum: '2^63 - 1' } },
    }
    const body = {
      model: 'scripted',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: deep(LEVELS) },
      ],
      tools: [{ type: 'function', function: { name: 'look', description: '', parameters } }],
    }
    const reply = await app.request('/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify(body).replace('"2^63 - 1"', '9223372036854775807'),
    })
    expect([reply.status, await reply.text()]).toEqual([200, expect.any(String)])
  })
})
