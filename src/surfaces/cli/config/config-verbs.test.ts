import { mkdirSync, readFileSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createOutputCheck } from '../../../catalog/index.ts'
import { configShape, trustHash } from '../../../runtime/index.ts'
import { Failure } from '../failure.ts'
import type { Surroundings } from '../find-workspace.ts'
import { type Terminal, unpainted } from '../terminal.ts'
import { readAuthorityFiles } from './authority-files.ts'
import { checkConfig } from './check-config.ts'
import { loadConfig, viewTrust } from './load-config.ts'
import { migrateFile } from './migrate-file.ts'
import { printConfig, printSchema } from './print-config.ts'
import { setValue } from './set-value.ts'

type Stage = {
  readonly around: Surroundings
  readonly workspace: string
  readonly user: string
  readonly put: (path: string, text: string) => string
}

/** A home and a workspace of their own. */
function stage({
  user,
  workspace,
  environment = {},
}: { user?: string; workspace?: string; environment?: Record<string, string> } = {}): Stage {
  const root = realpathSync(temporaryFolder().path)
  const put = (path: string, text: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
    return join(root, path)
  }
  mkdirSync(join(root, 'w/.control-room'), { recursive: true })
  if (user !== undefined) put('home/.config/countersign/countersign.toml', user)
  if (workspace !== undefined) put('w/countersign.toml', workspace)
  return {
    around: { cwd: join(root, 'w'), home: join(root, 'home'), environment },
    workspace: join(root, 'w'),
    user: join(root, 'home/.config/countersign/countersign.toml'),
    put,
  }
}

function recording(): Terminal & { readonly said: string[]; readonly told: string[] } {
  const [said, told]: [string[], string[]] = [[], []]
  const err = (text: string): void => void told.push(text)
  return { said, told, out: text => void said.push(text), err, problem: err, paint: unpainted, isInteractive: false }
}

async function asFailure(run: () => unknown): Promise<{ code: string; message: string; exit: number }> {
  try {
    await run()
  } catch (thrown) {
    if (thrown instanceof Failure)
      return { code: thrown.fault.code, message: thrown.fault.message, exit: thrown.exitCode }
    throw thrown
  }
  throw new Error('expected a failure')
}

describe('loading', () => {
  test('each value comes from the strongest that names it, and says from where', async () => {
    const { around, user } = stage({
      user: '[permissions]\ngrant_secs = 200\nsession_hours = 3\napproval_secs = 50\n',
      environment: { COUNTERSIGN_PERMISSIONS_SESSION_HOURS: '5' },
    })
    const { values, origins } = await loadConfig({ flags: {}, around, values: { 'permissions.approval_secs': 70 } })
    const shown = ['grant_secs', 'session_hours', 'approval_secs', 'capability_secs'].map(key => [
      values[`permissions.${key}`],
      origins[`permissions.${key}`],
    ])
    expect(shown).toEqual([
      [200, `user:${user}`],
      [5, 'env:COUNTERSIGN_PERMISSIONS_SESSION_HOURS'],
      [70, 'flag'],
      [{ SystemExecute: 60 }, 'default'],
    ])
  })

  test('everything that is wrong in any source is told at once, with exit code 3', async () => {
    const { around, user, workspace } = stage({
      user: '[tools]\nmax = 1\n',
      workspace: '[nope]\n',
      environment: { COUNTERSIGN_PERMISSIONS_GRANT_SECS: 'x' },
    })
    const failure = await asFailure(() => loadConfig({ flags: {}, around }))
    expect(failure).toMatchObject({ code: 'config_invalid', exit: 3 })
    expect(failure.message.split('\n')).toEqual([
      '3 problems:',
      'COUNTERSIGN_PERMISSIONS_GRANT_SECS: `permissions.grant_secs` must be a whole number, found "x".',
      expect.stringContaining(`${user}:2: unknown key \`tools.max\``),
      expect.stringContaining(`${workspace}/countersign.toml:1: unknown key \`nope\``),
    ])
  })

  test('--config that does not exist is wrong; no file at all is not', async () => {
    const { around } = stage()
    expect(await asFailure(() => loadConfig({ flags: { config: 'none.toml' }, around }))).toMatchObject({
      code: 'config_invalid',
      exit: 3,
    })
    expect((await loadConfig({ flags: {}, around })).warnings).toEqual([])
  })

  test("a workspace's config that is a link is refused, not followed", async () => {
    const { around, workspace, put } = stage()
    symlinkSync(put('evil.toml', ''), join(workspace, 'countersign.toml'))
    expect(await asFailure(() => loadConfig({ flags: {}, around }))).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('symbolic link'),
    })
  })

  test.each([new Uint8Array([0xff, 0xfe]), 'x'.repeat(1024 * 1024 + 1)])(
    'what is no text, or too much of it, is refused',
    async content => {
      const { around, user, put } = stage()
      put('home/.config/countersign/countersign.toml', '')
      writeFileSync(user, content)
      expect(await asFailure(() => loadConfig({ flags: {}, around }))).toMatchObject({
        code: 'config_invalid',
        exit: 3,
      })
    },
  )

  test('turning on what is not there yet says so', async () => {
    const { around } = stage({ user: '[agent.tool_filter]\nenabled = true\n' })
    expect(await asFailure(() => loadConfig({ flags: {}, around }))).toMatchObject({
      code: 'not_in_this_version',
      exit: 3,
    })
  })
})

describe('trust', () => {
  const LOOSE = '[permissions]\ngrant_secs = 9000\nsession_hours = 1\n[tools.adversarial_policy]\nfail_open = true\n'

  test('an untrusted workspace narrows and is told what it did not get', async () => {
    const { around } = stage({ workspace: LOOSE })
    const { values, refused, trust } = await loadConfig({ flags: {}, around })
    expect([trust, values['permissions.grant_secs'], values['permissions.session_hours']]).toEqual(['never', 300, 1])
    expect(refused.map(({ key }) => key)).toEqual(['tools.adversarial_policy.fail_open', 'permissions.grant_secs'])
  })

  test('what was seen and trusted counts, until a byte of it changes', async () => {
    const { around, workspace, put } = stage({ workspace: LOOSE })
    const seen = trustHash(readAuthorityFiles(workspace))
    const load = () => loadConfig({ flags: {}, around, storedTrust: async () => ({ files: seen.files }) })
    const trusted = await load()
    expect([trusted.trust, trusted.values['permissions.grant_secs']]).toEqual(['trusted', 9000])
    expect(trusted.refused.map(({ key }) => key)).toEqual(['tools.adversarial_policy.fail_open'])
    put('w/.control-room/agents/new.json', '{}')
    const changed = await load()
    expect([changed.trust, changed.values['permissions.grant_secs']]).toEqual(['changed', 300])
  })

  test('before trusting, a person sees the files and what they would loosen', async () => {
    const { around } = stage({ workspace: LOOSE })
    expect(await viewTrust({ flags: {}, around })).toMatchObject({
      trust: 'never',
      trustRecord: { files: [{ path: 'countersign.toml' }] },
      loosens: [{ key: 'permissions.grant_secs', from: 300, to: 9000 }],
    })
  })
})

describe('config print', () => {
  test('prints a file that reads back as what counts', async () => {
    const { around, put } = stage({ user: '[tools.adversarial_policy]\npolicies = ["never \\u202E", "\\""]\n' })
    const first = recording()
    expect(await printConfig({}, first, { around })).toBe(0)
    const again = recording()
    await printConfig({ config: put('printed.toml', first.said.join('\n')) }, again, {
      around: { ...around, home: '/nowhere' },
    })
    expect(again.said).toEqual(first.said)
    expect(first.said.join('\n')).toContain('# How many calls a session may make')
  })

  test('--json is the same as data', async () => {
    const { around } = stage()
    const [json, toml] = [recording(), recording()]
    await printConfig({ json: true }, json, { around })
    await printConfig({}, toml, { around })
    const data = JSON.parse(json.said.join('\n'))
    expect(data.run.max_steps).toBeNull()
    delete data.run.max_steps
    expect(data).toEqual(JSON.parse(JSON.stringify(parse(toml.said.join('\n')))))
  })

  test('--show-origin says of each value where it comes from', async () => {
    const { around, user } = stage({ user: '[permissions]\ngrant_secs = 200\n' })
    const terminal = recording()
    await printConfig({ showOrigin: true }, terminal, { around })
    const lines = terminal.said.join('\n').split('\n')
    expect(lines).toContain(`grant_secs = 200  # from user:${user}`)
    expect(lines).toContain('session_hours = 12  # from default')
    const json = recording()
    await printConfig({ showOrigin: true, json: true }, json, { around })
    expect(JSON.parse(json.said.join('\n'))['permissions.grant_secs']).toEqual({ value: 200, origin: `user:${user}` })
  })

  test('warnings and refused wishes go beside the result, not into it', async () => {
    const { around } = stage({
      workspace: '[permissions]\ngrant_secs = 9000\n',
      environment: { COUNTERSIGN_PERMISIONS_GRANT_SECS: '1' },
    })
    const terminal = recording()
    await printConfig({ json: true }, terminal, { around })
    expect(terminal.told).toEqual([
      'COUNTERSIGN_PERMISIONS_GRANT_SECS is no setting; did you mean COUNTERSIGN_PERMISSIONS_GRANT_SECS?',
      'The workspace sets permissions.grant_secs = 9000; ignored: an untrusted workspace may only lower this.',
    ])
  })
})

describe('config schema', () => {
  test('is a schema that takes good files and refuses bad ones', () => {
    const terminal = recording()
    expect(printSchema({}, terminal)).toBe(0)
    const check = createOutputCheck(JSON.parse(terminal.said.join('\n')))
    expect([check({ permissions: { grant_secs: 5 } }).ok, check({ permissions: { grant_sec: 5 } }).ok]).toEqual([
      true,
      false,
    ])
  })
})

describe('config check', () => {
  test('a good file: 0', async () => {
    const { around, put } = stage()
    const terminal = recording()
    expect(await checkConfig({ file: put('good.toml', '[permissions]\ngrant_secs = 5\n') }, terminal, { around })).toBe(
      0,
    )
    expect(terminal.said).toEqual(['The configuration is valid.'])
  })

  test('a bad file: 3, and every problem', async () => {
    const { around, put } = stage()
    const file = put('bad.toml', '[permissions]\ngrant_secs = "x"\ngrantsecs = 1\n')
    const terminal = recording()
    expect(await checkConfig({ file: 'bad.toml' }, terminal, { around: { ...around, cwd: join(file, '..') } })).toBe(3)
    expect(terminal.said.join('\n').split('\n')).toEqual([
      `${file}:2: \`permissions.grant_secs\` must be a whole number, found "x".`,
      `${file}:3: unknown key \`permissions.grantsecs\`; did you mean \`grant_secs\`?`,
      '2 problems.',
    ])
  })

  test('a file that is not there: 3', async () => {
    expect(await checkConfig({ file: 'none.toml' }, recording(), { around: stage().around })).toBe(3)
  })

  test('without a file everything that counts is looked at, and the result is data with --json', async () => {
    const { around } = stage({
      user: '[tools.policy]\nenabled = true\n[[tools.policy.rules]]\naction = "allow"\ntools = ["*"]\n[[tools.policy.rules]]\naction = "deny"\ntools = ["x"]\n',
      workspace: '[permissions]\ngrant_secs = 9000\n',
    })
    const terminal = recording()
    expect(await checkConfig({ json: true }, terminal, { around })).toBe(0)
    const report = JSON.parse(terminal.said.join('\n'))
    expect(report).toMatchObject({ ok: true, problems: [], refused: [{ key: 'permissions.grant_secs', wanted: 9000 }] })
    expect(report.warnings).toEqual([expect.stringContaining('can never decide')])
  })

  test('limits that contradict each other are a problem', async () => {
    const { around } = stage({ user: '[guardrails]\nloop_repeat_threshold = 9\n' })
    const terminal = recording()
    expect(await checkConfig({}, terminal, { around })).toBe(3)
    expect(terminal.said.join('\n')).toContain('repeat_window')
  })

  test('what a file says is shown, not obeyed', async () => {
    const { around, put } = stage()
    const terminal = recording()
    await checkConfig({ file: put('bad.toml', '"\\u001b[2J\\u202e" = 1\n') }, terminal, { around })
    // oxlint-disable-next-line no-control-regex -- it must not contain any
    expect(terminal.said.join('\n')).not.toMatch(/[\u001b\u202e]/)
  })
})

describe('config migrate', () => {
  const OLD = '# mine\n[agent]\nmax_tool_retries = 3\n'

  test('[ERR-06] writes a new file beside the old one and leaves the old one as it is', async () => {
    const { around, workspace } = stage({ workspace: OLD })
    const terminal = recording()
    expect(await migrateFile({}, terminal, around)).toBe(0)
    expect(readFileSync(join(workspace, 'countersign.toml'), 'utf8')).toBe(OLD)
    expect(readFileSync(join(workspace, 'countersign.migrated.toml'), 'utf8')).toBe(
      '# mine\n[agent]\n\n[tools.retry]\nmax_attempts = 3\n',
    )
    expect(terminal.said.join('\n')).toContain('agent.max_tool_retries → tools.retry.max_attempts')
  })

  test('the old file alone is refused with the way out', async () => {
    const { around } = stage({ workspace: OLD })
    expect((await asFailure(() => loadConfig({ flags: {}, around }))).message).toContain(
      'is called `tools.retry.max_attempts` now. Run countersign config migrate.',
    )
  })

  test('--out names another file; one that exists is never overwritten', async () => {
    const { around, workspace } = stage({ workspace: OLD })
    expect(await migrateFile({ out: 'new.toml', json: true }, recording(), around)).toBe(0)
    expect(await asFailure(() => migrateFile({ out: 'new.toml' }, recording(), around))).toMatchObject({
      exit: 2,
      message: expect.stringContaining('already exists'),
    })
    expect(await asFailure(() => migrateFile({ out: 'countersign.toml' }, recording(), around))).toMatchObject({
      exit: 2,
    })
    expect(readFileSync(join(workspace, 'countersign.toml'), 'utf8')).toBe(OLD)
  })

  test('where nothing is old nothing is written', async () => {
    const { around, workspace } = stage({ workspace: '[permissions]\n' })
    const terminal = recording()
    expect(await migrateFile({ json: true }, terminal, around)).toBe(0)
    expect(JSON.parse(terminal.said.join('\n'))).toMatchObject({ out: null, moved: [], problems: [] })
    expect(readdirSync(workspace).toSorted()).toEqual(['.control-room', 'countersign.toml'])
  })

  test('a result that still has problems is written and told, with exit code 3', async () => {
    const { around } = stage({ workspace: `${OLD}other = 1\n` })
    const terminal = recording()
    expect(await migrateFile({}, terminal, around)).toBe(3)
    expect(terminal.said.join('\n')).toContain('unknown key `agent.other`')
  })

  test('what is no TOML, or not there, is refused with exit code 3', async () => {
    const { around } = stage({ workspace: '[agent' })
    expect(await asFailure(() => migrateFile({}, recording(), around))).toMatchObject({
      code: 'config_invalid',
      exit: 3,
    })
    expect(await asFailure(() => migrateFile({ file: 'none' }, recording(), around))).toMatchObject({
      code: 'config_invalid',
      exit: 3,
    })
  })
})

describe('config set', () => {
  const grant = async (around: Surroundings) => {
    const { values, origins } = await loadConfig({ flags: {}, around })
    return [values['permissions.grant_secs'], origins['permissions.grant_secs']?.split(':')[0]]
  }

  test('counts before the file and after the environment, in this workspace only', async () => {
    const { around, put } = stage({ user: '[permissions]\ngrant_secs = 10\n' })
    expect(setValue({ key: 'permissions.grant_secs', value: '20' }, recording(), around)).toBe(0)
    expect(await grant(around)).toEqual([20, 'saved'])
    expect(await grant({ ...around, environment: { COUNTERSIGN_PERMISSIONS_GRANT_SECS: '30' } })).toEqual([30, 'env'])
    put('other/.control-room/x', '')
    expect(await grant({ ...around, cwd: join(around.cwd, '../other') })).toEqual([10, 'user'])
    expect(setValue({ key: 'permissions.grant_secs' }, recording(), around)).toBe(0)
    expect(await grant(around)).toEqual([10, 'user'])
  })

  test('is kept where only its owner can read it, and touches no file of the person', async () => {
    const { around, user, workspace } = stage({ user: '# mine\n', workspace: '# ours\n' })
    const terminal = recording()
    setValue({ key: 'permissions.grant_secs', value: '20', json: true }, terminal, around)
    const { file } = JSON.parse(terminal.said.join('\n'))
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700])
    expect([readFileSync(user, 'utf8'), readFileSync(join(workspace, 'countersign.toml'), 'utf8')]).toEqual([
      '# mine\n',
      '# ours\n',
    ])
    expect(readdirSync(join(file, '..'))).toEqual(['settings.json'])
  })

  test.each([
    [
      { key: 'permissions.grant_sec', value: '1' },
      { code: 'usage_invalid', exit: 2, message: expect.stringContaining('permissions.grant_secs') },
    ],
    [
      { key: 'permissions.grant_secs', value: 'x' },
      { code: 'config_invalid', exit: 3 },
    ],
    [
      { key: 'permissions.grant_secs', value: '0' },
      { code: 'config_invalid', exit: 3 },
    ],
    [
      { key: 'tools.policy.rules', value: '[{"action":"deny","tools":["a"],"action":"allow"}]' },
      { code: 'config_invalid', exit: 3 },
    ],
    [
      { key: 'agent.tool_filter.enabled', value: 'true' },
      { code: 'not_in_this_version', exit: 3 },
    ],
  ])('%j is refused', async (flags, expected) => {
    const { around } = stage()
    expect(await asFailure(() => setValue(flags, recording(), around))).toMatchObject(expected)
  })

  test('a state folder inside the workspace is no place for what the person decides', async () => {
    const { around, workspace } = stage()
    const inside = { ...around, environment: { COUNTERSIGN_STATE: join(workspace, 'state') } }
    expect(
      await asFailure(() => setValue({ key: 'permissions.grant_secs', value: '1' }, recording(), inside)),
    ).toMatchObject({
      code: 'state_unsafe',
      exit: 3,
    })
  })

  test('a saved file that something else has written is refused, one of a newer version is used as far as it is known', async () => {
    const { around } = stage()
    const terminal = recording()
    setValue({ key: 'permissions.grant_secs', value: '20', json: true }, terminal, around)
    const { file } = JSON.parse(terminal.said.join('\n'))
    writeFileSync(file, '{"values":{"permissions.grant_secs":25,"future.key":1}}')
    const { values, warnings } = await loadConfig({ flags: {}, around })
    expect([values['permissions.grant_secs'], warnings.length]).toEqual([25, 1])
    writeFileSync(file, '[]')
    expect(await asFailure(() => loadConfig({ flags: {}, around }))).toMatchObject({ code: 'config_invalid', exit: 3 })
  })
})

test('every key can be set by its variable', async () => {
  const { around } = stage()
  const { keys } = configShape()
  const environment = Object.fromEntries(
    [...keys.values()].map(({ variable, setting }) => [
      variable,
      typeof setting.standard === 'string'
        ? setting.standard
        : setting.standard === null
          ? 'none'
          : JSON.stringify(setting.standard),
    ]),
  )
  const { values, origins, warnings } = await loadConfig({ flags: {}, around: { ...around, environment } })
  expect(warnings).toEqual([])
  expect(Object.values(origins).every(origin => origin.startsWith('env:'))).toBe(true)
  expect(values).toEqual(Object.fromEntries([...keys.values()].map(({ key, setting }) => [key, setting.standard])))
})
