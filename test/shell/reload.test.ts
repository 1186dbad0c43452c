import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { readEntries } from '../../src/ledger/index.ts'
import { type Child, runProgram } from '../children/run-child.ts'
import { type Ask, askAs, followEvents } from '../http-server.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'
import { lacksTerminal } from '../system-needs.ts'

const CONFIG = '../home/.config/countersign/countersign.toml'
const blocking = (...words: readonly string[]): string => `[tools.shell]\nblocked = ${JSON.stringify(words)}\n`

type Feed = Parameters<typeof followEvents>[0]
type Served = { readonly child: Child; readonly api: Ask; readonly folder: WorkFolder }

/** The real program, with a person who has logged in. */
async function serving(folder: WorkFolder): Promise<Served> {
  const home = join(folder.root, '..', 'home')
  const environment = { COUNTERSIGN_STATE: folder.state, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
  const args = ['serve', '--json', '--port', '0', '--model', 'demo', '--workspace', folder.root]
  const child = runProgram({ args, environment, hearsErrors: true })
  await child.says('"url"')
  const line = child
    .printed()
    .split('\n')
    .find(each => each.includes('"url"'))
  const told = parseJsonText(line ?? '')
  const { origin, url }: JsonObject = told !== undefined && isJsonObject(told) ? told : {}
  const login = await askAs(textOf(origin), undefined)('POST', '/api/login', { code: textOf(url).split('#code=')[1] })
  return { child, folder, api: askAs(textOf(origin), textOf(login.json['token'])) }
}

/** Which of these commands are blocked; whoever is not is refused for want of a right, and nothing runs. */
async function blockedOf(commands: readonly string[], api: Ask): Promise<readonly string[]> {
  const made = await Promise.all(
    commands.map(async command => {
      const { json } = await api('POST', '/api/tools/bash/call', { args: { command }, approval: 'deny' })
      return [command, isJsonObject(json['fault']) ? textOf(json['fault']['code']) : 'ran'] as const
    }),
  )
  for (const [, code] of made) expect(['command_blocked', 'permission_denied']).toContain(code)
  return made.flatMap(([command, code]) => (code === 'command_blocked' ? [command] : []))
}

const TAKEN = 'Configuration reloaded.'
const KEPT = 'nothing has changed'

async function hangUp({ child }: Served, answer: string): Promise<void> {
  const before = child.printed().split(answer).length
  child.process.kill('SIGHUP')
  await expect.poll(() => child.printed().split(answer).length, { timeout: 20_000 }).toBe(before + 1)
}

describe('what decides about commands, in a running server', { timeout: 120_000 }, () => {
  test('[SHELL-04] is read again on SIGHUP, without a restart; a wrong configuration leaves the old one and says why', async () => {
    const folder = workFolder()
    folder.write(CONFIG, blocking('aa', 'bb'))
    const served = await serving(folder)
    const { api, child } = served
    expect(await blockedOf(['aa', 'bb', 'cc'], api)).toEqual(['aa', 'bb'])

    folder.write(CONFIG, blocking('cc'))
    await hangUp(served, TAKEN)
    expect(await blockedOf(['aa', 'bb', 'cc'], api)).toEqual(['cc'])

    folder.write(CONFIG, '[tools.shell]\nblocked = ["dd"]\nblokced = ["ee"]\n')
    await hangUp(served, KEPT)
    expect(child.printed()).toMatch(/config_invalid: .*blokced.*blocked/)
    folder.write(
      CONFIG,
      `${blocking('dd')}[[tools.shell.rules]]\nprefix = ["ls"]\naction = "allow"\nexamples = ["cat a"]\n`,
    )
    await hangUp(served, KEPT)
    expect(child.printed()).toContain('the example "cat a" is not one command that begins with ls')
    folder.write(CONFIG, 'this is no TOML')
    await hangUp(served, KEPT)
    expect(await blockedOf(['aa', 'cc', 'dd'], api)).toEqual(['cc'])

    folder.write(CONFIG, blocking('dd'))
    await hangUp(served, TAKEN)
    expect(await blockedOf(['aa', 'cc', 'dd'], api)).toEqual(['dd'])
  })

  test('[SHELL-04] under load every command is judged by one list or the other, never by a part of both', async () => {
    const folder = workFolder()
    folder.write(CONFIG, blocking('aa', 'bb'))
    const served = await serving(folder)
    for (const list of [
      ['cc', 'dd'],
      ['aa', 'bb'],
      ['cc', 'dd'],
    ]) {
      folder.write(CONFIG, blocking(...list))
      const under = { way: true }
      const over = hangUp(served, TAKEN).finally(() => (under.way = false))
      // One line, two names: the old list has the first of them, the new one the second, and a mixture of both or none would show.
      while (under.way) expect(await blockedOf(['aa; cc', 'bb; dd'], served.api)).toEqual(['aa; cc', 'bb; dd'])
      await over
      expect(await blockedOf(['aa', 'bb', 'cc', 'dd'], served.api)).toEqual(list)
    }
  })

  test('that it was read again stands in the log, and a value that the console saves counts at once', async () => {
    const folder = workFolder()
    const { api, child, folder: place } = await serving(folder)
    expect(await blockedOf(['aa'], api)).toEqual([])
    const saved = await api('PUT', '/api/settings/tools.shell.blocked', { value: ['aa'] })
    expect(saved.json).toMatchObject({ value: ['aa'], needs_restart: false })
    expect(await blockedOf(['aa'], api)).toEqual(['aa'])
    const wrong = await api('PUT', '/api/settings/tools.shell.rules', {
      value: [{ prefix: ['ls'], action: 'allow', examples: ['cat a'] }],
    })
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([400, expect.stringContaining('cat a')])
    expect((await api('PUT', '/api/settings/tools.shell.sandbox', { value: 'off' })).json).toMatchObject({
      needs_restart: true,
    })
    child.process.kill('SIGTERM')
    expect((await child.ended).code).toBe(0)
    const runtime = await openTestRuntime({ root: place.root, state: place.state })
    const events = [...readEntries(runtime.ledgerOptions)].flatMap(({ body }) =>
      body['event'] === 'config_reloaded' ? [body] : [],
    )
    const reloaded = { event: 'config_reloaded', settings_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(events).toEqual([reloaded, reloaded])
  })

  test.skipIf(lacksTerminal)('a terminal that is closed ends the server, and in order', async () => {
    const terminal = workFolder().terminal('serve', '--port', '0', '--model', 'demo')
    await terminal.shows('q to quit')
    const [, origin = '', code = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/#code=([\w-]+)/.exec(terminal.shown()) ?? []
    const login = await askAs(origin, undefined)('POST', '/api/login', { code })
    const feed = await followEvents(
      { server: { origin }, token: textOf(login.json['token']) } as unknown as Feed,
      '/api/events',
    )
    terminal.close()
    await feed.ended
    expect(feed.events.some(({ name }) => name === 'server.stopping')).toBe(true)
  })
})
