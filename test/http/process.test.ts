import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type Child, runProgram } from '../children/run-child.ts'
import { commandLine } from '../command-line.ts'
import { type Ask, type SentEvent, askAs, followEvents } from '../http-server.ts'
import { type TestWorkspace, testWorkspace } from '../open-test-runtime.ts'

type Served = {
  readonly child: Child
  readonly origin: string
  readonly port: number
  readonly token: string
  readonly api: Ask
  readonly place: TestWorkspace
}

async function serve(place: TestWorkspace, ...more: readonly string[]): Promise<Served> {
  const environment = { COUNTERSIGN_STATE: place.state, HOME: join(place.state, '..') }
  const child = runProgram({
    args: ['serve', '--json', '--model', 'demo', '--workspace', place.root, ...more],
    environment,
  })
  await child.says('"url"')
  const line = parseJsonText(
    child
      .printed()
      .split('\n')
      .find(each => each.includes('"url"')) ?? '',
  )
  const told = line !== undefined && isJsonObject(line) ? line : {}
  const origin = textOf(told['origin'])
  const login = await askAs(origin, undefined)('POST', '/api/login', { code: textOf(told['url']).split('#code=')[1] })
  const token = textOf(login.json['token'])
  return { child, origin, port: Number(told['port']), token, api: askAs(origin, token), place }
}

const WRITE = {
  message: 'Write a note called notes.md that says: check the tide table.',
  session_id: 'sess_p',
  wait: false,
}
const asFeed = ({ origin, token }: Served): Parameters<typeof followEvents>[0] =>
  ({ server: { origin }, token }) as unknown as Parameters<typeof followEvents>[0]
const objects = (value: JsonObject[string] | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

async function untilAsked(api: Ask): Promise<JsonObject> {
  for (;;) {
    const [first] = objects((await api('GET', '/api/permissions')).json['permissions'])
    if (first) return first
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

describe('the process', { timeout: 120_000 }, () => {
  test('killed in the middle of a turn: a client resumes, nothing told is lost or doubled, and the turn is closed', async () => {
    const first = await serve(testWorkspace(), '--port', '0')
    const feed = await followEvents(asFeed(first), '/api/sessions/sess_p/events?after=0')
    await first.api('POST', '/api/ai/chat', WRITE)
    await untilAsked(first.api)
    await feed.until(({ name }) => name === 'permission.pending')
    first.child.process.kill('SIGKILL')
    await Promise.all([first.child.ended, feed.ended])
    const heard = [...feed.events]

    const second = await serve(first.place, '--port', String(first.port))
    expect(second.port).toBe(first.port)
    const rest = await followEvents(asFeed(second), '/api/sessions/sess_p/events', {
      'last-event-id': String(heard.at(-1)?.id),
    })
    const end = await rest.until(({ name }) => name === 'turn.failed')
    expect(end.data).toMatchObject({ code: 'system_error', turn_id: heard[0]?.data['turn_id'] })
    const all = await followEvents(asFeed(second), '/api/sessions/sess_p/events?after=0')
    await all.until(({ id }) => id === end.id)
    const ids = (events: readonly SentEvent[]): readonly (number | undefined)[] => events.map(({ id }) => id)
    expect(ids([...heard, ...rest.events])).toEqual(ids([...heard, ...rest.events]).map((_, index) => index + 1))
    expect(all.events.slice(0, heard.length)).toEqual(heard)
    expect((await askAs(second.origin, first.token)('GET', '/api/me')).status).toBe(401)
    const view = (await second.api('GET', '/api/sessions/sess_p')).json
    expect(objects(view['turns']).map(({ state }) => state)).toEqual(['done'])
    expect((await second.api('POST', '/api/ai/chat', { ...WRITE, message: 'Hello', wait: true })).json).toMatchObject({
      stopped: null,
    })
  })

  test('SIGTERM: questions are denied, clients are told, the log is whole, and it ends with 0', async () => {
    const served = await serve(testWorkspace(), '--port', '0')
    const workspace = await followEvents(asFeed(served), '/api/events')
    const feed = await followEvents(asFeed(served), '/api/sessions/sess_p/events')
    await served.api('POST', '/api/ai/chat', WRITE)
    await untilAsked(served.api)
    served.child.process.kill('SIGTERM')
    await Promise.all([feed.ended, workspace.ended])
    expect((await served.child.ended).code).toBe(0)
    expect(workspace.events.some(({ name }) => name === 'server.stopping')).toBe(true)
    expect(feed.events.at(-1)?.name).toMatch(/^turn\./)
    const verified = await commandLine(['ledger', 'verify', '--json', '--workspace', served.place.root], {
      environment: { COUNTERSIGN_STATE: served.place.state },
    })
    expect([verified.code, (parseJsonText(verified.out) as JsonObject)['failed']]).toEqual([0, []])
  })

  test('a port that is taken moves on to the next one, unless it was asked for by name', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen({ host: '127.0.0.1', port: 0 }, resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const place = testWorkspace()
    const refused = await commandLine(['serve', '--json', '--port', String(port), '--workspace', place.root], {
      environment: { COUNTERSIGN_STATE: place.state },
    })
    expect([refused.code, refused.err.includes('is in use')]).toEqual([1, true])
    const environment = { COUNTERSIGN_STATE: place.state, COUNTERSIGN_SERVER_PORT: String(port) }
    const child = runProgram({ args: ['serve', '--json', '--workspace', place.root, '--model', 'demo'], environment })
    await child.says('"port"')
    expect(child.printed()).not.toContain(`"port":${port},`)
    child.process.kill('SIGTERM')
    expect((await child.ended).code).toBe(0)
  })

  test('settings are shown with their origin, saved in the state folder only, and wrong ones refused', async () => {
    const { api, place } = await serve(testWorkspace(), '--port', '0')
    const before = objects((await api('GET', '/api/settings')).json['settings'])
    expect(before.find(({ key }) => key === 'turn.max_tool_steps')).toMatchObject({
      value: 6,
      default: 6,
      origin: 'default',
      saved: null,
    })
    const saved = await api('PUT', '/api/settings/turn.max_tool_steps', { value: 4 })
    expect(saved.json).toMatchObject({ key: 'turn.max_tool_steps', value: 4, needs_restart: false })
    expect(textOf(saved.json['saved_in']).startsWith(place.state)).toBe(true)
    expect(
      objects((await api('GET', '/api/settings')).json['settings']).find(({ key }) => key === 'turn.max_tool_steps'),
    ).toMatchObject({
      value: 4,
      saved: null,
    })
    expect((await api('PUT', '/api/settings/turn.max_tool_steps', { value: 'many' })).status).toBe(400)
    expect((await api('PUT', '/api/settings/turn.nothing', { value: 1 })).status).toBe(404)
    expect((await api('DELETE', '/api/settings/turn.max_tool_steps')).json).toMatchObject({ value: 6 })
    expect(
      (await api('POST', '/api/doctor/fix', { fix: 'countersign config set turn.max_tool_steps 5' })).json,
    ).toMatchObject({ value: 5 })
    expect((await api('POST', '/api/doctor/fix', { fix: 'rm -rf /' })).status).toBe(400)
    expect((await api('PUT', '/api/models/chosen', { spec: 'demo' })).json).toMatchObject({
      spec: 'demo',
      is_demo: true,
      from: 'console',
    })
    const doctor = (await api('GET', '/api/doctor')).json
    const printed = await commandLine(['doctor', '--json', '--workspace', place.root], {
      environment: { COUNTERSIGN_STATE: place.state },
    })
    const names = (report: JsonObject): readonly unknown[] =>
      objects(report['findings']).map(({ group, name, ok }) => [group, name, ok])
    expect(names(doctor)).toEqual(names(parseJsonText(printed.out) as JsonObject))
  })

  test('rules are saved only over those that were read, only if each can decide something, and hold after a restart', async () => {
    const first = await serve(testWorkspace(), '--port', '0')
    const { api } = first
    const version = async (): Promise<string> => textOf((await api('GET', '/api/policy')).json['version'])
    const put = (rules: unknown, match?: string) =>
      api('PUT', '/api/policy', { rules }, match === undefined ? {} : { 'if-match': `"${match}"` })
    const deny = { action: 'deny', tools: ['file_*'], paths: ['secret/**'], reason: 'Not these.' }
    const before = await version()
    const refused = [
      await put([deny]),
      await put([deny], 'another'),
      await put([{ action: 'deny', tools: ['no_such_tool'] }], before),
      await put(
        [
          { action: 'deny', tools: ['*'] },
          { action: 'allow', tools: ['file_read'] },
        ],
        before,
      ),
      await put([{ action: 'maybe', tools: ['*'] }], before),
      await put([{ tools: ['*'] }], before),
    ]
    expect(refused.map(({ status, json }) => [status, isJsonObject(json['error']) && json['error']['param']])).toEqual([
      [400, 'If-Match'],
      [409, null],
      [400, 'rules'],
      [400, 'rules'],
      [400, 'rules'],
      [400, 'rules'],
    ])
    expect([await version(), objects((await api('GET', '/api/policy')).json['rules'])]).toEqual([before, []])
    const checked = async (...rules: readonly JsonObject[]): Promise<JsonObject> =>
      (await api('POST', '/api/policy/check', { rules })).json
    expect(await checked({ action: 'ask', tools: ['file_re*'] }, { action: 'deny', tools: ['no_such_tool'] })).toEqual({
      complaints: ['Rule 2 of [tools.policy] fits no tool that is here: no_such_tool.'],
      fits: [['file_read'], []],
    })
    expect(await checked({ action: 'maybe', tools: ['*'] })).toEqual({
      complaints: [expect.stringContaining('"action" must be one of allow, deny, ask')],
      fits: [],
    })
    expect((await api('GET', '/api/policy')).json).toMatchObject({ version: before, saved: [] })
    const saved = await put([deny], before)
    expect(saved.json).toMatchObject({ rules: [deny], needs_restart: false, version: await version() })
    expect((await api('GET', '/api/policy')).json).toMatchObject({
      version: await version(),
      rules: [{ action: 'deny' }],
      saved: [deny],
    })
    expect((await put([], before)).status).toBe(409)
    expect((await askAs(first.origin, undefined)('PUT', '/api/policy', { rules: [] })).status).toBe(401)
    first.child.process.kill('SIGTERM')
    await first.child.ended

    const second = await serve(first.place, '--port', '0')
    expect((await second.api('GET', '/api/policy')).json['rules']).toMatchObject([
      {
        rule: 'rule 1 of [tools.policy]',
        action: 'deny',
        tools: ['file_*'],
        when: { paths: ['secret/**'] },
        reason: 'Not these.',
      },
    ])
    const called = await second.api('POST', '/api/tools/file_read/call', {
      args: { path: 'secret/x.md' },
      allow: ['FileAccess'],
    })
    expect(called.json).toMatchObject({ ok: false, fault: { code: 'policy_blocked' } })
  })

  // Again, because a server that refuses a body before its end may close before the client has sent it all.
  test('/v1 stands behind the same doors', { retry: 2 }, async () => {
    const place = testWorkspace()
    const served = await serve(place, '--port', '0')
    const made = await commandLine(['serve', '--workspace', place.root, '--new-key', 'app', '--approval', 'hold'], {
      environment: { COUNTERSIGN_STATE: place.state },
    })
    const app = askAs(served.origin, made.out.trim())
    expect((await askAs(served.origin, undefined)('GET', '/v1/models')).status).toBe(401)
    expect((await app('GET', '/v1/models', undefined, { origin: 'http://evil.example' })).status).toBe(403)
    const listed = await app('GET', '/v1/models')
    expect(objects(listed.json['data']).map(({ id }) => id)).toContain('demo')
    expect(listed.headers.get('content-security-policy')).toContain("default-src 'none'")
    const said = await app('POST', '/v1/chat/completions', {
      model: 'default',
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect([said.status, objects(said.json['choices'])[0]?.['finish_reason']]).toEqual([200, 'stop'])
    expect(
      (await app('POST', '/v1/chat/completions', { model: 'default', messages: [], pad: 'x'.repeat(17_000_000) }))
        .status,
    ).toBe(413)
  })

  test('keys are made, listed and dropped at the command line, and only their hash is kept', async () => {
    const place = testWorkspace()
    const run = (...args: readonly string[]): ReturnType<typeof commandLine> =>
      commandLine(['serve', '--workspace', place.root, '--json', ...args], {
        environment: { COUNTERSIGN_STATE: place.state },
      })
    const made = parseJsonText(
      (await run('--new-key', 'ci', '--allow', 'FileAccess', '--approval', 'return')).out,
    ) as JsonObject
    expect(textOf(made['key'])).toMatch(/^csk_[\w-]{43}$/)
    const { api, origin } = await serve(place, '--port', '0')
    expect((await askAs(origin, textOf(made['key']))('GET', '/api/me')).json).toEqual({
      who: 'key',
      name: 'ci',
      scopes: ['use'],
      allow: ['FileAccess'],
      approval: 'return',
    })
    expect(parseJsonText((await run('--keys')).out)).toMatchObject([{ name: 'ci', allow: ['FileAccess'] }])
    expect((await run('--new-key', 'ci')).code).toBe(2)
    expect((await run('--new-key', '../x')).code).toBe(2)
    expect((await run('--drop-key', 'ci')).code).toBe(0)
    expect((await askAs(origin, textOf(made['key']))('GET', '/api/me')).status).toBe(401)
    expect((await api('GET', '/api/me')).status).toBe(200)
  })

  test.each([
    ['inside the workspace', (place: TestWorkspace) => join(place.root, 'state'), 0o700],
    ['open to others', (place: TestWorkspace) => place.state, 0o755],
  ] as const)('no key is made in a state folder that is %s, which the server would refuse', async (_why, at, mode) => {
    const place = testWorkspace()
    const state = at(place)
    mkdirSync(state, { mode })
    const options = { environment: { COUNTERSIGN_STATE: state } }
    for (const verb of [['--new-key', 'ci'], ['--keys'], ['--port', '0']]) {
      const refused = await commandLine(['serve', '--workspace', place.root, '--json', ...verb], options)
      expect([verb, refused.code > 0, refused.err]).toEqual([verb, true, expect.stringContaining('state_unsafe')])
    }
    expect(readdirSync(state)).toEqual([])
  })
})
