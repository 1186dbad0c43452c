import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FaultCode, Model, TurnEvent } from '../../src/core/index.ts'
import { verifyAll } from '../../src/ledger/index.ts'
import type { ProviderValues } from '../../src/providers/index.ts'
import { type Runtime, type TurnReport, runTurn } from '../../src/runtime/index.ts'
import { runChild } from '../children/run-child.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import {
  type Failing,
  type Protocol,
  type ServerReply,
  type TestServer,
  mustOpenOn,
  startFaulty,
  startOllama,
  startOpenAi,
} from '../servers/index.ts'
import { README } from './play.ts'

const SHORT: Partial<ProviderValues> = {
  first_chunk_secs: 0.3,
  idle_secs: 0.2,
  whole_secs: 1,
  max_reply_bytes: 4_194_304,
  max_attempts: 2,
  retry_budget_secs: 1,
}
const LONGEST_MS = 5_000 // all attempts together take 2 s at most; the rest is a busy machine

const open: TestServer[] = []
const kept = async (starting: Promise<TestServer>): Promise<TestServer> => {
  const server = await starting
  open.push(server)
  return server
}
afterEach(async () => void (await Promise.all(open.splice(0).map(server => server.close()))))

/** What it can do is known already, so that the first thing to go wrong is the reply. */
const known = {
  get: () => Promise.resolve({ nativeTools: true, schema: 'kept', embed: false }),
  put: () => Promise.resolve(),
}

async function openFaulty(failing: Failing, protocol: Protocol, changes: Partial<ProviderValues> = {}): Promise<Model> {
  const { url } = await kept(startFaulty(failing, protocol))
  return mustOpenOn(protocol === 'ndjson' ? 'ollama:m' : 'openai:m', url, {
    cache: known,
    changes: { ...SHORT, ...changes },
  })
}

async function openHealthy(
  protocol: Protocol,
  replies: readonly ServerReply[],
): Promise<{ server: TestServer; model: Model }> {
  const isOllama = protocol === 'ndjson'
  const server = await kept(isOllama ? startOllama({ replies }) : startOpenAi({ replies }))
  return {
    server,
    model: await mustOpenOn(isOllama ? 'ollama:qwen3:4b' : 'openai:gpt-5-mini', server.url, { cache: known }),
  }
}

type Told = { readonly report: TurnReport; readonly events: readonly TurnEvent[]; readonly milliseconds: number }

async function tell(runtime: Runtime, model: Model, message: string): Promise<Told> {
  const events: TurnEvent[] = []
  const started = performance.now()
  const onEvent = (event: TurnEvent): void => void events.push(event)
  const report = await runTurn({ message, model, session: 'talk', allow: ['FileAccess'], onEvent }, runtime)
  return { report, events, milliseconds: performance.now() - started }
}

async function openStage(): Promise<Runtime> {
  const place = testWorkspace()
  writeFileSync(join(place.root, 'notes.md'), README)
  return openTestRuntime(place)
}

const READ = { calls: [{ name: 'file_read', arguments: { path: 'notes.md' } }] }
const QUESTION = 'Read the file notes.md and tell me what it says.'

/** A conversation of one turn, a turn on a bad server, and one more on a good one. */
async function playThree(
  protocol: Protocol,
  bad: Model,
): Promise<{ runtime: Runtime; broken: Told; server: TestServer }> {
  const runtime = await openStage()
  const { model: first } = await openHealthy(protocol, ['Good day.'])
  expect((await tell(runtime, first, 'Hello there.')).report.text).toBe('Good day.')
  const before = await runtime.sessions.load('talk')
  const broken = await tell(runtime, bad, QUESTION)
  expect(await runtime.sessions.load('talk')).toEqual(before)
  const { server, model } = await openHealthy(protocol, [READ, 'It burned all night.'])
  const next = await tell(runtime, model, QUESTION)
  expect(next.report).toMatchObject({
    text: 'It burned all night.',
    stopped: null,
    receipts: [expect.stringMatching(/^rcpt_/)],
  })
  return { runtime, broken, server }
}

type Row = readonly [failing: Failing, code: FaultCode]

const ROWS: readonly Row[] = [
  ['dies-before-headers', 'model_failed'],
  ['dies-mid-stream', 'model_failed'],
  ['dies-mid-line', 'model_failed'],
  ['empty', 'model_failed'],
  ['stalls-before-headers', 'model_timeout'],
  ['stalls-mid-stream', 'model_timeout'],
  ['trickles', 'model_timeout'],
  ['garbage', 'model_reply_unreadable'],
  ['binary-garbage', 'model_reply_unreadable'],
  ['html', 'model_reply_unreadable'],
  ['endless-500', 'model_failed'],
  ['endless-429', 'model_busy'],
  ['one-long-line', 'model_reply_too_large'],
]

describe.each<readonly [string, Protocol]>([
  ['Ollama', 'ndjson'],
  ['OpenAI', 'sse'],
])('a turn on a server like %s that', (_name, protocol) => {
  test.each(ROWS)(
    '%s ends in %s in time, leaves the history as it was, and the next turn works',
    async (failing, code) => {
      const { runtime, broken, server } = await playThree(protocol, await openFaulty(failing, protocol))
      expect(broken.report).toMatchObject({ stopped: { code }, receipts: [] })
      expect(broken.report.text).toMatch(new RegExp(`^STOP_HOOK: error\nReason: ${code} `))
      expect(broken.milliseconds).toBeLessThan(LONGEST_MS)
      expect(broken.events.map(({ seq }) => seq)).toEqual(broken.events.map((_event, index) => index + 1))
      expect(broken.events.at(-1)).toMatchObject({ type: 'turn.failed', code })
      expect(JSON.stringify(server.requests.map(({ body }) => body))).toContain('Good day.')
      expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('so far')
      expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
    },
  )

  test.each(['sends-100-mb', 'gzip-bomb'] as const)(
    '%s is cut off at the limit of bytes, in a turn as anywhere',
    async failing => {
      const patient = { whole_secs: 20, idle_secs: 10, first_chunk_secs: 10 }
      const { broken } = await playThree(protocol, await openFaulty(failing, protocol, patient))
      expect(broken.report.stopped?.code).toBe('model_reply_too_large')
      const shown = broken.events.flatMap(event => (event.type === 'attempt.output.delta' ? [event.text.length] : []))
      expect(shown.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(4_194_304)
    },
  )

  test.each<Row>([
    ['dies-mid-stream', 'model_failed'],
    ['stalls-before-headers', 'model_timeout'],
    ['endless-500', 'model_failed'],
  ])('%s after a call was made: what was done is kept with its receipt', async (failing, code) => {
    const runtime = await openStage()
    const { model: healthy } = await openHealthy(protocol, [READ])
    const bad = await openFaulty(failing, protocol)
    let asked = 0
    const changing: Model = {
      ...healthy,
      reply: (request, signal) => (asked++ === 0 ? healthy : bad).reply(request, signal),
    }
    const { report } = await tell(runtime, changing, QUESTION)
    expect(report).toMatchObject({ stopped: { code }, receipts: [expect.stringMatching(/^rcpt_/)] })
    const { messages } = await runtime.sessions.load('talk')
    expect(messages).toMatchObject([
      { role: 'user', text: QUESTION },
      { role: 'call', tool: 'file_read', ok: true, receipt: report.receipts[0] },
      { role: 'assistant', text: `(stopped: ${code})` },
    ])
    const next = await openHealthy(protocol, ['As I said, it burned.'])
    expect((await tell(runtime, next.model, 'And then?')).report.text).toBe('As I said, it burned.')
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })
})

const event = (text: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: finish }] })}\n\n`

/** What comes after the head, by the first word of the path; no reply ends by itself, and `talks` never stops. */
const FIRST_WORDS: Readonly<Record<string, string>> = {
  cancel: event('so far'),
  silent: event('so far'),
  talks: event('so far'),
  late: `${event('Good day.', 'stop')}data: [DONE]\n\n`,
}

async function startUnsized(head: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', question => {
      const how = /^POST \/(\w+)/.exec(String(question))?.[1] ?? ''
      socket.write(`${head}\r\ncontent-type: text/event-stream\r\n\r\n${FIRST_WORDS[how]}`)
      const talking = how === 'talks' ? setInterval(() => socket.write(event('and on')), 20) : undefined
      socket.once('close', () => clearInterval(talking))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const UNREADABLE = Array<FaultCode>(4).fill('model_reply_unreadable')
test.each<readonly [head: string, ends: readonly (FaultCode | 'complete')[]]>([
  ['HTTP/1.0 200 OK', ['tool_cancelled', 'model_timeout', 'model_timeout', 'complete']],
  ['HTTP/1.1 200 OK\r\nconnection: close', ['tool_cancelled', 'model_timeout', 'model_timeout', 'complete']],
  ['HTTP/1.0 200 OK\r\ntransfer-encoding: identity', UNREADABLE],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: identity', UNREADABLE],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: xchunked', UNREADABLE],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, identity', UNREADABLE],
])('a reply without a length that we stop ends in a fault, and the process lives: %j', async (head, ends) => {
  const url = await startUnsized(head)
  const child = runChild('cut-replies.ts', { args: Object.keys(FIRST_WORDS).map(how => `${url}/${how}`) })
  expect([await child.ended, child.printed()]).toEqual([
    { code: 0, signal: null },
    `${[...ends, 'alive'].join('\n')}\n`,
  ])
})
