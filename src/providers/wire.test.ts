import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject, Model, ModelRequest } from '../core/index.ts'
import { toWire } from '../protocol/index.ts'
import {
  type ChatQuirk,
  type TestServer,
  mustOpenOn,
  startLlamaServer,
  startLmStudio,
  startOllama,
  startOpenAi,
  startVllm,
} from '../../test/servers/index.ts'
import { asking, callsIn, chunksOf, endIn, faultIn, plainCalls, textIn } from './conformance.ts'
import type { ProbeCache } from './index.ts'

const started: TestServer[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(server => server.close()))
})
const keep = async (starting: Promise<TestServer>): Promise<TestServer> => {
  const server = await starting
  started.push(server)
  return server
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { tool: { type: 'string' }, nonce: { const: 'n_1' } },
  required: ['tool', 'nonce'],
  additionalProperties: false,
}
const TOOL = {
  name: 'file_read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const CALL = { name: 'file_read', arguments: { path: 'a.md' } }
const WIRE_TOOL = { type: 'function', function: TOOL }

const CHAT = {
  'lmstudio:qwen/qwen3-4b': startLmStudio,
  'llamacpp:': startLlamaServer,
  'vllm:Qwen/Qwen3-4B': startVllm,
  'openai:gpt-5-mini': startOpenAi,
} as const
const CHAT_SPECS = ['lmstudio:qwen/qwen3-4b', 'llamacpp:', 'vllm:Qwen/Qwen3-4B', 'openai:gpt-5-mini'] as const

const kept = (abilities: JsonObject = {}): ProbeCache & { readonly puts: JsonObject[] } => {
  const puts: JsonObject[] = []
  const standard = { nativeTools: true, schema: 'kept', embed: false, ...abilities }
  return { puts, get: () => Promise.resolve(standard), put: (_key, value) => Promise.resolve(void puts.push(value)) }
}

type Opened = { readonly server: TestServer; readonly model: Model; readonly lastBody: () => JsonObject }
async function openKnown(spec: string, starting: Promise<TestServer>, cache: ProbeCache = kept()): Promise<Opened> {
  const server = await keep(starting)
  return {
    server,
    model: await mustOpenOn(spec, server.url, { cache }),
    lastBody: () => server.requests.at(-1)?.body ?? {},
  }
}

const conversation: ModelRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Read a.md' },
  { role: 'assistant', content: '', calls: [{ id: 'c1', name: 'file_read', arguments: '{"path":"a.md"}' }] },
  { role: 'tool', content: 'Once upon a time', callId: 'c1', tool: 'file_read' },
]

describe('what ollama is sent', () => {
  test('num_ctx always, and no more than the model can read', async () => {
    const { model, lastBody } = await openKnown(
      'ollama:qwen3:4b',
      startOllama({ replies: ['a'] }),
      kept({ contextTokens: 2_048 }),
    )
    await chunksOf(model)
    expect(lastBody()).toEqual({
      model: 'qwen3:4b',
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
      options: { num_ctx: 2_048 },
    })
    expect(model.contextTokens).toBe(2_048)
  })

  test('the bare schema in `format`, and no thinking beside it', async () => {
    const { model, lastBody } = await openKnown('ollama:qwen3:4b', startOllama({ replies: ['{}', '{}'] }))
    await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA, temperature: 0, maxTokens: 50 })
    expect(lastBody()).toMatchObject({
      format: SCHEMA,
      think: false,
      options: { num_ctx: 8_192, temperature: 0, num_predict: 50 },
    })
    await chunksOf(model, {
      ...asking('x'),
      responseSchema: { type: 'json_schema', json_schema: { name: 'n', schema: SCHEMA } },
    })
    expect(lastBody()).toMatchObject({ format: SCHEMA })
  })

  test('calls as objects, results by the name of the tool', async () => {
    const { model, lastBody } = await openKnown('ollama:qwen3:4b', startOllama({ replies: ['a'] }))
    await chunksOf(model, { messages: conversation, tools: [TOOL] })
    expect(lastBody()).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Read a.md' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', function: { name: 'file_read', arguments: { path: 'a.md' } } }],
        },
        { role: 'tool', content: 'Once upon a time', tool_name: 'file_read', tool_call_id: 'c1' },
      ],
      tools: [WIRE_TOOL],
    })
  })
})

describe.each(CHAT_SPECS)('what %s is sent', spec => {
  test('a streamed request that asks for usage', async () => {
    const { server, model, lastBody } = await openKnown(spec, CHAT[spec]({ replies: ['a'] }))
    await chunksOf(model, {
      messages: conversation,
      tools: [TOOL],
      toolChoice: 'required',
      temperature: 0.5,
      maxTokens: 50,
    })
    const { messages, model: name, ...rest } = lastBody()
    expect(rest).toEqual({
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      [spec.startsWith('openai') ? 'max_completion_tokens' : 'max_tokens']: 50,
      tools: [WIRE_TOOL],
      tool_choice: 'required',
    })
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read a.md' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'file_read', arguments: '{"path":"a.md"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Once upon a time' },
    ])
    expect([name, server.requests.at(-1)?.path]).toEqual([
      spec.slice(spec.indexOf(':') + 1) || undefined,
      '/v1/chat/completions',
    ])
  })

  test('a schema where every server looks for it, however the caller wrapped it', async () => {
    const { model, lastBody } = await openKnown(spec, CHAT[spec]({ replies: ['{}', '{}'] }))
    const { body } = toWire({ name: 'tool_call_envelope', schema: SCHEMA }, model.wire)
    await chunksOf(model, { ...asking('x'), responseSchema: body })
    expect(lastBody()['response_format']).toEqual(body)
    expect(lastBody()).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    })
    await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA })
    expect(lastBody()).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: SCHEMA } },
    })
  })

  test('a server that refuses the schema is asked once without it, and never again with it', async () => {
    const cache = kept()
    const { server, model, lastBody } = await openKnown(
      spec,
      CHAT[spec]({ replies: ['one', 'two'], quirks: ['refuses-schema'] }),
      cache,
    )
    expect(model.can.jsonSchema).toBe(true)
    expect(textIn(await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA }))).toBe('one')
    expect([server.requests.length, model.can.jsonSchema, lastBody()['response_format']]).toEqual([2, false, undefined])
    expect(cache.puts).toMatchObject([{ schema: 'refused' }])
    expect(textIn(await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA }))).toBe('two')
    expect(server.requests).toHaveLength(3)
  })

  test('what it refuses besides is left out from then on', async () => {
    const { server, model } = await openKnown(
      spec,
      CHAT[spec]({ replies: ['one', 'two'], quirks: ['refuses-stream-options', 'refuses-temperature'] }),
    )
    expect(textIn(await chunksOf(model, { ...asking('x'), temperature: 0 }))).toBe('one')
    expect(textIn(await chunksOf(model, { ...asking('x'), temperature: 0 }))).toBe('two')
    expect(server.requests).toHaveLength(4)
  })

  test('a refusal of tools is told, since a request without them means something else', async () => {
    const { server, model } = await openKnown(spec, CHAT[spec]({ replies: ['one'], quirks: ['refuses-tools'] }))
    expect(faultIn(await chunksOf(model, { ...asking('x'), tools: [TOOL] }))).toBe('model_refused')
    expect([server.requests.length, model.can.nativeTools]).toEqual([1, false])
  })
})

describe.each(['ollama:qwen3:4b', ...CHAT_SPECS] as const)('%s', spec => {
  const start = (replies: readonly string[]): Promise<TestServer> =>
    spec === 'ollama:qwen3:4b' ? startOllama({ replies }) : CHAT[spec]({ replies })

  test('a schema and tools never travel together, and `none` sends no tools', async () => {
    const { model, lastBody } = await openKnown(spec, start(['{}', 'x']))
    await chunksOf(model, { ...asking('x'), tools: [TOOL], responseSchema: SCHEMA })
    expect([lastBody()['tools'], lastBody()['format'] ?? lastBody()['response_format']]).toMatchObject([undefined, {}])
    await chunksOf(model, { ...asking('x'), tools: [TOOL], toolChoice: 'none' })
    expect(lastBody()).not.toHaveProperty('tools')
  })

  test('json_object is never sent', async () => {
    const { server, model } = await openKnown(spec, start(['{}', 'x']))
    await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA })
    await chunksOf(model)
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('json_object')
    expect(server.requests.filter(({ body }) => body['format'] === 'json')).toEqual([])
  })

  test('requests at the same time whose schema is refused are all answered', async () => {
    const quirky =
      spec === 'ollama:qwen3:4b'
        ? startOllama({ replies: () => 'x', quirks: ['refuses-format'] })
        : CHAT[spec]({ replies: () => 'x', quirks: ['refuses-schema'] })
    const { model } = await openKnown(spec, quirky)
    const replies = await Promise.all([1, 2, 3].map(() => chunksOf(model, { ...asking('x'), responseSchema: SCHEMA })))
    expect(replies.map(textIn)).toEqual(['x', 'x', 'x'])
  })
})

describe('what servers do differently', () => {
  const QUIRKS: readonly (readonly ChatQuirk[])[] = [
    ['no-index'],
    ['no-id'],
    ['no-index', 'no-id'],
    ['same-index'],
    ['same-id'],
    ['new-id-each-delta', 'no-index'],
    ['arguments-as-objects'],
    ['arguments-as-objects', 'no-index', 'no-id'],
    ['empty-tool-calls'],
    ['no-done'],
    ['no-blank-lines'],
    ['crlf'],
    ['comments'],
    ['not-streaming'],
    ['pretty-object'],
    ['keeps-open'],
    ['breaks-after-finish'],
  ]
  const calls = [
    CALL,
    { name: 'file_list', arguments: { path: '.', deep: { a: [1] } } },
    { name: 'file_read', arguments: { path: 'b.md' } },
  ]

  test.each(QUIRKS.map(quirks => [quirks.join(', '), quirks] as const))(
    '%s: the calls arrive all the same',
    async (_name, quirks) => {
      const { model } = await openKnown(
        'vllm:Qwen/Qwen3-4B',
        startVllm({ replies: [{ text: 'I look.', calls }], quirks }),
      )
      const began = performance.now()
      const chunks = await chunksOf(model, { ...asking('x'), tools: [TOOL] })
      expect([textIn(chunks), plainCalls(chunks)]).toEqual(['I look.', calls])
      expect(endIn(chunks)).toMatchObject({ kind: 'end', finish: 'calls' })
      expect(faultIn(chunks)).toBeUndefined()
      expect(new Set(callsIn(chunks).map(({ id }) => id)).size).toBe(3)
      expect(performance.now() - began).toBeLessThan(8_000)
    },
  )

  test.each(['arguments-as-text', 'sends-ids'] as const)(
    'ollama, %s: the calls arrive all the same, with ids of their own',
    async quirk => {
      const { model } = await openKnown('ollama:qwen3:4b', startOllama({ replies: [{ calls }], quirks: [quirk] }))
      const chunks = await chunksOf(model, { ...asking('x'), tools: [TOOL] })
      expect(plainCalls(chunks)).toEqual(calls)
      expect(new Set(callsIn(chunks).map(({ id }) => id)).size).toBe(3)
    },
  )

  test.each(['reasoning-key', 'content-parts'] as const)('%s: thoughts and text are told apart', async quirk => {
    const { model } = await openKnown(
      'lmstudio:qwen/qwen3-4b',
      startLmStudio({ replies: [{ reasoning: 'Hm, hm.', text: 'Yes.' }], quirks: [quirk] }),
    )
    const chunks = await chunksOf(model)
    const thoughts = chunks.map(chunk => (chunk.kind === 'reasoning' ? chunk.text : '')).join('')
    expect([thoughts, textIn(chunks)]).toEqual(['Hm, hm.', 'Yes.'])
  })

  test('an answer that was left in the reasoning stays reasoning: whoever reads replies decides whether it counts', async () => {
    const server = await keep(
      startLmStudio({ replies: ['{"tool":"a","nonce":"n_1"}'], quirks: ['answer-in-reasoning'] }),
    )
    const model = await mustOpenOn('lmstudio:qwen/qwen3-4b', server.url)
    expect(model.can.jsonSchema).toBe(true)
    const chunks = await chunksOf(model, { ...asking('x'), responseSchema: SCHEMA })
    const thoughts = chunks.map(chunk => (chunk.kind === 'reasoning' ? chunk.text : '')).join('')
    expect([textIn(chunks), thoughts, faultIn(chunks)]).toEqual(['', '{"tool":"a","nonce":"n_1"}', undefined])
  })

  test('ollama thinks in a field of its own', async () => {
    const { model } = await openKnown('ollama:qwen3:4b', startOllama({ replies: [{ reasoning: 'Hm.', text: 'Yes.' }] }))
    expect((await chunksOf(model)).map(chunk => chunk.kind)).toEqual(['reasoning', 'text', 'end'])
  })

  test("errors in each product's own words are quoted", async () => {
    const bodies = [
      { error: 'prompt is too long' },
      { error: { message: 'prompt is too long', code: 400 } },
      { message: 'prompt is too long' },
      { detail: [{ msg: 'prompt is too long' }] },
    ]
    const { model } = await openKnown(
      'openai:gpt-5-mini',
      startOpenAi({ replies: bodies.map(body => ({ status: 400, body })) }),
    )
    for (const _ of bodies)
      expect(endIn(await chunksOf(model))).toMatchObject({
        fault: { code: 'model_refused', message: expect.stringContaining('It says: prompt is too long') },
      })
  })

  test('a model that has gone meanwhile is told', async () => {
    const { model } = await openKnown('ollama:gone', startOllama())
    expect(endIn(await chunksOf(model))).toMatchObject({
      fault: { code: 'model_unknown', message: expect.stringContaining('ollama pull gone') },
    })
  })
})

describe('a prompt that does not fit', () => {
  const long = (words: number): ModelRequest => asking('Rules come first. '.repeat(2), 'word '.repeat(words))

  test('ollama: what was cut without a word is told', async () => {
    const { model } = await openKnown(
      'ollama:qwen3:4b',
      startOllama({ replies: () => 'ok' }),
      kept({ contextTokens: 1_000 }),
    )
    const cutAt = async (words: number): Promise<boolean> =>
      'promptCut' in (endIn(await chunksOf(model, long(words))) ?? {})
    expect([await cutAt(50), await cutAt(200), await cutAt(700), await cutAt(1_000), await cutAt(5_000)]).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  test('ollama: a count without what was cached is no cut', async () => {
    const { model } = await openKnown(
      'ollama:qwen3:4b',
      startOllama({ replies: () => 'ok', quirks: ['leaves-out-cached'] }),
      kept({ contextTokens: 1_000 }),
    )
    expect(endIn(await chunksOf(model, long(600)))).not.toHaveProperty('promptCut')
  })

  test('usage is told', async () => {
    const { model } = await openKnown('ollama:qwen3:4b', startOllama({ replies: [{ text: 'abcd', inputTokens: 12 }] }))
    expect(endIn(await chunksOf(model))).toEqual({
      kind: 'end',
      finish: 'stop',
      usage: { inputTokens: 12, outputTokens: 2 },
    })
  })
})
