import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isJsonList } from '../../src/core/index.ts'
import { type ChatQuirk, type TestServer, mustOpenOn, startOllama, startOpenAi, startVllm } from '../servers/index.ts'
import { BERN, USER, WEATHER, callsIn, message, openEndpoint } from './endpoint.ts'

const closing = (server: TestServer): TestServer => {
  onTestFinished(() => server.close())
  return server
}
const WRITTEN = '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>'

test('a server that refuses tools gets everything in words, and is not offered them again', async () => {
  const server = closing(await startVllm({ quirks: ['refuses-tools'], replies: [WRITTEN, 'Sunny.'] }))
  const model = await mustOpenOn('vllm:Qwen/Qwen3-4B', server.url)
  const { post } = await openEndpoint({ model })
  const { body } = await post({ messages: [USER], tools: [WEATHER] })
  expect(callsIn(body).map(({ args }) => args)).toEqual([BERN])
  const result = { role: 'tool', tool_call_id: callsIn(body)[0]?.id ?? '', content: 'sunny' }
  expect(message((await post({ messages: [USER, message(body), result], tools: [WEATHER] })).body)['content']).toBe(
    'Sunny.',
  )
  const chats = server.requests.filter(
    ({ path, body: sent }) => path.endsWith('/chat/completions') && isJsonList(sent['messages']),
  )
  expect(chats.slice(-2).map(({ body: sent }) => sent['tools'])).toEqual([undefined, undefined])
})

test('a model that was thought to take tools and does not is asked again in words', async () => {
  const server = closing(await startOpenAi({ quirks: ['refuses-tools'], replies: [WRITTEN] }))
  const model = await mustOpenOn('openai:gpt-5-mini', server.url)
  const { post } = await openEndpoint({ model })
  const { status, body } = await post({ messages: [USER], tools: [WEATHER] })
  expect([status, callsIn(body).map(({ args }) => args)]).toEqual([200, [BERN]])
})

test('a model of a server with its own protocol is called and told the result in it', async () => {
  const server = closing(
    await startOllama({ replies: [{ calls: [{ name: 'get_weather', arguments: BERN }] }, 'Sunny.'] }),
  )
  const model = await mustOpenOn('ollama:qwen3:4b', server.url)
  const { post } = await openEndpoint({ model })
  const { body } = await post({ messages: [USER], tools: [WEATHER], seed: 7, stop: ['END'] })
  const [call] = callsIn(body)
  expect(call?.args).toEqual(BERN)
  const result = { role: 'tool', tool_call_id: call?.id ?? '', content: 'sunny' }
  expect(message((await post({ messages: [USER, message(body), result], tools: [WEATHER] })).body)['content']).toBe(
    'Sunny.',
  )
  const asked = server.requests.find(({ path, body: sent }) => path === '/api/chat' && sent['tools'] !== undefined)
  expect(asked?.body['options']).toMatchObject({ seed: 7, stop: ['END'] })
})

test('a client that gives up stops the model behind the endpoint, whole or as a stream', async () => {
  const server = closing(
    await startOpenAi({
      replies: [
        { text: 'Once', stalls: true },
        { text: 'Once', stalls: true },
      ],
    }),
  )
  const model = await mustOpenOn('openai:gpt-5-mini', server.url)
  const { app } = await openEndpoint({ model })
  const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => listening.once('listening', resolve))
  onTestFinished(() => void listening.close())
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1/chat/completions`
  for (const stream of [false, true]) {
    const before = server.requests.length
    const stop = new AbortController()
    const asked = fetch(url, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [USER], stream }),
      signal: stop.signal,
    })
    await vi.waitUntil(() => server.requests.length > before)
    stop.abort()
    await asked.then(response => response.text()).catch(() => undefined)
    await server.requests.at(-1)?.closed
  }
  expect(server.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(2)
})

const QUIRKS: readonly ChatQuirk[] = [
  'no-index',
  'no-id',
  'same-index',
  'same-id',
  'new-id-each-delta',
  'arguments-as-objects',
  'empty-tool-calls',
  'not-streaming',
  'no-done',
  'comments',
]

test.each(QUIRKS)('two calls of a server with the quirk %s come out once each, with ids of their own', async quirk => {
  const calls = ['Bern', 'Basel'].map((city, index) => ({
    id: `call_${index}`,
    name: 'get_weather',
    arguments: { city },
  }))
  const server = closing(await startOpenAi({ quirks: [quirk], replies: [{ calls }] }))
  const model = await mustOpenOn('openai:gpt-5-mini', server.url)
  const { post } = await openEndpoint({ model })
  const { body } = await post({ messages: [USER], tools: [WEATHER] })
  expect(callsIn(body).map(({ args }) => args)).toEqual([{ city: 'Bern' }, { city: 'Basel' }])
  expect(new Set(callsIn(body).map(({ id }) => id)).size).toBe(2)
})
