import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { type JsonObject, type Model, standardValues, succeed } from '../core/index.ts'
import {
  type OpenOn,
  type TestServer,
  mustOpenOn,
  openOn,
  startLlamaServer,
  startLmStudio,
  startOllama,
  startOpenAi,
  startServer,
  startVllm,
} from '../../test/servers/index.ts'
import { asking, chunksOf, endIn, faultIn, plainCalls, textIn } from './conformance.ts'
import { openHttpClient } from './http/http-client.ts'
import { type ProbeCache, type SendRequest, providersSection } from './index.ts'

const started: TestServer[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(server => server.close()))
})
const keep = async (starting: Promise<TestServer>): Promise<TestServer> => {
  const server = await starting
  started.push(server)
  return server
}
const pathsOf = (server: TestServer): readonly string[] => server.requests.map(({ path }) => path)
const canOf = ({ can: { nativeTools, jsonSchema, embed }, contextTokens, wire }: Model) => ({
  nativeTools,
  jsonSchema,
  embed,
  contextTokens,
  ...wire,
})

type Put = { readonly key: string; readonly value: JsonObject; readonly ttlMs: number }
function memory(): ProbeCache & { readonly puts: readonly Put[] } {
  const kept = new Map<string, JsonObject>()
  const puts: Put[] = []
  return {
    puts,
    get: key => Promise.resolve(kept.get(key)),
    put: (key, value, ttlMs) => {
      puts.push({ key, value, ttlMs })
      kept.set(key, value)
      return Promise.resolve()
    },
  }
}

describe('what a probe finds out', () => {
  test('ollama: one question, one short reply', async () => {
    const server = await keep(startOllama({ contextLength: 4_000 }))
    const model = await mustOpenOn('ollama:qwen3:4b', server.url)
    expect(canOf(model)).toEqual({
      nativeTools: true,
      jsonSchema: true,
      embed: false,
      contextTokens: 4_000,
      form: 'format',
      subset: 'grammar-safe',
    })
    expect([model.id, model.provider, pathsOf(server)]).toEqual([
      'ollama:qwen3:4b',
      'ollama',
      ['/api/show', '/api/chat'],
    ])
  })

  test.each<readonly [string, Parameters<typeof startOllama>[0], JsonObject]>([
    ['no tools', { capabilities: ['completion', 'embedding'] }, { nativeTools: false, jsonSchema: true, embed: true }],
    ['an old version', { quirks: ['no-capabilities'] }, { nativeTools: true, jsonSchema: true, embed: false }],
    [
      'a format that is ignored',
      { quirks: ['ignores-format'] },
      { nativeTools: true, jsonSchema: false, embed: false },
    ],
    [
      'a format that is refused',
      { quirks: ['refuses-format'] },
      { nativeTools: true, jsonSchema: false, embed: false },
    ],
    ['a model that runs elsewhere', { quirks: ['remote'] }, { nativeTools: true, jsonSchema: false, embed: false }],
  ])('ollama: %s', async (_what, options, can) => {
    const server = await keep(startOllama(options))
    expect(canOf(await mustOpenOn('ollama:qwen3:4b', server.url))).toMatchObject(can)
  })

  test('lmstudio: the window is known once the model is loaded', async () => {
    const server = await keep(startLmStudio({ contextLength: 6_000 }))
    const model = await mustOpenOn('lmstudio:qwen/qwen3-4b', server.url)
    expect(canOf(model)).toEqual({
      nativeTools: true,
      jsonSchema: true,
      embed: false,
      contextTokens: 6_000,
      form: 'json_schema',
      subset: 'grammar-safe',
    })
    expect(pathsOf(server)).toEqual(['/api/v0/models', '/v1/chat/completions', '/api/v0/models'])
  })

  test('lmstudio: a version without its own list is tried out', async () => {
    const server = await keep(startLmStudio({ old: true }))
    const model = await mustOpenOn('lmstudio:qwen/qwen3-4b', server.url)
    expect(canOf(model)).toMatchObject({ nativeTools: true, jsonSchema: true })
  })

  test.each([
    [true, false],
    [false, false],
    [true, true],
    [false, true],
  ])('llamacpp: a template that takes tools: %s (old: %s)', async (takesTools, old) => {
    const server = await keep(startLlamaServer({ takesTools, old, contextLength: 5_000 }))
    const model = await mustOpenOn('llamacpp:', server.url)
    expect(canOf(model)).toEqual({
      nativeTools: takesTools,
      jsonSchema: true,
      embed: false,
      contextTokens: 5_000,
      form: 'json_schema',
      subset: 'grammar-safe',
    })
    expect(pathsOf(server)).toEqual(['/props', '/v1/chat/completions'])
  })

  test('llamacpp: a server that loads its model is waited for', async () => {
    const server = await keep(startLlamaServer({ loadingFor: 6, replies: ['hi'] }))
    const model = await mustOpenOn('llamacpp:', server.url)
    expect(textIn(await chunksOf(model))).toBe('hi')
    const still = await keep(startLlamaServer({ loadingFor: 1_000 }))
    expect(await openOn('llamacpp:', still.url, { changes: { retry_budget_secs: 0.1 } })).toMatchObject({
      ok: false,
      error: { code: 'model_busy' },
    })
  })

  test.each([
    [[], true, true],
    [['refuses-tools'], false, true],
    [['ignores-schema'], true, false],
    [['refuses-schema'], true, false],
  ] as const)('vllm with %j: tools %s, schema %s', async (quirks, nativeTools, jsonSchema) => {
    const server = await keep(startVllm({ quirks, contextLength: 9_000 }))
    const model = await mustOpenOn('vllm:Qwen/Qwen3-4B', server.url)
    expect(canOf(model)).toEqual({
      nativeTools,
      jsonSchema,
      embed: false,
      contextTokens: 9_000,
      form: 'json_schema',
      subset: 'grammar-safe',
    })
  })

  test('openai: its documentation is believed, so no reply is paid for', async () => {
    const server = await keep(startOpenAi())
    const model = await mustOpenOn('openai:gpt-5-mini', server.url)
    expect(canOf(model)).toEqual({
      nativeTools: true,
      jsonSchema: true,
      embed: false,
      contextTokens: undefined,
      form: 'json_schema',
      subset: 'strict-safe',
    })
    expect(pathsOf(server)).toEqual(['/v1/models'])
  })

  test('a server named by its URL need not list its models', async () => {
    const vllm = await startVllm()
    started.push(vllm)
    const server = await keep(
      startServer(async (received, response) => {
        if (received.path === '/v1/models') return void response.writeHead(404).end()
        const answer = await fetch(`${vllm.url}${received.path}`, {
          method: 'POST',
          body: JSON.stringify(received.body),
        })
        response.writeHead(answer.status, { 'content-type': 'text/event-stream' }).end(await answer.text())
      }),
    )
    const model = await mustOpenOn(`${server.url}/v1#Qwen/Qwen3-4B`, server.url)
    expect([model.provider, model.id, model.can.nativeTools, model.can.jsonSchema]).toEqual([
      'openai-compatible',
      `${server.url}/v1#Qwen/Qwen3-4B`,
      true,
      true,
    ])
  })

  test('nothing is tried out where that is switched off', async () => {
    const server = await keep(startVllm())
    const model = await mustOpenOn('vllm:Qwen/Qwen3-4B', server.url, { changes: { probe_schema: false } })
    expect([canOf(model), pathsOf(server)]).toMatchObject([{ nativeTools: false, jsonSchema: true }, ['/v1/models']])
  })
})

describe('what is kept of it', () => {
  test('the second context asks nothing; another server or model is another entry', async () => {
    const cache = memory()
    const server = await keep(startOllama({ models: ['a', 'b'], replies: ['hi'] }))
    const open = (spec: string, more: OpenOn = {}) => mustOpenOn(spec, server.url, { cache, ...more })
    const first = canOf(await open('ollama:a'))
    expect(server.requests).toHaveLength(2)
    expect(canOf(await open('ollama:a'))).toEqual(first)
    expect(server.requests).toHaveLength(2)
    await open('ollama:b', { changes: { probe_hours: 2 } })
    expect(server.requests).toHaveLength(4)
    expect(cache.puts.map(({ ttlMs }) => ttlMs)).toEqual([86_400_000, 7_200_000])
    expect(new Set(cache.puts.map(({ key }) => key)).size).toBe(2)
  })

  test('what the cache holds in another form is asked anew', async () => {
    const server = await keep(startOllama())
    for (const value of [
      {},
      { nativeTools: 'yes', schema: 'kept', embed: false },
      { nativeTools: true, schema: 'perhaps', embed: false },
    ]) {
      const before = server.requests.length
      await mustOpenOn('ollama:qwen3:4b', server.url, {
        cache: { get: () => Promise.resolve(value), put: () => Promise.resolve() },
      })
      expect(server.requests.length).toBe(before + 2)
    }
  })

  test('a probe that failed is not kept', async () => {
    const cache = memory()
    const server = await keep(startOllama())
    expect(await openOn('ollama:missing', server.url, { cache })).toMatchObject({
      ok: false,
      error: { code: 'model_unknown' },
    })
    expect(cache.puts).toEqual([])
  })

  test('the key is in no entry, id or request body', async () => {
    const cache = memory()
    const server = await keep(startOpenAi({ key: 'sk-very-secret', replies: ['hi'] }))
    const model = await mustOpenOn('openai:gpt-5-mini', server.url, { cache, key: 'sk-very-secret' })
    const chunks = await chunksOf(model)
    expect(textIn(chunks)).toBe('hi')
    expect(
      JSON.stringify([cache.puts, model.id, chunks, server.requests.map(({ body, path }) => [body, path])]),
    ).not.toContain('sk-very-secret')
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-very-secret',
      'Bearer sk-very-secret',
    ])
  })
})

describe('a model that cannot be opened', () => {
  test.each([
    ['ollama:qwen3:4b', 'ollama serve'],
    ['lmstudio:x', 'lms server start'],
    ['llamacpp:', 'llama-server -m MODEL.gguf --port 8080'],
    ['vllm:Qwen/Qwen3-4B', 'vllm serve Qwen/Qwen3-4B'],
    ['openai:x', 'countersign doctor'],
  ])('%s: a dead server is told at once, with its address and the command', async (spec, command) => {
    const server = await startServer(() => undefined)
    await server.close()
    const opened = await openOn(spec, server.url)
    expect(opened).toMatchObject({ ok: false, error: { code: 'model_unreachable', detail: { address: server.url } } })
    expect(JSON.stringify(opened)).toContain(command)
    expect(JSON.stringify(opened)).toContain(server.url)
  })

  test('a server that takes the connection and says nothing counts as dead after connect_secs', async () => {
    const server = await keep(startServer(() => undefined))
    const began = performance.now()
    expect(await openOn('ollama:x', server.url, { changes: { connect_secs: 0.1 } })).toMatchObject({
      ok: false,
      error: { code: 'model_unreachable' },
    })
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  test.each([
    ['ollama:nope', startOllama, 'Fetch it with: ollama pull nope'],
    ['lmstudio:nope', startLmStudio, 'It has: qwen/qwen3-4b'],
    ['vllm:nope', startVllm, 'It has: Qwen/Qwen3-4B'],
    ['openai:nope', startOpenAi, 'It has: gpt-5-mini'],
  ] as const)('%s is unknown there', async (spec, start, words) => {
    const server = await keep(start())
    const opened = await openOn(spec, server.url)
    expect(opened).toMatchObject({ ok: false, error: { code: 'model_unknown' } })
    expect(JSON.stringify(opened)).toContain(words)
  })

  test('a wrong key is told with the variable and never repeated', async () => {
    const server = await keep(startOpenAi())
    const opened = await openOn('openai:gpt-5-mini', server.url, { key: 'sk-wrong-one' })
    expect(opened).toMatchObject({ ok: false, error: { code: 'model_unauthorized' } })
    expect(JSON.stringify(opened)).toContain('OPENAI_API_KEY')
    expect(JSON.stringify(opened)).toContain('Incorrect API key provided: ….')
    expect(JSON.stringify(opened)).not.toContain('sk-wrong')
  })

  test('something else at the address is told', async () => {
    const page = await keep(
      startServer(
        (_received, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>'),
      ),
    )
    for (const spec of ['ollama:x', 'lmstudio:x', 'llamacpp:', 'vllm:x', 'openai:x'])
      expect(await openOn(spec, page.url)).toMatchObject({ ok: false, error: { code: 'model_reply_unreadable' } })
  })

  test('opening can be cancelled', async () => {
    const server = await keep(startServer(() => undefined))
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 20)
    expect(await openOn('ollama:x', server.url, { signal: stop.signal })).toMatchObject({
      ok: false,
      error: { code: 'tool_cancelled' },
    })
  })

  test('wrong words are told before anything is asked', async () => {
    expect(await openOn('olama:x', 'http://127.0.0.1:9')).toMatchObject({
      ok: false,
      error: { code: 'model_spec_invalid' },
    })
  })
})

describe('replies that are asked for whole', () => {
  const CALL = { name: 'file_read', arguments: { path: 'ch3.md' } }
  const whole = { changes: { whole_replies: true, probe_schema: false } }

  test.each([
    ['ollama:qwen3:4b', startOllama],
    ['lmstudio:qwen/qwen3-4b', startLmStudio],
    ['openai:gpt-5-mini', startOpenAi],
  ] as const)('%s: are the same as in pieces, and no pieces are asked for', async (spec, start) => {
    const server = await keep(start({ replies: [{ text: 'All of it.' }, { text: 'I look.', calls: [CALL] }] }))
    const model = await mustOpenOn(spec, server.url, whole)
    const [said, called] = [await chunksOf(model), await chunksOf(model)]
    expect([textIn(said), faultIn(said), textIn(called), plainCalls(called), faultIn(called)]).toEqual([
      'All of it.',
      undefined,
      'I look.',
      [CALL],
      undefined,
    ])
    expect(endIn(said)).toMatchObject({ usage: { outputTokens: expect.any(Number) } })
    const bodies = server.requests.filter(({ path }) => /chat/.test(path)).map(({ body }) => body)
    expect(bodies.map(body => [body['stream'], 'stream_options' in body])).toEqual([
      [false, false],
      [false, false],
    ])
  })

  test('one that does not come can be cancelled, and is told in time', async () => {
    const server = await keep(
      startLmStudio({
        replies: [
          { text: 'a', stalls: true },
          { text: 'b', stalls: true },
        ],
      }),
    )
    const model = await mustOpenOn('lmstudio:qwen/qwen3-4b', server.url, {
      changes: { ...whole.changes, first_chunk_secs: 0.2, max_attempts: 1 },
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    expect(faultIn(await chunksOf(model, asking('x'), stop.signal))).toBe('tool_cancelled')
    expect(faultIn(await chunksOf(model))).toBe('model_timeout')
  })
})

describe('models without a server', () => {
  test('demo is the built-in one', async () => {
    const model = await mustOpenOn('demo', 'http://127.0.0.1:9')
    expect([model.id, model.provider]).toEqual(['demo', 'demo'])
  })

  test('scripted reads its file through the function handed in', async () => {
    const asked: string[] = []
    const readScript = (file: string) => {
      asked.push(file)
      return Promise.resolve(succeed('"one"\n"two"\n'))
    }
    const model = await mustOpenOn('scripted:replies.jsonl', 'http://127.0.0.1:9', { readScript })
    expect([model.id, textIn(await chunksOf(model)), textIn(await chunksOf(model)), asked]).toEqual([
      'scripted:replies.jsonl',
      'one',
      'two',
      ['replies.jsonl'],
    ])
    expect(faultIn(await chunksOf(model, asking('x')))).toBe('script_exhausted')
    const broken = await openOn('scripted:x', '', { readScript: () => Promise.resolve(succeed('not json')) })
    expect(broken).toMatchObject({ ok: false, error: { code: 'input_unreadable' } })
  })
})

test('[PROV-01] lmstudio is asked at http://127.0.0.1:1234/v1/chat/completions unless something else is set', async () => {
  const server = await keep(startLmStudio({ replies: ['hi'] }))
  const asked: string[] = []
  const send = await openHttpClient({ environment: {} })
  const rerouted: SendRequest = (request, signal) => {
    asked.push(request.url)
    return send({ ...request, url: request.url.replace('http://127.0.0.1:1234', server.url) }, signal)
  }
  const model = await mustOpenOn('lmstudio:qwen/qwen3-4b', 'unused', {
    send: rerouted,
    changes: standardValues(providersSection),
  })
  expect(textIn(await chunksOf(model))).toBe('hi')
  expect([model.provider, asked.at(-1)]).toEqual(['lmstudio', 'http://127.0.0.1:1234/v1/chat/completions'])
})

test('opening one kind loads no code of another', () => {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    const source = readFileSync(new URL(path, import.meta.url), 'utf8')
    for (const [, target = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'/gms))
      if (!target.includes('core/')) visit(new URL(target, new URL(path, 'file:///')).pathname.replace(/^\//, './'))
  }
  visit('./open-model.ts')
  expect([...reached].filter(path => /http\/|open-server/.test(path))).toEqual([])
  visit('./open-server.ts')
  expect([...reached].filter(path => /ollama\/|chat-completions|scripted|demo|ai-sdk/.test(path))).toEqual([])
  expect(reached.size).toBeGreaterThan(5)
})
