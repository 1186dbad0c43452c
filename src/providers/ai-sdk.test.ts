import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Model, type ModelChunk, type ModelRequest, isJsonObject } from '../core/index.ts'
import { callSchema, toWire } from '../protocol/index.ts'
import { workspaceCatalog } from '../runtime/own-tool.ts'
import { fromAiSdk } from './ai-sdk.ts'

const offered = workspaceCatalog([]).tools.filter(({ facts }) => facts.hidden !== true)
const never = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'hello' }] }

type Version = 'v2' | 'v3' | 'v4'
type PartStream = readonly unknown[] | ((options: { readonly abortSignal: AbortSignal }) => unknown)

/** An object as a provider package makes it: methods on a class, so that a lost `this` is noticed. */
class LanguageModel {
  readonly specificationVersion: string
  readonly modelId = 'small-1'
  readonly asked: Record<string, unknown>[] = []
  readonly cancelled: unknown[] = []
  private readonly parts: PartStream

  constructor(parts: PartStream, version: string = 'v3') {
    this.parts = parts
    this.specificationVersion = version
  }
  get provider(): string {
    return 'local.chat'
  }
  async doStream(options: { readonly abortSignal: AbortSignal }): Promise<unknown> {
    const { abortSignal: _signal, ...asked } = options
    this.asked.push(asked)
    return typeof this.parts === 'function' ? this.parts(options) : { stream: this.streamOf(this.parts) }
  }
  streamOf(parts: readonly unknown[], stays: 'open' | 'closed' = 'closed'): ReadableStream<unknown> {
    return new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        if (stays === 'closed') controller.close()
      },
      cancel: reason => void this.cancelled.push(reason),
    })
  }
}

const finish = (reason: string, version: Version = 'v3'): object =>
  version === 'v2'
    ? {
        type: 'finish',
        finishReason: reason,
        usage: { inputTokens: 12, outputTokens: 7, totalTokens: 19, reasoningTokens: 2, cachedInputTokens: 5 },
      }
    : {
        type: 'finish',
        finishReason: { unified: reason, raw: 'x' },
        usage: {
          inputTokens: { total: 12, noCache: 7, cacheRead: 5, cacheWrite: 0 },
          outputTokens: { total: 7, text: 5, reasoning: 2 },
        },
      }
const text = (delta: string): object => ({ type: 'text-delta', id: '0', delta })
const usage = { inputTokens: 12, outputTokens: 7, reasoningTokens: 2, cachedTokens: 5 }

function open(model: unknown, options = {}): Model {
  const opened = fromAiSdk(model, options)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
async function chunksOf(model: unknown, request = hello, signal = never): Promise<readonly ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of open(model).reply(request, signal)) chunks.push(chunk)
  return chunks
}
const codeOf = async (model: unknown): Promise<string | undefined> => {
  const last = (await chunksOf(model)).at(-1)
  return last?.kind === 'end' ? last.fault?.code : 'no end'
}

describe('what is a model', () => {
  test('it is named after its provider, and says what it can do', () => {
    const model = open(new LanguageModel([]))
    expect({ ...model, reply: undefined }).toEqual({
      id: 'local.chat/small-1',
      provider: 'local.chat',
      can: { nativeTools: true, jsonSchema: true, embed: false },
      wire: { form: 'json_schema', subset: 'strict-safe' },
      reply: undefined,
    })
    const named = open(new LanguageModel([]), { id: 'mine', contextTokens: 4_096, can: { nativeTools: false } })
    expect([named.id, named.contextTokens, named.can.nativeTools]).toEqual(['mine', 4_096, false])
  })

  test('one that says it takes no schema gets none', () => {
    const plain = Object.assign(new LanguageModel([]), { supportsStructuredOutputs: false })
    expect(open(plain).can.jsonSchema).toBe(false)
  })

  test.each([undefined, null, 'openai/x', {}, { doStream: 1, modelId: 'x' }, { doStream: () => 1 }])(
    '%j is none, and that is said',
    value => {
      expect(fromAiSdk(value)).toMatchObject({ ok: false, error: { code: 'model_spec_invalid' } })
    },
  )

  test('the first version of the specification is refused by name, later ones are taken', () => {
    expect(fromAiSdk(new LanguageModel([], 'v1'))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('"v1"') },
    })
    expect(['v2', 'v3', 'v4', 'v5', 'v11'].map(version => fromAiSdk(new LanguageModel([], version)).ok)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
  })
})

describe.each(['v2', 'v3', 'v4'] as const)('a reply in version %s', version => {
  test('text, reasoning and calls arrive in their order, then usage and reason', async () => {
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'r' },
      { type: 'reasoning-start', id: 'a' },
      { type: 'reasoning-delta', id: 'a', delta: 'hm' },
      { type: 'reasoning-end', id: 'a' },
      { type: 'text-start', id: '0' },
      text('Let me '),
      text('look.'),
      { type: 'text-end', id: '0' },
      { type: 'tool-input-start', id: 'c1', toolName: 'file_read' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"path":"a.md"}' },
      { type: 'tool-input-end', id: 'c1' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'file_read', input: '{"path":"a.md"}' },
      { type: 'ping' },
      finish('tool-calls', version),
    ]
    expect(await chunksOf(new LanguageModel(parts, version))).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'Let me ' },
      { kind: 'text', text: 'look.' },
      { kind: 'call', call: { id: 'c1', name: 'file_read', arguments: '{"path":"a.md"}' } },
      { kind: 'end', finish: 'calls', usage },
    ])
  })

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content-filter', 'filtered'],
    ['other', undefined],
  ])('"%s" is told as %s', async (reason, told) => {
    expect(await chunksOf(new LanguageModel([finish(reason, version)], version))).toEqual([
      { kind: 'end', usage, ...(told && { finish: told }) },
    ])
  })
})

test('a call that the provider has run itself is none for us', async () => {
  const parts = [
    { type: 'tool-call', toolCallId: 'c', toolName: 'web', input: '{}', providerExecuted: true },
    finish('stop'),
  ]
  expect(await chunksOf(new LanguageModel(parts))).toEqual([{ kind: 'end', finish: 'stop', usage }])
})

describe('what is asked', () => {
  const askedFor = async (request: ModelRequest): Promise<unknown> => {
    const model = new LanguageModel([finish('stop')])
    await chunksOf(model, request)
    return model.asked[0]
  }

  test('messages in the form of the specification: results together, nothing empty', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'system', content: 'rules' },
      { role: 'user', content: 'read a and b' },
      {
        role: 'assistant',
        content: '',
        calls: [
          { id: 'c1', name: 'read', arguments: '{"path":"a"}' },
          { id: 'c2', name: 'read', arguments: { path: 'b' } },
          { name: 'read', arguments: 'not json' },
        ],
      },
      { role: 'tool', callId: 'c1', tool: 'read', content: 'A' },
      { role: 'tool', callId: 'c2', tool: 'read', content: 'B' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'and?' },
    ]
    const result = (toolCallId: string, value: string): object => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'read',
      output: { type: 'text', value },
    })
    expect(await askedFor({ messages, maxTokens: 50, temperature: 0 })).toEqual({
      prompt: [
        { role: 'system', content: 'rules' },
        { role: 'user', content: [{ type: 'text', text: 'read a and b' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a' } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'read', input: { path: 'b' } },
            { type: 'tool-call', toolCallId: 'call_3', toolName: 'read', input: {} },
          ],
        },
        { role: 'tool', content: [result('c1', 'A'), result('c2', 'B')] },
        { role: 'user', content: [{ type: 'text', text: 'and?' }] },
      ],
      maxOutputTokens: 50,
      temperature: 0,
    })
  })

  test('tools as functions, and how much they are wanted', async () => {
    const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }]
    expect(await askedFor({ ...hello, tools, toolChoice: 'required' })).toMatchObject({
      tools: [{ type: 'function', name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
      toolChoice: { type: 'required' },
    })
    expect(await askedFor({ ...hello, tools })).toMatchObject({ toolChoice: { type: 'auto' } })
  })

  test('a schema that the wire could make strict, and one that is only a hint', async () => {
    const { wire } = open(new LanguageModel([]))
    const [reader] = offered
    if (reader === undefined) throw new Error('no tool')
    const strict = {
      ...reader,
      input: {
        type: 'object',
        properties: { path: { type: 'string' } },
        required: ['path'],
        additionalProperties: false,
      },
    }
    const send = async (tools: typeof offered): Promise<unknown> =>
      askedFor({
        ...hello,
        responseSchema: toWire({ name: 'tool_call_envelope', schema: callSchema(tools, 'n_1') }, wire).body,
      })
    expect(await send([strict])).toMatchObject({
      responseFormat: {
        type: 'json',
        name: 'tool_call_envelope',
        schema: { properties: { tool: { const: 'file_read' }, nonce: { const: 'n_1' } } },
      },
    })
    expect(await send([strict])).not.toHaveProperty('providerOptions')
    expect(await send(offered)).toMatchObject({
      responseFormat: { type: 'json', schema: { anyOf: expect.any(Array) } },
      providerOptions: { local: { strictJsonSchema: false } },
    })
  })
})

describe('what fails becomes a fault', () => {
  const apiError = (statusCode: number, message = 'no'): Error =>
    Object.assign(new Error(message), { name: 'AI_APICallError', statusCode })
  const named = (name: string, more = {}): Error => Object.assign(new Error('no'), { name, ...more })

  test.each([
    [apiError(401), 'model_unauthorized'],
    [apiError(403), 'model_unauthorized'],
    [apiError(404, 'The model small-1 does not exist'), 'model_unknown'],
    [apiError(404), 'model_refused'],
    [apiError(400), 'model_refused'],
    [apiError(429), 'model_busy'],
    [apiError(503), 'model_busy'],
    [apiError(504), 'model_timeout'],
    [apiError(500), 'model_failed'],
    [named('AI_LoadAPIKeyError'), 'model_unauthorized'],
    [named('AI_NoSuchModelError'), 'model_unknown'],
    [named('AI_UnsupportedFunctionalityError'), 'model_refused'],
    [named('AI_TypeValidationError'), 'model_reply_unreadable'],
    [named('TimeoutError'), 'model_timeout'],
    [named('AI_RetryError', { lastError: apiError(429) }), 'model_busy'],
    [named('AI_APICallError', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }), 'model_unreachable'],
    [
      Object.assign(apiError(200), { cause: Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }) }),
      'model_failed',
    ],
    [{ message: 'rate', code: 429 }, 'model_busy'],
    ['just words', 'model_failed'],
    [undefined, 'model_failed'],
  ])('%j, thrown or sent, is %s', async (error, code) => {
    const throws = (): never => {
      throw error // oxlint-disable-line typescript/only-throw-error -- foreign code throws what it likes
    }
    expect(await codeOf(new LanguageModel(throws))).toBe(code)
    expect(await codeOf(new LanguageModel([text('so far'), { type: 'error', error }]))).toBe(code)
  })

  test('what came before stays, and nothing comes after', async () => {
    const parts = [text('so far'), { type: 'error', error: apiError(500, 'gone') }, text('more'), finish('error')]
    expect(await chunksOf(new LanguageModel(parts))).toMatchObject([
      { kind: 'text', text: 'so far' },
      { kind: 'end', fault: { code: 'model_failed', message: expect.stringContaining('gone') } },
    ])
  })

  test('a key that the server repeats is not told', async () => {
    const error = apiError(401, 'Incorrect key: sk-proj-abcdef1234567890.\nSee')
    const [end] = await chunksOf(new LanguageModel([{ type: 'error', error }]))
    expect(JSON.stringify(end)).not.toContain('abcdef')
    expect(end).toMatchObject({
      fault: { message: expect.stringMatching(/^local\.chat\/small-1 failed: Incorrect key: \[key\] See\. Give/) },
    })
  })

  const incomplete: readonly (readonly [string, PartStream])[] = [
    ['a stream that ends too early', [text('half')]],
    ['a reply that was broken off', [finish('error')]],
    ['no stream', () => ({})],
    ['nothing at all', () => undefined],
  ]
  test.each(incomplete)('%s is no reply', async (_title, parts) => {
    expect(await codeOf(new LanguageModel(parts))).toBe('model_failed')
  })

  test('a reply without end is stopped, and the connection with it', async () => {
    const pull = (controller: ReadableStreamDefaultController<unknown>): void =>
      controller.enqueue(text('x'.repeat(1_000_000)))
    const cancel = (reason: unknown): void => void model.cancelled.push(reason)
    const model: LanguageModel = new LanguageModel((): unknown => ({ stream: new ReadableStream({ pull, cancel }) }))
    expect(await codeOf(model)).toBe('model_reply_too_large')
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(model.cancelled).toHaveLength(1)
  })
})

describe('cancelling', () => {
  test('the signal is handed on, and a provider that does not listen does not hold us', async () => {
    let handed: AbortSignal | undefined
    const model: LanguageModel = new LanguageModel(({ abortSignal }) => {
      handed = abortSignal
      return { stream: model.streamOf([text('a')], 'open') }
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 10)
    expect(await chunksOf(model, hello, stop.signal)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'end', fault: { code: 'tool_cancelled', message: 'The request was cancelled.' } },
    ])
    expect(handed?.aborted).toBe(true)
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(model.cancelled).toHaveLength(1)
  })

  test('one that never answers at all ends as well, and its late stream is closed', async () => {
    let answer: ((value: unknown) => void) | undefined
    const model: LanguageModel = new LanguageModel(async () => new Promise(resolve => (answer = resolve)))
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 10)
    expect(await chunksOf(model, hello, stop.signal)).toMatchObject([
      { kind: 'end', fault: { code: 'tool_cancelled' } },
    ])
    answer?.({ stream: model.streamOf([text('late')], 'open') })
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(model.cancelled).toHaveLength(1)
  })

  test('a time limit is told as one', async () => {
    const model = new LanguageModel(async () => new Promise(() => undefined))
    expect(await chunksOf(model, hello, AbortSignal.timeout(10))).toMatchObject([
      { kind: 'end', fault: { code: 'model_timeout' } },
    ])
  })

  test('whoever stops reading closes the stream', async () => {
    const model: LanguageModel = new LanguageModel(() => ({ stream: model.streamOf([text('a'), text('b')], 'open') }))
    const reading = open(model).reply(hello, never)[Symbol.asyncIterator]()
    await reading.next()
    await reading.return?.()
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(model.cancelled).toHaveLength(1)
  })
})

test('whatever a provider sends, exactly one end comes, and it comes last', async () => {
  const part = fc.oneof(
    fc.anything(),
    fc.record({
      type: fc.constantFrom('text-delta', 'tool-call', 'finish', 'error', 'reasoning-delta'),
      delta: fc.anything(),
      toolName: fc.anything(),
      input: fc.anything(),
      usage: fc.anything(),
      finishReason: fc.anything(),
      error: fc.anything(),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async parts => {
      const chunks = await chunksOf(new LanguageModel(parts))
      expect(chunks.map(({ kind }) => kind === 'end')).toEqual(
        chunks.map((_chunk, index) => index === chunks.length - 1),
      )
      expect(chunks.every(isJsonObject)).toBe(true)
    }),
  )
})
