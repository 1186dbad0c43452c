import { type ChildProcess, fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { percentile } from '../measure.ts'
import { printTable, saveFigures } from '../report.ts'

const ROUNDS = 600
const WARM_UP = 200

const start = (file: string, ...args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, file), args, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

const told = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('a process of the bench ended too early')))
    child.once('message', message => resolve(message as T))
  })

const agent = new Agent({ keepAlive: true })

/** One request over a connection that stays open; milliseconds until the last byte. */
function ask(url: string, body: object): Promise<number> {
  const text = JSON.stringify(body)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      response => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - started)
            : reject(new Error(`status ${response.statusCode}`)),
        )
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}

const upstream = start('../turn/server.ts')
const direct = `http://127.0.0.1:${await told<number>(upstream)}/v1`
const endpoint = start('serve.ts', direct)
const ours = await told<string>(endpoint)

const user = { role: 'user', content: 'Read the file notes.md and tell me what it says.' }
const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const tools = [{ type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters } }]

const KINDS: Readonly<Record<string, object>> = {
  'plain chat': { messages: [user] },
  'one tool, answered with a call': { messages: [user], tools },
}

const rows = []
for (const [name, body] of Object.entries(KINDS)) {
  for (let index = 0; index < WARM_UP; index++) {
    await ask(direct, { model: 'm', ...body })
    await ask(ours, { model: `${direct}#m`, ...body })
  }
  const [plain, guarded]: [number[], number[]] = [[], []]
  const before = await processorTime(endpoint)
  // One after the other, so that what else the machine does hits both alike.
  for (let index = 0; index < ROUNDS; index++) {
    plain.push(await ask(direct, { model: 'm', ...body }))
    guarded.push(await ask(ours, { model: `${direct}#m`, ...body }))
  }
  const cpu = ((await processorTime(endpoint)) - before) / ROUNDS / 1_000
  const added = guarded.map((milliseconds, index) => milliseconds - (plain[index] ?? 0))
  rows.push({ name, direct: figures(plain), ours: figures(guarded), added: figures(added), cpu })
}

async function processorTime(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const used = await told<NodeJS.CpuUsage>(child)
  return used.user + used.system
}

type Figures = { readonly p50: number; readonly p95: number; readonly p99: number }
function figures(values: readonly number[]): Figures {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) }
}

const shown = ({ p50, p95, p99 }: Figures): readonly string[] => [p50, p95, p99].map(value => value.toFixed(2))
printTable(
  ['one request, not streamed, milliseconds', 'p50', 'p95', 'p99'],
  rows.flatMap(({ name, cpu, ...measured }) => [
    [`${name}: straight to the server`, ...shown(measured.direct)],
    [`${name}: through /v1`, ...shown(measured.ours)],
    [`${name}: added`, ...shown(measured.added)],
    [`${name}: processor time of the endpoint, mean`, cpu.toFixed(2), '', ''],
  ]),
)
agent.destroy()
endpoint.disconnect()
upstream.disconnect()
saveFigures(import.meta.dirname, { rounds: ROUNDS, rows })
