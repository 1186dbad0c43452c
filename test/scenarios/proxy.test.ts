import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type RequestListener, createServer, request as forward } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isPrivateServer } from '../../src/providers/http/proxy.ts'
import { builtProgram } from '../built-program.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { startVllm } from '../servers/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { makeCertificates } from '../web/internet/namespaces.ts'
import { pageServer } from '../web/page-server.ts'

/** A proxy on the loopback that leads every host to one port of this machine. */
async function startProxy(port: number): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    const { method, url = '', headers } = request
    asked.push(`${method} ${url}`)
    const forwarded = forward({ port, host: '127.0.0.1', method, path: new URL(url).pathname, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(forwarded.on('error', () => response.destroy()))
  })
  proxy.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`)
    const tunnel = connect({ port, host: '127.0.0.1' }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket)
      socket.pipe(tunnel)
    })
    for (const end of [tunnel, socket]) end.on('error', () => undefined)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked }
}

async function startModel(): Promise<{ readonly port: number; readonly url: string }> {
  const server = await startVllm({ replies: () => 'Good day.' })
  onTestFinished(server.close)
  return { port: Number(new URL(server.url).port), url: server.url }
}

type CommandEnd = { readonly code: number | null; readonly out: string; readonly err: string }
type CommandPlace = { readonly root: string; readonly state: string }

/** The built program, so that nothing of the environment of the tests counts. */
function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { root, state }: CommandPlace = testWorkspace(),
): Promise<CommandEnd> {
  const env = {
    PATH: process.env['PATH'],
    HOME: dirname(state),
    COUNTERSIGN_STATE: state,
    COUNTERSIGN_PROVIDERS_PROBE_SCHEMA: 'false',
    COUNTERSIGN_PROVIDERS_CONNECT_SECS: '1',
    COUNTERSIGN_PROVIDERS_MAX_ATTEMPTS: '1',
    ...environment,
  }
  const child = spawn(process.execPath, [builtProgram(), ...args], { cwd: root, env })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  return new Promise(resolve => child.once('close', code => resolve({ code, out, err })))
}

const ask = (server: string, environment: NodeJS.ProcessEnv, place?: CommandPlace): Promise<CommandEnd> =>
  run(['ask', 'Hello there.', '--model', `${server}/v1#Qwen/Qwen3-4B`, '--quiet'], environment, place)

const bothProxies = (url: string): NodeJS.ProcessEnv => ({ HTTP_PROXY: url, HTTPS_PROXY: url })
const ANSWERED: CommandEnd = { code: 0, out: 'Good day.\n', err: '' }
const ASKED = ['GET http://models.invalid:8000/v1/models', 'POST http://models.invalid:8000/v1/chat/completions']

describe('a model server that is neither on this machine nor in a private network', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('is reached through the proxy that %s names', async name => {
    const { url, asked } = await startProxy((await startModel()).port)
    expect(await ask('http://models.invalid:8000', { [name]: url })).toEqual(ANSWERED)
    expect(asked).toEqual(ASKED)
  })

  test.each([
    [
      'without a scheme, and with blanks around',
      (url: string) => ({ HTTP_PROXY: `  ${url.slice('http://'.length)} ` }),
    ],
    ['in capitals, where the small letters are blank', (url: string) => ({ http_proxy: '  ', HTTP_PROXY: url })],
  ])('and its address may stand there %s', async (_how, environment) => {
    const { url, asked } = await startProxy((await startModel()).port)
    expect(await ask('http://models.invalid:8000', environment(url))).toEqual(ANSWERED)
    expect(asked).toEqual(ASKED)
  })

  test('is asked directly if the proxies are blank, or for https only', async () => {
    const { url, asked } = await startProxy((await startModel()).port)
    const ends = [
      await ask('http://models.invalid:8000', bothProxies('  ')),
      await ask('http://models.invalid:8000', { HTTPS_PROXY: url }),
      await ask('https://models.invalid:8000', { HTTP_PROXY: url }),
    ]
    for (const { code, err } of ends) expect([code, err]).toEqual([5, expect.stringContaining('ENOTFOUND')])
    expect(asked).toEqual([])
  })

  test.each([
    ['http://models.invalid', 'HTTP_PROXY', 'socks5://someone:secret@127.0.0.1:1080'],
    ['http://models.invalid', 'http_proxy', 'http://'],
    ['https://models.invalid', 'HTTPS_PROXY', 'http://someone:%secret@127.0.0.1:1080'],
  ])('is not asked at all (%s) where %s is no address of a proxy: %s', async (server, name, value) => {
    const { code, err } = await ask(server, { [name]: value })
    expect([code, err]).toEqual([3, expect.stringContaining(`${name.toUpperCase()} is not an http or https address`)])
    expect(err).not.toMatch(/secret|No model server/)
  })

  test('is not asked through the proxy if its name cannot be looked up, since it may be a private one', async () => {
    const { url, asked } = await startProxy((await startModel()).port)
    const tooLong = `${'office.'.repeat(50)}example` // the system refuses to look, as it does while its resolver is away
    const { code, err } = await ask(`http://${tooLong}:8000`, bothProxies(url))
    expect([code, err, asked]).toEqual([5, expect.stringMatching(/model_unreachable.*\(EINVAL, .*HTTP_PROXY/s), []])
  })

  test('by its address as well', async () => {
    const { url, asked } = await startProxy((await startModel()).port)
    expect(await ask('http://203.0.113.7:8000', bothProxies(url))).toEqual(ANSWERED)
    expect(asked[0]).toBe('GET http://203.0.113.7:8000/v1/models')
  })

  test.each(['NO_PROXY', 'no_proxy'])('is asked directly if %s says so', async name => {
    const { url, asked } = await startProxy((await startModel()).port)
    const { code, err } = await ask('http://models.invalid:8000', { ...bothProxies(url), [name]: '.invalid' })
    expect([code, asked, err]).toEqual([5, [], expect.stringContaining('model_unreachable')])
  })

  test('is not asked directly where the proxy is not there, and the message names the variables', async () => {
    const { code, err } = await ask('http://models.invalid:8000', bothProxies('http://someone:secret@127.0.0.1:9'))
    expect([code, err]).toEqual([5, expect.stringMatching(/\(ECONNREFUSED, .*HTTP_PROXY, HTTPS_PROXY/)])
    expect(err).not.toContain('secret')
  })

  const lacksOpenssl = process.env['CI'] !== 'true' && spawnSync('openssl', ['version']).status !== 0

  test.skipIf(lacksOpenssl)('is spoken to in TLS through the proxy that HTTPS_PROXY names', async () => {
    const { path: folder } = temporaryFolder()
    makeCertificates(folder, ['models.invalid'])
    const [key, cert] = ['key.pem', 'cert.pem'].map(name => readFileSync(join(folder, name)))
    const paths: (string | undefined)[] = []
    const answer: RequestListener = ({ url }, response) => {
      paths.push(url)
      const reply = { choices: [{ message: { content: 'Good day.' }, finish_reason: 'stop' }] }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
    }
    const server = createTlsServer({ key, cert }, answer).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { url, asked } = await startProxy((server.address() as AddressInfo).port)
    const trusting = { HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
    expect(await ask('https://models.invalid', trusting)).toEqual(ANSWERED)
    expect([new Set(asked), paths]).toEqual([
      new Set(['CONNECT models.invalid:443']),
      ['/v1/models', '/v1/chat/completions'],
    ])
    expect((await ask('https://models.invalid', { HTTPS_PROXY: url })).err).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  })
})

describe('a model server on this machine or in a private network', () => {
  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])('is asked directly: %s', async host => {
    const { port } = await startModel()
    const { url, asked } = await startProxy(port)
    expect(await ask(`http://${host}:${port}`, bothProxies(url))).toEqual(ANSWERED)
    expect(asked).toEqual([])
  })

  test.each(['10.255.255.254', '[fd12:3456::1]'])('is asked directly, though nobody is there: %s', async host => {
    const { url, asked } = await startProxy((await startModel()).port)
    const { code } = await ask(`http://${host}:8000`, bothProxies(url))
    expect([code === 0, asked]).toEqual([false, []])
  })

  test.each(['gpu-box', 'gpu-box.lan'])('is asked directly by its name, though nobody knows it: %s', async host => {
    const { url, asked } = await startProxy((await startModel()).port)
    const { code } = await ask(`http://${host}:8000`, bothProxies(url))
    expect([code, asked]).toEqual([5, []])
  })

  test('is asked directly whatever the proxies are', async () => {
    const { url } = await startModel()
    expect(await ask(url, bothProxies('socks5://127.0.0.1:1080'))).toEqual(ANSWERED)
  })

  test('is reached through the proxy if the person says so in the configuration', async () => {
    const { port, url: server } = await startModel()
    const { url, asked } = await startProxy(port)
    const environment = { ...bothProxies(url), COUNTERSIGN_PROVIDERS_PROXY_PRIVATE_SERVERS: 'true' }
    expect(await ask(server, environment)).toEqual(ANSWERED)
    expect(asked).toHaveLength(2)
  })

  test('is asked directly whatever a workspace says, trusted or not', async () => {
    const { port, url: server } = await startModel()
    const { url, asked } = await startProxy(port)
    const place = testWorkspace()
    writeFileSync(join(place.root, 'countersign.toml'), '[providers]\nproxy_private_servers = true\n')
    writeFileSync(join(place.root, '.env'), `HTTP_PROXY=${url}\n`)
    const before = await ask(server, bothProxies(url), place)
    const trusted = await run(['trust', '--yes'], {}, place)
    const after = await ask(server, bothProxies(url), place)
    expect([before.out, trusted.code, after.out, asked]).toEqual([ANSWERED.out, 0, ANSWERED.out, []])
  })

  test.each([
    ['127.9.9.9', true],
    ['10.0.0.1', true],
    ['172.31.255.255', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.1.1', true],
    ['100.64.0.1', true],
    ['100.128.0.1', false],
    ['0.0.0.0', true],
    ['8.8.8.8', false],
    ['[::1]', true],
    ['[::2]', false],
    ['[fe80::1]', true],
    ['[fd00::1]', true],
    ['[2606:4700::1]', false],
    ['[::ffff:192.168.1.1]', true],
    ['[::ffff:8.8.8.8]', false],
    ['model.localhost', true],
    ['gpu-box', true],
    ['gpu-box.', true],
    ['gpu-box.local', true],
    ['GPU.Lan', true],
    ['models.internal.', true],
    ['box.home.arpa', true],
    ['arpa.invalid', false],
    ['local.invalid', false],
    ['2130706433', true],
  ])('%s is told apart: %s', async (host, isPrivate) => {
    expect(await isPrivateServer(new URL(`http://${host}`), new AbortController().signal)).toBe(isPrivate)
  })
})

test.each(['127.0.0.1', '203.0.113.7'])('web_fetch never uses a proxy of the environment: %s', async host => {
  const page = await pageServer({ '*': '<p>The lamp burned all night.</p>' })
  const { url, asked } = await startProxy(page.port)
  const { root, state } = testWorkspace()
  mkdirSync(state, { mode: 0o700 })
  const config = join(dirname(state), 'own.toml')
  writeFileSync(config, `[web]\nallow_hosts = ["${host}"]\ntimeout_secs = 1\n[tools.retry]\nmax_attempts = 1\n`)
  const lowerCase = { http_proxy: url, https_proxy: url, COUNTERSIGN_PROVIDERS_PROXY_PRIVATE_SERVERS: 'true' }
  const args = ['call', 'web_fetch', JSON.stringify({ url: `http://${host}:${page.port}/` }), '--config', config]
  const { code, out } = await run(
    [...args, '--allow', 'BrowserControl'],
    { ...bothProxies(url), ...lowerCase },
    { root, state },
  )
  const isThere = host === '127.0.0.1'
  expect([code === 0, out.includes('The lamp burned all night.'), page.asked]).toEqual(
    isThere ? [true, true, ['/']] : [false, false, []],
  )
  expect(asked).toEqual([])
})
