import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../../src/core/index.ts'
import { builtProgram } from '../../built-program.ts'
import { ZONE, SITE } from './addresses.ts'
import { type Namespaces, makeCertificates, makeNamespaces } from './namespaces.ts'

type Told = {
  readonly url: string
  readonly ok: boolean
  readonly text: string
  readonly data: JsonObject | null
  readonly code: string | null
}

export type Internet = {
  /** Fetched on the machine of the test's own internet, down the whole path. */
  readonly fetch: (url: string) => Promise<Told>
  /** The same by a person who has opened private, metadata and ourselves in his configuration. */
  readonly fetchOwn: (url: string) => Promise<Told>
  /** All at once, by what Node brings along, for comparison. */
  readonly fetchBlindly: (urls: readonly string[]) => Promise<readonly string[]>
  /** One command line there. */
  readonly command: (...args: readonly string[]) => Promise<{ readonly code: number | null; readonly out: string }>
  /** Where somebody was reached who must not be; emptied by reading. */
  readonly leaks: () => readonly string[]
  readonly close: () => Promise<void>
}

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export async function openInternet(folder: string): Promise<Internet> {
  makeCertificates(folder, [`secure.${ZONE}`, SITE])
  const spaces = makeNamespaces()
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  const servers = startIn(spaces.server, [script('servers.ts'), folder])
  const environment = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
  const client = startIn(spaces.client, [script('client.ts'), root, state], environment)
  await Promise.all([servers.ready, client.ready])
  const leaks = (): readonly string[] =>
    [...servers.take(isClosed), ...client.take(isHit)].map(hit => JSON.stringify(hit))
  const ask = async (order: JsonObject): Promise<Told> => {
    client.process.stdin?.write(`${JSON.stringify(order)}\n`)
    return (await client.next(isTold)) as unknown as Told
  }
  return {
    leaks,
    fetch: url => ask({ url }),
    fetchOwn: url => ask({ url, own: true }),
    async fetchBlindly(urls) {
      const texts = parseJsonText((await ask({ blindly: urls })).text)
      return isJsonList(texts) ? texts.map(textOf) : []
    },
    command: (...args) =>
      run(spaces, [builtProgram(), ...args, '--workspace', root], {
        ...environment,
        HOME: folder,
        COUNTERSIGN_STATE: state,
      }),
    async close() {
      await Promise.all([servers.stop(), client.stop()])
      spaces.remove()
    },
  }
}

const PUBLIC = /^(?:93\.184\.216\.\d+|2606:)/
const isTold = (line: JsonObject): boolean => 'code' in line
const isHit = (line: JsonObject): boolean => 'at' in line
const isClosed = (line: JsonObject): boolean => isHit(line) && !PUBLIC.test(textOf(line['at']))

type Running = {
  readonly process: ChildProcess
  readonly ready: Promise<void>
  readonly take: (wanted: (line: JsonObject) => boolean) => readonly JsonObject[]
  readonly next: (wanted: (line: JsonObject) => boolean) => Promise<JsonObject>
  readonly stop: () => Promise<void>
}

function startIn(space: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Running {
  const child = spawn('ip', ['netns', 'exec', space, process.execPath, '--import', 'tsx', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  })
  let lines: JsonObject[] = []
  let waiting: (() => void) | undefined
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(`${args[0]} ended`)))
    createInterface({ input: child.stdout }).on('line', line => {
      if (line === 'ready') resolve()
      const json = parseJsonText(line)
      if (isJsonObject(json)) lines.push(json)
      waiting?.()
    })
  })
  const take: Running['take'] = wanted => {
    const found = lines.filter(wanted)
    lines = lines.filter(line => !wanted(line))
    return found
  }
  return {
    process: child,
    ready,
    take,
    async next(wanted) {
      for (;;) {
        const [first] = take(wanted)
        if (first) return first
        await new Promise<void>(resolve => {
          waiting = resolve
        })
      }
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function run(
  { client }: Namespaces,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn('ip', ['netns', 'exec', client, process.execPath, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  return new Promise(resolve => child.once('close', code => resolve({ code, out })))
}
