import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FaultCode, Model, ModelChunk } from '../core/index.ts'
import {
  type Failing,
  type Protocol,
  type TestServer,
  mustOpenOn,
  startFaulty,
  startServer,
} from '../../test/servers/index.ts'
import { asking, chunksOf, faultIn, never, textIn } from './conformance.ts'
import type { ProviderValues } from './index.ts'

const QUICK: Partial<ProviderValues> = {
  first_chunk_secs: 10,
  idle_secs: 10,
  whole_secs: 20,
  max_reply_bytes: 4_194_304,
  max_attempts: 2,
  retry_budget_secs: 1,
}
/** For servers that keep one waiting; the others must not need it. */
const IMPATIENT: Partial<ProviderValues> = { first_chunk_secs: 0.2, idle_secs: 0.15 }

const open: TestServer[] = []
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()))
  await new Promise(resolve => setTimeout(resolve, 10))
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})

const SPECS = { ndjson: 'ollama:m', sse: 'openai:m' } as const satisfies Record<Protocol, string>

/** What it can do is known already, so that the reply itself is the first thing that goes wrong. */
const known = {
  get: () => Promise.resolve({ nativeTools: true, schema: 'kept', embed: false }),
  put: () => Promise.resolve(),
}

async function start(
  failing: Failing,
  protocol: Protocol,
  changes: Partial<ProviderValues> = {},
): Promise<{ server: TestServer; model: Model }> {
  const server = await startFaulty(failing, protocol)
  open.push(server)
  return {
    server,
    model: await mustOpenOn(SPECS[protocol], server.url, { cache: known, changes: { ...QUICK, ...changes } }),
  }
}

type Row = readonly [failing: Failing, code: FaultCode, text: string, attempts: number]

const ROWS: readonly Row[] = [
  ['dies-before-headers', 'model_failed', '', 2],
  ['dies-before-body', 'model_failed', '', 2],
  ['empty', 'model_failed', '', 2],
  ['dies-mid-stream', 'model_failed', 'so far', 1],
  ['dies-mid-line', 'model_failed', 'so far', 1],
  ['stalls-before-headers', 'model_timeout', '', 1],
  ['stalls-before-body', 'model_timeout', '', 1],
  ['stalls-mid-stream', 'model_timeout', 'so far', 1],
  ['stalls-mid-line', 'model_timeout', 'so far', 1],
  ['trickles', 'model_timeout', 'so far', 1],
  ['trickles-comments', 'model_timeout', 'so far', 1],
  ['trickles-chunk-size', 'model_timeout', '', 1],
  ['garbage', 'model_reply_unreadable', 'so far', 1],
  ['binary-garbage', 'model_reply_unreadable', '', 1],
  ['not-http', 'model_reply_unreadable', '', 1],
  ['html', 'model_reply_unreadable', '', 1],
  ['broken-gzip', 'model_reply_unreadable', '', 1],
  ['endless-500', 'model_failed', '', 2],
  ['endless-429', 'model_busy', '', 2],
  ['busy-for-an-hour', 'model_busy', '', 1],
  ['one-long-line', 'model_reply_too_large', '', 1],
  ['redirects', 'model_refused', '', 1],
  ['long-error', 'model_failed', '', 2],
]

describe.each(['ndjson', 'sse'] as const)('a server of %s that', protocol => {
  test.each(ROWS)('%s ends in %s', async (failing, code, text, attempts) => {
    const { server, model } = await start(failing, protocol, code === 'model_timeout' ? IMPATIENT : {})
    const started = performance.now()
    const chunks = await chunksOf(model)
    expect([faultIn(chunks), textIn(chunks), server.requests.length]).toEqual([code, text, attempts])
    expect(chunks.filter(chunk => chunk.kind === 'end')).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test.each(['sends-100-mb', 'gzip-bomb'] as const)(
    '%s is cut off at the limit, and its connection closed',
    async failing => {
      const { server, model } = await start(failing, protocol)
      const chunks = await chunksOf(model)
      expect(faultIn(chunks)).toBe('model_reply_too_large')
      expect(textIn(chunks).length).toBeLessThan(4_194_304)
      await server.requests[0]?.closed
    },
  )

  test.each([
    ['stalls-before-headers', 'first_chunk_secs'],
    ['stalls-before-body', 'first_chunk_secs'],
    ['stalls-mid-line', 'idle_secs'],
    ['trickles', 'idle_secs'],
    ['trickles-comments', 'idle_secs'],
  ] as const)('%s is told with the limit that was reached, %s', async (failing, limit) => {
    const { model } = await start(failing, protocol, IMPATIENT)
    expect((await chunksOf(model)).at(-1)).toMatchObject({ fault: { message: expect.stringContaining(limit) } })
  })

  test('has no end is stopped when the whole time is over', async () => {
    const { model } = await start('trickles', protocol, { idle_secs: 30, whole_secs: 0.3 })
    const chunks = await chunksOf(model)
    expect([faultIn(chunks), textIn(chunks)]).toEqual(['model_timeout', 'so far'])
  })

  test('is read slowly is not blamed for it', async () => {
    const { model } = await start('dies-mid-stream', protocol, { idle_secs: 0.05 })
    const chunks: ModelChunk[] = []
    for await (const chunk of model.reply(asking('x'), never)) {
      chunks.push(chunk)
      await new Promise(resolve => setTimeout(resolve, 150))
    }
    expect(faultIn(chunks)).toBe('model_failed')
  })

  test.each(['stalls-before-headers', 'stalls-before-body', 'stalls-mid-stream', 'trickles', 'endless-500'] as const)(
    '%s: cancelling closes the socket at once',
    async failing => {
      const slow = {
        first_chunk_secs: 30,
        idle_secs: 30,
        whole_secs: 30,
        retry_base_ms: 20_000,
        retry_max_ms: 20_000,
        retry_budget_secs: 60,
      }
      const { server, model } = await start(failing, protocol, slow)
      const stop = new AbortController()
      const reading = chunksOf(model, asking('x'), stop.signal)
      await expect.poll(() => server.requests.length).toBeGreaterThan(0)
      await new Promise(resolve => setTimeout(resolve, 20))
      const started = performance.now()
      stop.abort()
      expect(faultIn(await reading)).toBe('tool_cancelled')
      await server.requests[0]?.closed
      expect(performance.now() - started).toBeLessThan(1_000)
    },
  )
})

describe('nobody there', () => {
  test('the fault names the address and the command', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    const model = await mustOpenOn('ollama:m', server.url, { cache: known, changes: QUICK })
    const [end] = await chunksOf(model)
    expect(end).toMatchObject({ kind: 'end', fault: { code: 'model_unreachable', detail: { address: server.url } } })
    expect(JSON.stringify(end)).toContain(
      `No model server answers at ${server.url} (ECONNREFUSED). Start it with: ollama serve`,
    )
  })

  test('a server that comes up while it is tried again answers', async () => {
    let failures = 2
    const server = await startServer((_received, response) => {
      failures -= 1
      if (failures >= 0) response.socket?.destroy()
      else
        response
          .writeHead(200, { 'content-type': 'application/x-ndjson' })
          .end('{"message":{"content":"hi"},"done":true,"done_reason":"stop"}\n')
    })
    open.push(server)
    const model = await mustOpenOn('ollama:m', server.url, { cache: known, changes: { ...QUICK, max_attempts: 3 } })
    expect(await chunksOf(model)).toEqual([
      { kind: 'text', text: 'hi' },
      { kind: 'end', finish: 'stop' },
    ])
    expect(server.requests).toHaveLength(3)
  })
})

describe('being asked to wait', () => {
  const counting = async (retryAfter: string): Promise<TestServer> => {
    let isFirst = true
    const server = await startServer((_received, response) => {
      if (isFirst) response.writeHead(429, { 'retry-after': retryAfter }).end()
      else
        response
          .writeHead(200, { 'content-type': 'application/x-ndjson' })
          .end('{"message":{"content":"hi"},"done":true}\n')
      isFirst = false
    })
    open.push(server)
    return server
  }

  test.each([
    ['in seconds', () => '0.2'],
    ['as a date', () => new Date(Date.now() + 1_200).toUTCString()],
  ])('the time is kept when it is given %s', async (_form, header) => {
    const server = await counting(header())
    const model = await mustOpenOn('ollama:m', server.url, {
      cache: known,
      changes: { ...QUICK, retry_budget_secs: 5 },
    })
    const started = performance.now()
    expect(textIn(await chunksOf(model))).toBe('hi')
    expect(performance.now() - started).toBeGreaterThan(150)
  })

  test('an account without money is no matter of waiting', async () => {
    const server = await startServer(
      (_received, response) =>
        void response
          .writeHead(429, { 'content-type': 'application/json' })
          .end(
            '{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
          ),
    )
    open.push(server)
    const model = await mustOpenOn('openai:m', server.url, { cache: known, changes: QUICK })
    expect(faultIn(await chunksOf(model))).toBe('model_refused')
    expect(server.requests).toHaveLength(1)
  })
})
