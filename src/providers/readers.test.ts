import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonObject, type ModelChunk, fault } from '../core/index.ts'
import { createChatReader, createWholeChatReader } from './chat-completions/chat-reader.ts'
import type { Endpoint } from './endpoint.ts'
import { MAX_LINE_BYTES, createLineReader } from './http/line-reader.ts'
import type { ReplyOptions, ReplyReader } from './http/reply-state.ts'
import { createOllamaReader } from './ollama/ollama-reader.ts'

const endpoint: Endpoint = {
  kind: 'url',
  base: 'http://test',
  name: 'm',
  id: 'x',
  key: 'sk-secret',
  keyVariable: 'KEY',
}
const EARLY = fault('model_failed', 'closed early')

function optionsWith(more: Partial<ReplyOptions> = {}): ReplyOptions {
  let count = 0
  const newCallId = (): string => {
    count += 1
    return `made_${count}`
  }
  return { newCallId, isCut: () => false, closedEarly: EARLY, ...more }
}

const READERS = {
  ndjson: (more?: Partial<ReplyOptions>) => createOllamaReader(optionsWith(more), endpoint),
  sse: (more?: Partial<ReplyOptions>) => createChatReader(optionsWith(more), endpoint),
  object: (more?: Partial<ReplyOptions>) => createWholeChatReader(optionsWith(more), endpoint),
}

/** All chunks, with the end as the last. */
function readAll(reader: ReplyReader, pieces: readonly Uint8Array[]): readonly ModelChunk[] {
  const chunks = pieces.flatMap(piece => reader.feed(piece))
  const { chunks: last, end } = reader.close()
  return [...chunks, ...last, end]
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const readText = (reader: ReplyReader, text: string): readonly ModelChunk[] => readAll(reader, [bytes(text)])

function cut(whole: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places.map(place => Math.floor(place * whole.length)), whole.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end))
}

const sse = (...values: readonly (JsonObject | string)[]): string =>
  values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
const delta = (value: JsonObject, finish: string | null = null): JsonObject => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
})
const FINISHED = [delta({}, 'tool_calls'), '[DONE]'] as const
const callDelta = (...calls: readonly JsonObject[]): JsonObject => delta({ tool_calls: calls })
const named = (name: string, more: JsonObject = {}, args: JsonObject[string] = ''): JsonObject => ({
  ...more,
  function: { name, arguments: args },
})
const more = (args: string, rest: JsonObject = {}): JsonObject => ({ ...rest, function: { arguments: args } })
const callsOf = (...values: readonly JsonObject[]) =>
  readText(READERS.sse(), sse(...values, ...FINISHED)).flatMap(chunk => (chunk.kind === 'call' ? [chunk.call] : []))

describe('both stream readers', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 12 })
  const lines = { ndjson: fc.array(ollamaLine()), sse: fc.array(sseLine()) }

  function ollamaLine(): fc.Arbitrary<string> {
    const message = fc.record(
      {
        content: words,
        thinking: words,
        tool_calls: fc.constantFrom([], [{ function: { name: 'a', arguments: { x: 1 } } }]),
      },
      { requiredKeys: [] },
    )
    const line = fc.record(
      { message, done: fc.boolean(), error: fc.constantFrom(null, 'oops'), prompt_eval_count: fc.nat() },
      { requiredKeys: ['message'] },
    )
    return fc.oneof(
      { weight: 6, arbitrary: line.map(value => JSON.stringify(value)) },
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '{', '[]', 'null'),
    )
  }
  function sseLine(): fc.Arbitrary<string> {
    const call = fc.record(
      {
        index: fc.nat(2),
        id: fc.constantFrom('', 'c1', 'c2'),
        function: fc.record(
          { name: fc.constantFrom('', 'a', 'b'), arguments: fc.oneof(words, fc.json(), fc.constant({ x: 1 })) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    )
    const value = fc.record(
      {
        content: fc.oneof(words, fc.constant(null)),
        reasoning_content: words,
        tool_calls: fc.array(call, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    const chunk = fc
      .tuple(value, fc.constantFrom(null, null, null, 'stop', 'length', 'tool_calls'))
      .map(([inner, finish]) => `data: ${JSON.stringify(delta(inner as JsonObject, finish))}`)
    return fc.oneof(
      { weight: 6, arbitrary: chunk },
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '', 'data: [DONE]', 'data: {', ': hi', 'event: error', 'data:', 'error: x', '{}', 'data: []'),
    )
  }

  test.each(['ndjson', 'sse'] as const)('%s: however the bytes are split, the chunks are the same', protocol => {
    fc.assert(
      fc.property(
        lines[protocol],
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        (list, places, newline) => {
          const whole = bytes(list.join(newline))
          const atOnce = readAll(READERS[protocol](), [whole])
          expect(readAll(READERS[protocol](), cut(whole, places))).toEqual(atOnce)
          expect(
            readAll(
              READERS[protocol](),
              [...whole].map(byte => Uint8Array.of(byte)),
            ),
          ).toEqual(atOnce)
        },
      ),
    )
  })

  test.each(['ndjson', 'sse', 'object'] as const)(
    '%s: no bytes make it throw, and there is one end, at the end',
    protocol => {
      const anything = fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 300 }).map(bytes),
        fc.json().map(bytes),
        lines.sse.map(list => bytes(list.join('\n'))),
        lines.ndjson.map(list => bytes(list.join('\n'))),
      )
      fc.assert(
        fc.property(fc.array(anything, { maxLength: 5 }), pieces => {
          const chunks = readAll(READERS[protocol](), pieces)
          expect(chunks.filter(chunk => chunk.kind === 'end')).toHaveLength(1)
          expect(chunks.at(-1)?.kind).toBe('end')
        }),
      )
    },
  )

  test.each([
    ['ndjson', '{"message":{"content":"a"}}\n{"message":{"tool_calls":[{"function":{"name":"x","arguments":{}}}]}}\n'],
    ['sse', sse(delta({ content: 'a' }), callDelta(named('x', { index: 0, id: 'c' }, '{}')))],
  ] as const)('%s: a call in a reply that was never finished is not delivered', (protocol, text) => {
    expect(readText(READERS[protocol](), text)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'end', fault: EARLY },
    ])
  })

  test.each([
    ['ndjson', 200_000],
    ['sse', 200_000],
  ] as const)('%s: time grows with the length, not with its square', (protocol, count) => {
    const line = protocol === 'ndjson' ? '{"message":{"content":"a"}}\n' : sse(callDelta(named('a', {}, 'x')))
    const timeFor = (times: number): number => {
      const started = performance.now()
      readText(READERS[protocol](), line.repeat(times))
      return performance.now() - started
    }
    timeFor(count / 20)
    expect(timeFor(count)).toBeLessThan(Math.max(40, timeFor(count / 4)) * 12)
  })

  test('a line over the limit is a reply too large, also when it comes in pieces', () => {
    const long = new Uint8Array(MAX_LINE_BYTES + 1).fill(120)
    for (const protocol of ['ndjson', 'sse'] as const)
      for (const pieces of [[long], cut(long, [0.3, 0.6])])
        expect(readAll(READERS[protocol](), pieces)).toMatchObject([
          { kind: 'end', fault: { code: 'model_reply_too_large' } },
        ])
  })

  test('deeply nested bytes are read or refused, never a crash', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    const args = `{"a":${deep}}`
    const calls = readText(
      READERS.ndjson(),
      `{"message":{"tool_calls":[{"function":{"name":"x","arguments":${args}}}]},"done":true}\n`,
    )
    expect(calls).toMatchObject([{ kind: 'call', call: { arguments: '[0]' } }, { kind: 'end' }])
    expect(readText(READERS.sse(), `data: {"error":${deep}}\n\n`)).toMatchObject([
      { kind: 'end', fault: { code: 'model_failed' } },
    ])
  })
})

describe('lines', () => {
  test('any bytes in any pieces give the lines of the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' })),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (texts, places) => {
          const whole = bytes(texts.join('\n'))
          const reader = createLineReader()
          const lines = [...cut(whole, places).flatMap(piece => reader.feed(piece)), reader.rest()]
          const expected = new TextDecoder('utf-8', { ignoreBOM: true })
            .decode(whole)
            .split('\n')
            .map(line => line.replace(/^\ufeff/, '').replace(/\r$/, ''))
          expect(lines).toEqual(expected)
        },
      ),
    )
  })
})

describe('calls out of pieces', () => {
  const two = [
    { id: 'c1', name: 'a', arguments: '{"x":1}' },
    { id: 'c2', name: 'b', arguments: '{"y":2}' },
  ]
  test.each<readonly [string, readonly JsonObject[], readonly JsonObject[]]>([
    [
      'index and id',
      [
        callDelta(named('a', { index: 0, id: 'c1' })),
        callDelta(more('{"x"', { index: 0 })),
        callDelta(named('b', { index: 1, id: 'c2' })),
        callDelta(more(':1}', { index: 0 })),
        callDelta(more('{"y":2}', { index: 1 })),
      ],
      two,
    ],
    [
      'no index',
      [
        callDelta(named('a', { id: 'c1' })),
        callDelta(more('{"x":1}')),
        callDelta(named('b', { id: 'c2' })),
        callDelta(more('{"y":2}')),
      ],
      two,
    ],
    [
      'no index, the id in every piece',
      [
        callDelta(named('a', { id: 'c1' })),
        callDelta(named('b', { id: 'c2' })),
        callDelta(more('{"x":1}', { id: 'c1' })),
        callDelta(more('{"y":2}', { id: 'c2' })),
      ],
      two,
    ],
    [
      'one index for all, whole calls',
      [
        callDelta(named('a', { index: 0, id: 'c1' }, '{"x":1}')),
        callDelta(named('b', { index: 0, id: 'c2' }, '{"y":2}')),
      ],
      two,
    ],
    [
      'two in one piece',
      [callDelta(named('a', { index: 0, id: 'c1' }, '{"x":1}'), named('b', { index: 1, id: 'c2' }, '{"y":2}'))],
      two,
    ],
    [
      'a new id in every piece',
      [
        callDelta(named('a', { id: 'c1' })),
        callDelta(more('{"x"', { id: 'z1' })),
        callDelta(more(':1}', { id: 'z2' })),
      ],
      [{ id: 'c1', name: 'a', arguments: '{"x":1}' }],
    ],
    [
      'the name in every piece',
      [callDelta(named('a', {}, '{"x"')), callDelta(named('a', {}, ':1}')), callDelta(named('a', {}, '{"x":2}'))],
      [
        { id: 'made_1', name: 'a', arguments: '{"x":1}' },
        { id: 'made_2', name: 'a', arguments: '{"x":2}' },
      ],
    ],
    [
      'the name in two pieces',
      [callDelta(named('file_', { index: 0, id: 'c1' })), callDelta(named('read', { index: 0 }, '{}'))],
      [{ id: 'c1', name: 'file_read', arguments: '{}' }],
    ],
    [
      'neither index nor id',
      [callDelta(named('a')), callDelta(more('{"x":1}')), callDelta(named('b')), callDelta(more('{"y":2}'))],
      [
        { ...two[0], id: 'made_1' },
        { ...two[1], id: 'made_2' },
      ],
    ],
    [
      'the same id twice',
      [
        callDelta(named('a', { index: 0, id: 'c1' }, '{"x":1}')),
        callDelta(named('b', { index: 1, id: 'c1' }, '{"y":2}')),
      ],
      [{ ...two[0] }, { ...two[1], id: 'made_1' }],
    ],
    [
      'arguments as an object',
      [callDelta(named('a', { index: 0, id: 'c1' }, { x: 1 }))],
      [{ id: 'c1', name: 'a', arguments: { x: 1 } }],
    ],
    ['no arguments', [callDelta(named('a', { index: 0, id: 'c1' }))], [{ id: 'c1', name: 'a', arguments: null }]],
    [
      'a list for arguments',
      [callDelta(named('a', { index: 0, id: 'c1' }, [1]))],
      [{ id: 'c1', name: 'a', arguments: '[1]' }],
    ],
    [
      'a call among the parts of the content',
      [
        delta({
          content: [
            { type: 'text', text: '' },
            { type: 'tool_use', id: 'c1', name: 'a', input: { x: 1 } },
          ],
        }),
      ],
      [{ id: 'c1', name: 'a', arguments: { x: 1 } }],
    ],
    ['one call and no list', [delta({ tool_calls: named('a', { id: 'c1' }, '{"x":1}') })], [two[0] ?? {}]],
    [
      'no wrapper around name and arguments',
      [delta({ tool_calls: [{ id: 'c1', name: 'a', arguments: '{"x":1}' }] })],
      [{ id: 'c1', name: 'a', arguments: '{"x":1}' }],
    ],
    [
      'the whole call once more at the end',
      [
        callDelta(named('a', { index: 0, id: 'c1' }, '{"x"')),
        callDelta(named('', { index: 0 }, ':1}')),
        callDelta(named('a', { index: 0, id: 'c1' }, '{"x":1}')),
      ],
      [two[0] ?? {}],
    ],
    [
      'arguments under another key',
      [delta({ tool_calls: [{ id: 'c1', function: { name: 'a', arguments: null, parameters: { x: 1 } } }] })],
      [{ id: 'c1', name: 'a', arguments: { x: 1 } }],
    ],
    [
      'the one call of older servers',
      [
        delta({ function_call: { name: 'a', arguments: '' } }),
        delta({ function_call: { arguments: '{"x"' } }),
        delta({ function_call: { arguments: ':1}' } }),
      ],
      [{ id: 'made_1', name: 'a', arguments: '{"x":1}' }],
    ],
    [
      'all so far in every piece',
      ['{"x"', '{"x":1', '{"x":1}'].map(text => callDelta(named('a', { index: 0, id: 'c1' }, text))),
      [{ id: 'c1', name: 'a', arguments: '{"x":1}' }],
    ],
    [
      'a piece that only looks like all so far',
      [callDelta(named('a', { index: 0, id: 'c1' }, '{"x":')), callDelta(more('{"x":1}}', { index: 0 }))],
      [{ id: 'c1', name: 'a', arguments: '{"x":{"x":1}}' }],
    ],
    ['an empty list in every piece', [delta({ content: 'x', tool_calls: [] }), delta({ tool_calls: [] })], []],
    ['empty pieces', [callDelta({}, { index: 0 }, more(''))], []],
    [
      'quotes and braces inside',
      [callDelta(named('a', { id: 'c1' }, '{"x":"}\\"{"')), callDelta(named('a', {}, '}'))],
      [{ id: 'c1', name: 'a', arguments: '{"x":"}\\"{"}' }],
    ],
  ])('%s', (_form, deltas, calls) => {
    expect(callsOf(...deltas)).toEqual(calls)
  })

  test('a reply that was cut short delivers its whole calls only', () => {
    const text = sse(
      callDelta(named('a', { index: 0, id: 'c1' }, '{"x":1}')),
      callDelta(named('b', { index: 1, id: 'c2' }, '{"y":')),
      delta({}, 'length'),
      '[DONE]',
    )
    expect(readText(READERS.sse(), text)).toEqual([
      { kind: 'call', call: { id: 'c1', name: 'a', arguments: '{"x":1}' } },
      { kind: 'end', finish: 'length' },
    ])
  })
})

describe('the ends of a stream', () => {
  test('a reply in one piece is whole, whether or not the server says why it ended', () => {
    const said = [{ kind: 'text', text: 'Hello.' }, { kind: 'end' }]
    for (const choice of [{ message: { role: 'assistant', content: 'Hello.' } }, { text: 'Hello.' }])
      expect(readText(READERS.object(), JSON.stringify({ choices: [choice] }))).toMatchObject(said)
    expect(readText(READERS.object(), '{"choices":[{"message":{"content":"Hel')).toMatchObject([
      { kind: 'end', fault: EARLY },
    ])
  })

  test.each([
    ['no [DONE]', sse(delta({ content: 'a' }), delta({}, 'stop'))],
    ['no finish reason', sse(delta({ content: 'a' }), '[DONE]')],
    ['no empty lines', sse(delta({ content: 'a' }), delta({}, 'stop'), '[DONE]').replaceAll('\n\n', '\n')],
    ['no last line break', sse(delta({ content: 'a' }), delta({}, 'stop'), '[DONE]').trimEnd()],
    ['the field forgotten', `${JSON.stringify(delta({ content: 'a' }))}\n${sse('[DONE]')}`],
    ['data over two lines', `data: {"choices":[{"delta":\ndata: {"content":"a"}}]}\n\n${sse('[DONE]')}`],
    ['ids and retries', `id: 1\nretry: 5\n: hi\nevent: message\n${sse(delta({ content: 'a' }), '[DONE]')}`],
    ['text after [DONE]', `${sse(delta({ content: 'a' }), '[DONE]')}garbage\n`],
  ])('%s is an end', (_form, text) => {
    expect(readText(READERS.sse(), text)).toMatchObject([{ kind: 'text', text: 'a' }, { kind: 'end' }])
    expect(readText(READERS.sse(), text).at(-1)).not.toHaveProperty('fault')
  })

  test.each([
    ['sse', sse({ error: { message: 'Key sk-secret is out of memory', code: 500 } })],
    ['sse', 'event: error\ndata: {"message":"Key sk-secret is out of memory"}\n\n'],
    ['sse', 'error: {"message":"Key sk-secret is out of memory"}\n'],
    ['sse', sse({ object: 'error', message: 'Key sk-secret is out of memory' })],
    ['ndjson', '{"error":"Key sk-secret is out of memory"}\n'],
  ] as const)('an error with status 200 is a fault that quotes it without the key (%s)', (protocol, text) => {
    const [end] = readText(READERS[protocol](), text)
    expect(end).toMatchObject({ kind: 'end', fault: { code: 'model_failed' } })
    expect(JSON.stringify(end)).toContain('Key … is out of memory')
  })

  test('usage, its parts, and the finish reason are told', () => {
    const usage = {
      prompt_tokens: 812,
      completion_tokens: 21,
      completion_tokens_details: { reasoning_tokens: 5 },
      prompt_tokens_details: { cached_tokens: 7 },
    }
    expect(
      readText(
        READERS.sse({ isCut: read => read === 812 }),
        sse(delta({}, 'content_filter'), { choices: [], usage }, '[DONE]'),
      ),
    ).toEqual([
      {
        kind: 'end',
        finish: 'filtered',
        promptCut: true,
        usage: { inputTokens: 812, outputTokens: 21, reasoningTokens: 5, cachedTokens: 7 },
      },
    ])
    expect(
      readText(
        READERS.sse(),
        sse(delta({}, 'stop'), { choices: [], usage: { prompt_tokens: -1, completion_tokens: 'x' } }, '[DONE]'),
      ),
    ).toEqual([{ kind: 'end', finish: 'stop' }])
  })
})
