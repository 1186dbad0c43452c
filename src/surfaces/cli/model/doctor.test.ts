import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Ended, commandLine } from '../../../../test/command-line.ts'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { type OllamaOptions, type TestServer, startLmStudio, startOllama } from '../../../../test/servers/index.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { callTool } from '../../../runtime/index.ts'
import { contextFix } from './context-fix.ts'
import { environmentFindings } from './doctor/environment-findings.ts'
import type { DoctorFinding } from '../../http/shapes/setup.ts'
import { serverFindings } from './doctor/server-findings.ts'

type House = {
  readonly root: string
  readonly state: string
  readonly run: (...args: readonly string[]) => Promise<Ended>
}
type Examined = { readonly code: number; readonly ok: boolean; readonly findings: readonly DoctorFinding[] }

/** A workspace whose model is the demo model, unless it is said otherwise. */
function house(environment: { readonly [name: string]: string } = {}, root = newWorkspace()): House {
  const { path } = temporaryFolder()
  const state = join(path, 'state')
  const own = {
    COUNTERSIGN_STATE: state,
    HOME: path,
    XDG_CONFIG_HOME: path,
    COUNTERSIGN_PROVIDERS_MODEL: 'demo',
    OLLAMA_HOST: '127.0.0.1:9',
  }
  const run = (...args: readonly string[]): Promise<Ended> =>
    commandLine(['doctor', ...args, '--workspace', root], { environment: { ...own, ...environment } })
  return { root, state, run }
}

function newWorkspace(): string {
  const root = join(temporaryFolder().path, 'workspace')
  mkdirSync(root)
  return root
}

async function examine({ run }: House): Promise<Examined> {
  const { code, out } = await run('--json')
  return { code, ...(JSON.parse(out) as Omit<Examined, 'code'>) }
}
const named = ({ findings }: Examined, name: string): DoctorFinding | undefined =>
  findings.find(finding => finding.name === name)

async function started(server: Promise<TestServer>): Promise<TestServer> {
  const running = await server
  onTestFinished(() => running.close())
  return running
}

/** With a model on a server that behaves like Ollama. */
async function withOllama(
  options: OllamaOptions = {},
  environment: { readonly [name: string]: string } = {},
): Promise<House> {
  const server = await started(startOllama({ replies: () => 'one two three four five six seven', ...options }))
  return house({ OLLAMA_HOST: server.url, COUNTERSIGN_PROVIDERS_MODEL: 'ollama:qwen3:4b', ...environment })
}

describe('countersign doctor', () => {
  test('without any server everything is fine or has a way out, and it ends with 0', async () => {
    const found = await examine(house())
    expect(found).toMatchObject({ code: 0, ok: true })
    expect(found.findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'node',
        'platform',
        'package',
        'state',
        'workspace',
        'log',
        'config',
        'trust',
        'model',
        'context',
      ]),
    )
    expect(named(found, 'model')).toMatchObject({
      ok: true,
      says: 'Demo model (scripted, offline) answers.',
      fix: null,
    })
    expect(found.findings.filter(({ ok, fix }) => (ok === true) !== (fix === null))).toEqual([])
  })

  test('no server found says how to get one, and that the demo model works', () => {
    const values = {
      'providers.ollama_url': '',
      'providers.lmstudio_url': 'http://gpu:9001',
      'providers.llamacpp_url': 'http://gpu:9002',
    }
    const [finding] = serverFindings([], { values })
    expect(finding).toMatchObject({ ok: 'warning', fix: 'ollama pull qwen3:4b' })
    expect(finding?.says).toContain('answers at http://127.0.0.1:11434, http://gpu:9001, http://gpu:9002.')
    expect(finding?.says).toContain('--model demo')
  })

  test('for people each finding has a mark, and no line but a command is longer than 80', async () => {
    const { out } = await house().run()
    expect(out).toMatch(/^✓ node {6}Node \d+/m)
    expect(out.split('\n').filter(line => line.length > 80 && !/fix:|\/workspace|\/state/.test(line))).toEqual([])
    expect(out).toMatch(/\d+ ok, \d+ warnings, 0 failed/)
  })

  test('a server is found where the settings say that it listens', async () => {
    const server = await startOllama({ models: ['own:1b'] })
    onTestFinished(server.close)
    const place = house({ COUNTERSIGN_PROVIDERS_OLLAMA_URL: server.url })
    expect(named(await examine(place), 'ollama')).toMatchObject({
      ok: true,
      says: expect.stringContaining(`${server.url}: own:1b`),
    })
  })

  test('it changes nothing in the workspace', async () => {
    const place = house()
    await place.run()
    expect(readdirSync(place.root)).toEqual([])
  })

  test('nobody is asked but this machine and the addresses that were configured', async () => {
    const place = await withOllama()
    const asked: string[] = []
    const note = (message: unknown): void =>
      void (message as { readonly socket: Socket }).socket.on('connectionAttempt', address => asked.push(address))
    subscribe('net.client.socket', note)
    onTestFinished(() => void unsubscribe('net.client.socket', note))
    await place.run()
    expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))
  })
})

describe('what is kept', () => {
  test('a state folder that others can look into is broken, and its fix works', async () => {
    const place = house()
    await place.run()
    chmodSync(place.state, 0o755)
    const found = await examine(place)
    expect(found).toMatchObject({ code: 1, ok: false })
    const { fix } = named(found, 'state') ?? {}
    expect(fix).toBe(`chmod 700 ${place.state}`)
    execFileSync('sh', ['-c', fix ?? 'false'])
    expect(statSync(place.state).mode & 0o777).toBe(0o700)
    expect(named(await examine(place), 'state')).toMatchObject({ ok: true })
  })

  test('a state folder in the workspace is broken', async () => {
    const root = newWorkspace()
    expect(named(await examine(house({ COUNTERSIGN_STATE: join(root, 'state') }, root)), 'state')).toMatchObject({
      ok: false,
      fix: expect.stringContaining('COUNTERSIGN_STATE') as string,
    })
  })

  test('a key that others can read is broken, too', async () => {
    const place = await withLog()
    chmodSync(join(place.state, 'mac.key'), 0o644)
    expect(named(await examine(place), 'state')).toMatchObject({
      ok: false,
      fix: `chmod 600 ${join(place.state, 'mac.key')}`,
    })
  })

  async function withLog(): Promise<House> {
    const place = house()
    const runtime = await openTestRuntime({ root: place.root, state: place.state })
    for (const path of ['a', 'b', 'c']) await callTool({ tool: 'file_read', args: { path } }, runtime)
    await runtime.ledger.flush()
    return place
  }

  test('a log whose end is ours is fine', async () => {
    expect(named(await examine(await withLog()), 'log')).toMatchObject({
      ok: true,
      says: expect.stringMatching(/^\d+ entries/) as string,
    })
  })

  test('a log that was cut is broken', async () => {
    const place = await withLog()
    const log = join(place.root, '.control-room', 'audit', 'log', '000001.jsonl')
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    truncateSync(log, lines.slice(0, -1).join('\n').length + 1)
    expect(named(await examine(place), 'log')).toMatchObject({ ok: false, fix: 'countersign ledger verify' })
  })

  test('a log of another machine is broken, and only a person can take it over', async () => {
    const elsewhere = house({}, (await withLog()).root)
    expect(named(await examine(elsewhere), 'log')).toMatchObject({ ok: false, fix: 'countersign ledger accept' })
  })
})

describe('what was configured', () => {
  test('a wrong value is broken, and the rest is looked at all the same', async () => {
    const found = await examine(house({ COUNTERSIGN_TURN_MAX_TOOL_STEPS: 'many' }))
    expect(found.code).toBe(1)
    expect(named(found, 'config')).toMatchObject({ ok: false, fix: 'countersign config check' })
    expect(named(found, 'model')).toMatchObject({ ok: true })
  })
})

describe('the model', () => {
  test('on a server that does all it should, everything is fine', async () => {
    const found = await examine(await withOllama())
    expect(found.code).toBe(0)
    expect(named(found, 'ollama')).toMatchObject({
      ok: true,
      says: expect.stringContaining('qwen3:4b (2.6 GB)') as string,
    })
    expect(named(found, 'context')).toMatchObject({
      ok: true,
      says: expect.stringContaining('The context window holds 8192 tokens') as string,
    })
    expect(named(found, 'tools')).toMatchObject({ ok: true, says: expect.stringContaining('profile native') as string })
    expect(named(found, 'schema')).toMatchObject({ ok: true })
    expect(named(found, 'speed')).toMatchObject({
      ok: true,
      says: expect.stringMatching(/the first after \d+ ms/) as string,
    })
  })

  test('a window that is too small for a full turn is told with the setting', async () => {
    const found = await examine(await withOllama({}, { COUNTERSIGN_PROVIDERS_NUM_CTX: '2048' }))
    expect(named(found, 'context')).toMatchObject({
      ok: 'warning',
      fix: 'countersign config set providers.num_ctx 8192',
    })
  })

  test('a model that itself reads no more is given less to read', async () => {
    const found = await examine(await withOllama({ contextLength: 2_048 }))
    expect(named(found, 'context')).toMatchObject({
      ok: 'warning',
      fix: 'countersign config set turn.max_tool_bytes_per_turn 8000',
    })
  })

  test.each([['ignores-format'], ['refuses-format']] as const)('a server that %s is told', async quirk => {
    expect(named(await examine(await withOllama({ quirks: [quirk] })), 'schema')).toMatchObject({
      ok: 'warning',
      fix: 'countersign check ollama:qwen3:4b',
    })
  })

  test('a server that is not there is broken, with the command that starts it', async () => {
    const found = await examine(house({ COUNTERSIGN_PROVIDERS_MODEL: 'ollama:qwen3:4b' }))
    expect(found.code).toBe(1)
    expect(named(found, 'model')).toMatchObject({ ok: false, fix: 'ollama serve' })
  })

  test('a model that the server does not have is broken, with the command that fetches it', async () => {
    const found = await examine(await withOllama({ models: ['other:1b'] }))
    expect(named(found, 'model')).toMatchObject({ ok: false, fix: 'ollama pull qwen3:4b' })
  })

  test('a name that names no model is broken', async () => {
    expect(named(await examine(house({ COUNTERSIGN_PROVIDERS_MODEL: 'qwen' })), 'model')).toMatchObject({
      ok: false,
      fix: 'countersign config set providers.model demo',
    })
  })

  test('each kind of server is widened in its own way', async () => {
    const server = await started(startLmStudio({ contextLength: 4_096, replies: () => 'one two three' }))
    const found = await examine(
      house({ COUNTERSIGN_PROVIDERS_LMSTUDIO_URL: server.url, COUNTERSIGN_PROVIDERS_MODEL: 'lmstudio:qwen/qwen3-4b' }),
    )
    expect(named(found, 'context')).toMatchObject({
      ok: 'warning',
      fix: 'lms load qwen/qwen3-4b --context-length 8192',
    })
    const fix = (provider: string, id: string): string | null => contextFix({ provider, id }, 16_384)
    expect(fix('llamacpp', 'llamacpp:')).toBe('llama-server -m MODEL.gguf --ctx-size 16384')
    expect(fix('vllm', "vllm:it's")).toBe(`vllm serve 'it'\\''s' --max-model-len 16384`)
    expect(fix('openai', 'openai:gpt')).toBeNull()
  })
})

describe('the machine', () => {
  const packageRoot = join(import.meta.dirname, '..', '..', '..', '..')
  const look = (node: string, platform: string): readonly DoctorFinding[] =>
    environmentFindings({ node, platform, packageRoot })

  test.each([
    ['18.20.0', false],
    ['20.18.1', false],
    ['20.19.0', true],
    ['22.0.0', true],
  ])('Node %s is good enough: %s', (node, ok) => {
    expect(look(node, 'linux')[0]).toMatchObject({ name: 'node', ok })
  })

  test('Windows refuses the shell outside WSL, and macOS and Linux are fine', () => {
    expect(look('24.0.0', 'win32')[1]).toMatchObject({ ok: 'warning', says: expect.stringContaining('WSL') as string })
    expect(look('24.0.0', 'darwin')[1]).toMatchObject({ ok: true })
    expect(look('24.0.0', 'linux')[1]).toMatchObject({ ok: true })
  })

  test('an optional package that is missing is told with the command that installs it', () => {
    const folder = temporaryFolder()
    folder.write('package.json', JSON.stringify({ optionalDependencies: { 'no-such-package-here': '1' } }))
    const found = environmentFindings({ node: '24.0.0', platform: 'linux', packageRoot: folder.path })
    expect(found[2]).toMatchObject({ ok: 'warning', fix: 'npm install no-such-package-here' })
  })
})
