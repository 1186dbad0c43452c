import { afterEach, expect, test } from 'vitest'
import { type TestServer, startLlamaServer, startLmStudio, startOllama, startServer } from '../../test/servers/index.ts'
import { openHttpClient } from './http/http-client.ts'
import { type SendRequest, findServers, serverPlaces } from './index.ts'

const started: TestServer[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(server => server.close()))
})
const send = await openHttpClient({ environment: {} })
const never = new AbortController().signal

/** The usual ports lead to the test servers; whatever is not named there is a port where nobody listens. */
function rerouting(ports: { readonly [address: string]: TestServer }, asked: string[] = []): SendRequest {
  started.push(...Object.values(ports))
  return (request, signal) => {
    const { url, headers = {} } = request
    asked.push(`${url} ${JSON.stringify(headers)}`)
    const { origin } = new URL(url)
    return send({ ...request, url: url.replace(origin, ports[origin]?.url ?? 'http://127.0.0.1:9') }, signal)
  }
}

test('each server is told with its kind, address and models', async () => {
  const rerouted = rerouting({
    'http://127.0.0.1:11434': await startOllama({ models: ['qwen3:4b', 'llama3.2:3b'] }),
    'http://127.0.0.1:1234': await startLmStudio(),
    'http://127.0.0.1:8080': await startLlamaServer(),
    'http://box:11434': await startOllama({ models: ['big'] }),
  })
  expect(await findServers({ send: rerouted, environment: { OLLAMA_HOST: 'box' }, signal: never })).toEqual([
    { kind: 'ollama', address: 'http://box:11434', models: [{ name: 'big', sizeBytes: 2_600_000_000 }] },
    {
      kind: 'ollama',
      address: 'http://127.0.0.1:11434',
      models: [
        { name: 'qwen3:4b', sizeBytes: 2_600_000_000 },
        { name: 'llama3.2:3b', sizeBytes: 2_600_000_000 },
      ],
    },
    { kind: 'lmstudio', address: 'http://127.0.0.1:1234', models: [{ name: 'qwen/qwen3-4b', contextTokens: 131_072 }] },
    {
      kind: 'llamacpp',
      address: 'http://127.0.0.1:8080',
      models: [{ name: 'qwen3-4b.gguf', sizeBytes: 2_500_000_000, contextTokens: 8_192 }],
    },
  ])
})

test('they are looked for where the settings say, and nowhere else', async () => {
  const asked: string[] = []
  const rerouted = rerouting(
    {
      'http://127.0.0.1:11434': await startOllama({ models: ['usual'] }),
      'http://gpu:9000': await startOllama({ models: ['own'] }),
      'http://gpu:9001': await startLmStudio(),
      'http://gpu:9002': await startLlamaServer(),
    },
    asked,
  )
  const settings = {
    ollama_url: 'http://gpu:9000/',
    lmstudio_url: 'http://gpu:9001/v1',
    llamacpp_url: 'http://gpu:9002',
  }
  const found = await findServers({ send: rerouted, environment: { OLLAMA_HOST: 'box' }, settings, signal: never })
  expect(found.map(({ kind, address, models }) => [kind, address, models[0]?.name])).toEqual([
    ['ollama', 'http://gpu:9000', 'own'],
    ['lmstudio', 'http://gpu:9001', 'qwen/qwen3-4b'],
    ['llamacpp', 'http://gpu:9002', 'qwen3-4b.gguf'],
  ])
  expect(asked.filter(url => !url.startsWith('http://gpu:'))).toEqual([])
  const broken = { ollama_url: 'no address', lmstudio_url: '', llamacpp_url: 'ftp://x' }
  expect(await findServers({ send: rerouted, environment: {}, settings: broken, signal: never })).toEqual([])
})

test('an older LM Studio is found by the list that all have', async () => {
  const rerouted = rerouting({ 'http://127.0.0.1:1234': await startLmStudio({ old: true }) })
  expect(await findServers({ send: rerouted, environment: {}, signal: never })).toEqual([
    { kind: 'lmstudio', address: 'http://127.0.0.1:1234', models: [{ name: 'qwen/qwen3-4b' }] },
  ])
})

test('what listens on a port and is no model server is not told, and gets no key', async () => {
  const asked: string[] = []
  const page = () =>
    startServer(
      (_received, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>'),
    )
  const json = () =>
    startServer(
      (_received, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    )
  const ports = {
    'http://127.0.0.1:11434': await page(),
    'http://127.0.0.1:1234': await json(),
    'http://127.0.0.1:8080': await json(),
  }
  const environment = { OPENAI_API_KEY: 'sk-secret', LM_API_TOKEN: 'sk-secret' }
  expect(await findServers({ send: rerouting(ports, asked), environment, signal: never })).toEqual([])
  expect(asked).toHaveLength(5)
  expect(asked.join()).not.toMatch(/sk-secret|authorization/)
})

test('servers that say nothing, or too much, are left out in a short time', async () => {
  const silent = () => startServer(() => undefined)
  const flood = () =>
    startServer((_received, response) => {
      const timer = setInterval(() => response.write('['.repeat(1_000_000)), 1)
      response.once('close', () => clearInterval(timer))
    })
  const ports = {
    'http://127.0.0.1:11434': await silent(),
    'http://127.0.0.1:1234': await flood(),
    'http://127.0.0.1:8080': await silent(),
  }
  const began = performance.now()
  expect(await findServers({ send: rerouting(ports), environment: {}, signal: never, timeoutMs: 200 })).toEqual([])
  expect(performance.now() - began).toBeLessThan(1_000)
  await Promise.all(Object.values(ports).flatMap(server => server.requests.map(({ closed }) => closed)))
})

test('looking can be cancelled', async () => {
  expect(await findServers({ environment: {}, signal: AbortSignal.abort() })).toEqual([])
})

test('every place that is looked at is named as people name it, with how to start it, also where nothing answers', async () => {
  const settings = { ollama_url: '', lmstudio_url: 'http://gpu:9001/v1/', llamacpp_url: 'http://127.0.0.1:8080' }
  expect(await serverPlaces({ environment: { OLLAMA_HOST: 'box' }, settings })).toEqual([
    { kind: 'ollama', title: 'Ollama', address: 'http://box:11434', start: 'Start it with: ollama serve' },
    { kind: 'ollama', title: 'Ollama', address: 'http://127.0.0.1:11434', start: 'Start it with: ollama serve' },
    { kind: 'lmstudio', title: 'LM Studio', address: 'http://gpu:9001', start: 'Start it with: lms server start' },
    {
      kind: 'llamacpp',
      title: 'llama.cpp',
      address: 'http://127.0.0.1:8080',
      start: 'Start it with: llama-server -m MODEL.gguf --port 8080',
    },
  ])
})
