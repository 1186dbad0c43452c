import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { type Json, type Model, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type TestServerOptions, startTestServer } from '../http-server.ts'
import { testClock } from '../test-clock.ts'
import { workFolder } from '../work-folder.ts'
import { type Row, rowsAt } from './row.ts'
import { served } from './served.ts'

type Started = Awaited<ReturnType<typeof startTestServer>>
const at =
  (look: (started: Started) => Promise<Json>, options: TestServerOptions = {}): Row['observe'] =>
  async settings =>
    look(await startTestServer({ ...options, settings }))

/** How the server answers a request whose body never comes whole, within 1.5 seconds. */
const slowBody = ({ server, token }: Started): Promise<Json> =>
  new Promise(resolve => {
    const head = `POST /api/policy/test HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const socket = createConnection(server.port, '127.0.0.1', () => socket.write(head))
    const end = (answer: string): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', part => end(/ (\d{3}) /.exec(String(part))?.[1] ?? ''))
    setTimeout(() => end('waits'), 1_500)
  })

/** A model that takes a second. */
const slow: Model = {
  ...scripted([]),
  async *reply(_request, signal) {
    await new Promise(resolve => setTimeout(resolve, 1_000))
    yield { kind: 'text', text: 'At last.' }
    yield { kind: 'end', ...(signal.aborted && { fault: { code: 'tool_cancelled', message: 'stopped' } }) }
  },
}
const stopping = async ({ server, api, runtime }: Started): Promise<Json> => {
  await api('POST', '/api/ai/chat', { message: 'Hello.', session_id: 'sess_g', wait: false })
  await new Promise(resolve => setTimeout(resolve, 100))
  await server.close()
  const events = await runtime.events.read('sess_g', { after: 0, limit: 100 })
  return events.flatMap(({ event }) =>
    /^turn\.(completed|failed|stopped)$/.test(textOf(event['type'])) ? [event['type'] ?? ''] : [],
  )
}

const DAY = 86_400_000
const kept: Row['observe'] = async settings => {
  const clock = testClock()
  const { api, runtime } = await startTestServer({ settings, clock, server: { clock } })
  await api('POST', '/api/ai/chat', { message: 'Hello.', session_id: 'sess_d', wait: true })
  clock.pass(2 * DAY)
  return (await runtime.events.read('sess_d', { after: 0, limit: 100 })).length > 0
}

const port: Row['observe'] = async settings => {
  const wanted = settings['server.port']
  const environment = wanted === undefined ? {} : { COUNTERSIGN_SERVER_PORT: JSON.stringify(wanted) }
  const { port: taken, child } = await served({ args: ['--model', 'demo'], environment })
  child.process.kill('SIGTERM')
  await child.ended
  return Math.floor(taken / 1_000) // a port that is taken moves on to the next one
}

const hours: Row['observe'] = async settings => {
  const value = settings['server.token_hours']
  const environment = value === undefined ? {} : { COUNTERSIGN_SERVER_TOKEN_HOURS: JSON.stringify(value) }
  const { login, child } = await served({ environment })
  child.process.kill('SIGTERM')
  return Math.round((Date.parse(textOf(login['expires_at'])) - Date.now()) / 3_600_000)
}

const modules: Row['observe'] = async settings => {
  const folder = workFolder()
  const file = join(folder.state, '..', 'mine.mjs')
  const tool =
    "{ name: 'mine', description: 'x', risk: 'read', capability: 'FileAccess', input: { type: 'object' }, execute: () => 'ran' }"
  writeFileSync(file, `export const tools = [${tool}]`)
  const list = JSON.stringify(settings['tools.modules'] ?? []).replaceAll('MINE', file)
  folder.write('../home/.config/countersign/countersign.toml', `[tools]\nmodules = ${list}\n`)
  return (await folder.run('call', 'mine', '--allow', 'FileAccess')).code
}

export const SERVER_ROWS: readonly Row[] = [
  ...rowsAt('the API of the server', [
    [
      'server.requests_per_sec',
      1,
      [false, true],
      at(async ({ api }) =>
        (await Promise.all(Array.from({ length: 12 }, () => api('GET', '/api/me')))).some(
          ({ status }) => status === 429,
        ),
      ),
    ],
    [
      'server.max_body_bytes',
      1_024,
      [200, 413],
      at(async ({ api }) => (await api('POST', '/api/policy/test', { message: 'x'.repeat(2_000) })).status),
    ],
    ['server.body_secs', 1, ['waits', '408'], at(slowBody)],
    ['server.grace_secs', 0, [['turn.completed'], ['turn.failed']], at(stopping, { models: { slow } })],
    ['server.event_days', 1, [true, false], kept],
  ]),
  ...rowsAt('countersign serve', [
    ['server.port', 5_170, [4, 5], port],
    ['server.token_hours', 2, [24, 2], hours],
  ]),
  ...rowsAt('countersign call', [['tools.modules', ['MINE'], [1, 0], modules]]),
]
