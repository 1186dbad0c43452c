import { onTestFinished, vi } from 'vitest'
import { type Json, type JsonObject, isJsonObject } from '../../src/core/index.ts'
import {
  type TestServer,
  startLlamaServer,
  startLmStudio,
  startOllama,
  startOpenAi,
  startVllm,
} from '../servers/index.ts'
import { type Answer, sendJson, startServer } from '../servers/test-server.ts'
import { CountersignError, assemble } from '../../src/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { workFolder } from '../work-folder.ts'
import { inAssembly } from './entries.ts'
import { type Row, rowsAt } from './row.ts'
import { scriptFile } from './rows-turn.ts'

type Asked = { readonly server: TestServer; readonly text: string; readonly code: string | null }
type Asking = {
  readonly model: string
  readonly here?: (url: string) => JsonObject
  readonly environment?: (url: string) => Readonly<Record<string, string>>
}

/** A model of this server answers one message; `SERVER` in a setting stands for its address. */
const asks =
  (
    start: () => Promise<TestServer>,
    { model, here, environment }: Asking,
    pick: (asked: Asked) => Json,
  ): Row['observe'] =>
  async settings => {
    const server = await start()
    onTestFinished(() => server.close())
    const around = { MY_KEY: 'mine', HTTPS_PROXY: 'http://127.0.0.1:9', ...environment?.(server.url) }
    for (const [name, value] of Object.entries(around)) vi.stubEnv(name, value)
    const named = JSON.stringify({ ...here?.(server.url), ...settings }).replaceAll('SERVER', server.url)
    try {
      return await inAssembly(
        { 'providers.max_attempts': 1, 'providers.probe_schema': false, ...JSON.parse(named) },
        { model: model.replace('SERVER', server.url) },
        async ({ turn }) => {
          const { text, stopped } = await turn({ message: 'Hello there.' })
          return pick({ server, text, code: stopped?.code ?? null })
        },
      )
    } catch (thrown) {
      const code: unknown = thrown instanceof CountersignError ? thrown.code : undefined
      if (typeof code !== 'string' || code === 'config_invalid') throw thrown // no model was asked
      return pick({ server, text: '', code })
    } finally {
      vi.unstubAllEnvs()
    }
  }

const REPLIES = Array.from({ length: 9 }, () => 'Hello from the server.')
const ollama = (): Promise<TestServer> => startOllama({ replies: REPLIES })
const lmStudio = (): Promise<TestServer> => startLmStudio({ replies: REPLIES })
const llama = (): Promise<TestServer> => startLlamaServer({ replies: REPLIES })
const vllm = (): Promise<TestServer> => startVllm({ replies: REPLIES })
const openAi = (): Promise<TestServer> => startOpenAi({ replies: REPLIES })
const atOllama = { model: 'ollama:qwen3:4b', here: (url: string) => ({ 'providers.ollama_url': url }) }
const chats = ({ server }: Asked): readonly JsonObject[] =>
  server.requests.filter(({ path }) => /chat/.test(path)).map(({ body }) => body)
const optionsIn = (asked: Asked): JsonObject => {
  const options = chats(asked)[0]?.['options']
  return isJsonObject(options) ? options : {}
}
const isAsked = ({ server }: Asked): Json => server.requests.length > 0
const hasKey = ({ server }: Asked): Json =>
  server.requests.some(({ headers }) => headers.authorization === 'Bearer mine')
const said = ({ text, code }: Asked): Json => code ?? text

/** Behaves like Ollama, but slowly or not at all. */
const acting = (chat: Answer, show?: Answer) => (): Promise<TestServer> =>
  startServer((received, response) => {
    if (received.path === '/api/chat') return chat(received, response)
    if (show && received.path === '/api/show') return show(received, response)
    return received.path === '/api/version'
      ? sendJson(response, 200, { version: '0.32.15' })
      : sendJson(response, 200, { capabilities: ['completion'], model_info: {} })
  })
const line = (content: string, done = false): string =>
  `${JSON.stringify({ model: 'x', message: { role: 'assistant', content }, done, ...(done && { done_reason: 'stop' }) })}\n`
const after =
  (...pauses: readonly number[]): Answer =>
  async (_received, response) => {
    for (const pause of pauses) {
      await new Promise(resolve => setTimeout(resolve, pause))
      response.write(line('word '))
    }
    response.end(line('', true))
  }
const long: Answer = (_received, response) => void response.end(line('word '.repeat(20_000)) + line('', true))
const busyFor = (times: number): (() => Promise<TestServer>) => {
  let seen = 0
  return acting((received, response) =>
    ++seen % (times + 1) === 0 ? after(0)(received, response) : sendJson(response, 503, { error: 'busy' }),
  )
}
const isDone = ({ code }: Asked): Json => code === null
const timed = (start: () => Promise<TestServer>): Row['observe'] => asks(start, { ...atOllama }, said)
const NINE = { 'providers.max_attempts': 9, 'providers.retry_budget_secs': 1 }

/** Does a second command ask again what the model can do? */
const probes: Row['observe'] = async settings => {
  const server = await ollama()
  onTestFinished(() => server.close())
  const folder = workFolder()
  const lines = Object.entries({ 'providers.ollama_url': server.url, ...settings }).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}`,
  )
  folder.write('../home/.config/countersign/countersign.toml', `${lines.join('\n')}\n`)
  const ask = (): Promise<unknown> => folder.run('ask', 'Hello there.', '--model', 'ollama:qwen3:4b')
  await ask()
  const before = server.requests.filter(({ body }) => body['format'] !== undefined).length
  await ask()
  return server.requests.filter(({ body }) => body['format'] !== undefined).length > before
}

const named: Row['observe'] = async settings => {
  const { root, state } = testWorkspace()
  const { turn, close } = assemble({ tools: [], workspace: root, state, settings })
  const { text, stopped } = await turn({ message: 'Hello there.' })
  await close()
  return stopped?.code ?? text
}

export const PROVIDER_ROWS: readonly Row[] = [
  ...rowsAt('assemble().turn', [
    ['providers.num_ctx', 2_048, [8_192, 2_048], asks(ollama, atOllama, asked => optionsIn(asked)['num_ctx'] ?? null)],
    ['providers.ollama_url', 'SERVER', [false, true], asks(ollama, { model: 'ollama:qwen3:4b' }, isAsked)],
    ['providers.lmstudio_url', 'SERVER', [false, true], asks(lmStudio, { model: 'lmstudio:qwen/qwen3-4b' }, isAsked)],
    ['providers.llamacpp_url', 'SERVER', [false, true], asks(llama, { model: 'llamacpp:' }, isAsked)],
    ['providers.vllm_url', 'SERVER', [false, true], asks(vllm, { model: 'vllm:qwen3' }, isAsked)],
    ['providers.openai_url', 'SERVER', [false, true], asks(openAi, { model: 'openai:gpt-4o' }, isAsked)],
    ['providers.ollama_key_variable', 'MY_KEY', [false, true], asks(ollama, atOllama, hasKey)],
    [
      'providers.lmstudio_key_variable',
      'MY_KEY',
      [false, true],
      asks(lmStudio, { model: 'lmstudio:qwen/qwen3-4b' }, hasKey),
      { 'providers.lmstudio_url': 'SERVER' },
    ],
    [
      'providers.llamacpp_key_variable',
      'MY_KEY',
      [false, true],
      asks(llama, { model: 'llamacpp:' }, hasKey),
      { 'providers.llamacpp_url': 'SERVER' },
    ],
    [
      'providers.vllm_key_variable',
      'MY_KEY',
      [false, true],
      asks(vllm, { model: 'vllm:qwen3' }, hasKey),
      { 'providers.vllm_url': 'SERVER' },
    ],
    [
      'providers.openai_key_variable',
      'MY_KEY',
      [false, true],
      asks(openAi, { model: 'openai:gpt-4o' }, hasKey),
      { 'providers.openai_url': 'SERVER' },
    ],
    [
      'providers.url_key_variables',
      { SERVER: 'MY_KEY' },
      [false, true],
      asks(vllm, { model: 'SERVER/v1#qwen3' }, hasKey),
    ],
    [
      'providers.proxy_private_servers',
      true,
      [false, true],
      asks(ollama, { model: 'ollama:qwen3:4b', environment: url => ({ HTTP_PROXY: url, NO_PROXY: '' }) }, isAsked),
      { 'providers.ollama_url': 'http://127.0.0.1:9' },
    ],
    [
      'providers.whole_replies',
      true,
      [true, false],
      asks(ollama, atOllama, asked => chats(asked)[0]?.['stream'] ?? null),
    ],
    [
      'providers.connect_secs',
      1,
      [null, 'model_unreachable'],
      asks(
        acting(
          after(0),
          (_received, response) =>
            void setTimeout(() => sendJson(response, 200, { capabilities: ['completion'], model_info: {} }), 1_400),
        ),
        atOllama,
        ({ code }) => code,
      ),
    ],
    ['providers.first_chunk_secs', 1, ['word', 'model_timeout'], timed(acting(after(1_400)))],
    ['providers.idle_secs', 1, ['word word', 'model_timeout'], timed(acting(after(0, 1_400)))],
    ['providers.whole_secs', 1, ['word word word', 'model_timeout'], timed(acting(after(0, 700, 700)))],
    ['providers.max_reply_bytes', 65_536, [true, false], asks(acting(long), atOllama, isDone)],
    ['providers.max_attempts', 3, [false, true], asks(busyFor(2), atOllama, isDone), { 'providers.retry_base_ms': 1 }],
    ['providers.retry_base_ms', 1, [false, true], asks(busyFor(8), atOllama, isDone), NINE],
    ['providers.retry_max_ms', 1, [false, true], asks(busyFor(8), atOllama, isDone), NINE],
    [
      'providers.retry_budget_secs',
      1,
      [true, false],
      asks(busyFor(4), atOllama, isDone),
      { 'providers.max_attempts': 9, 'providers.retry_base_ms': 2_000 },
    ],
    [
      'providers.probe_schema',
      true,
      [false, true],
      asks(ollama, atOllama, asked => chats(asked).some(body => body['format'] !== undefined)),
    ],
    ['providers.model', scriptFile('From the setting.'), ['model_unreachable', 'From the setting.'], named],
  ]),
  ...rowsAt('countersign ask', [['providers.probe_hours', 0, [false, true], probes]]),
]
