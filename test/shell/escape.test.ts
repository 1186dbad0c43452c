import { execFileSync } from 'node:child_process'
import {
  chownSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type Server, createServer } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type Sandbox, createSandbox } from '../../src/executors/sandbox/index.ts'
import { surveyWorkspace } from '../../src/executors/shell/transaction/survey.ts'
import { removeIntruders } from '../../src/executors/shell/transaction/intruders.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { FRESH_PROBES, type Outside, PROBES as FIRST, type Probe } from './escape-probes.ts'
import { lacksSandbox } from '../system-needs.ts'

const PROBES: readonly Probe[] = [...FRESH_PROBES, ...FIRST]
const NOBODY = 65_534
const MIB = 1024 * 1024
const isRoot = process.getuid?.() === 0
/** Whoever runs the tests; and if that is root, an ordinary user besides. */
const USERS = isRoot ? (['root', 'an ordinary user'] as const) : (['an ordinary user'] as const)

type World = {
  readonly outside: Outside
  readonly sandbox: Sandbox
  readonly servers: readonly Server[]
  readonly folder: string
}

async function createWorld(user: string): Promise<World> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-escape-')))
  const [root, beside] = [join(folder, 'workspace'), join(folder, 'beside')]
  for (const path of [root, beside, join(root, 'sub'), join(root, '.control-room')]) mkdirSync(path)
  writeFileSync(join(beside, 'secret.txt'), 'host secret')
  writeFileSync(join(root, '.control-room', 'secret.key'), 'host secret')
  writeFileSync(join(root, 'closed.env'), 'host secret')
  writeFileSync(join(root, 'countersign.toml'), '')
  symlinkSync(beside, join(root, 'link-out'))
  execFileSync('git', ['init', '-q', root])
  const servers = [
    await listening({ port: 0, host: '127.0.0.1' }),
    await listening({ path: join(root, 'host.sock') }),
    await listening({ path: `\0${basename(folder)}` }),
  ]
  const address = servers[0]?.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const asNobody = isRoot && user !== 'root'
  if (asNobody) giveAway(folder)
  const wrapper = join(folder, 'as-nobody')
  writeFileSync(wrapper, `#!/bin/bash\nexec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups bwrap "$@"\n`, {
    mode: 0o755,
  })
  const sandbox = createSandbox({ mode: 'on', ...(asNobody && { bwrap: wrapper }) })
  return { outside: { root, beside, port, pid: process.pid, abstract: basename(folder) }, sandbox, servers, folder }
}

const listening = (where: { port: number; host: string } | { path: string }): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(socket => socket.end('host secret'))
    server.once('error', reject).listen(where, () => resolve(server))
  })

function giveAway(folder: string): void {
  chmodSync(folder, 0o755)
  chownSync(folder, NOBODY, NOBODY)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), NOBODY, NOBODY)
  chmodSync(join(folder, 'workspace', 'host.sock'), 0o777)
}

/** As an approved command runs: with everything that a sandbox ever gives away. */
async function run(
  { sandbox, outside }: Pick<World, 'sandbox' | 'outside'>,
  { command, files = 1_000_000 }: Probe,
): Promise<{ readonly printed: string; readonly ending: string }> {
  const workspace = openWorkspace({ root: outside.root, rules: { denyRead: ['closed.env'], allowRead: [] } })
  const surveying = {
    workspace,
    reach: 'open',
    someOnly: false,
    someClosed: true,
    readOnlyFolders: new Set<string>(),
  } as const
  const before = surveyWorkspace(surveying)
  const limits = {
    processes: 60,
    memoryBytes: 256 * MIB,
    fileBytes: 64 * MIB,
    diskBytes: 200 * MIB,
    files,
    timeoutMs: 4_000,
    keptBytes: 100_000,
  }
  const confinement = { ...before, root: outside.root, folder: outside.root, reach: 'open', readable: [] } as const
  const end = await sandbox.run({
    command: command(outside),
    confinement,
    limits,
    signal: new AbortController().signal,
  })
  removeIntruders(surveying, { survey: before, guarded: true }, surveyWorkspace(surveying))
  workspace.close()
  for (const name of readdirSync(outside.root))
    if (/^(?:big|many|k$|m$|sh$|copy|evil|out$|late)/.test(name))
      rmSync(join(outside.root, name), { recursive: true, force: true })
  return end.ok
    ? { printed: end.value.stdout.text, ending: end.value.ending }
    : { printed: end.error.message, ending: 'not run' }
}

/** What a probe that was let through has moved away. */
function giveBack(root: string): void {
  for (const [from, to] of [
    ['c', 'countersign.toml'],
    ['.git/h', '.git/hooks'],
  ] as const)
    if (existsSync(join(root, from))) renameSync(join(root, from), join(root, to))
}

const stateOf = ({ root, beside }: Outside): unknown => ({
  secret: readFileSync(join(beside, 'secret.txt'), 'utf8'),
  beside: readdirSync(beside),
  key: readFileSync(join(root, '.control-room', 'secret.key'), 'utf8'),
  ours: readdirSync(join(root, '.control-room')),
  config: readFileSync(join(root, 'countersign.toml'), 'utf8'),
  git: readFileSync(join(root, '.git', 'config'), 'utf8'),
  orders: ['commondir', 'config.worktree'].filter(name => existsSync(join(root, '.git', name))),
  hooks: readdirSync(join(root, '.git', 'hooks')).filter(name => !name.endsWith('.sample')),
})

describe.skipIf(lacksSandbox).each(USERS)('as %s', user => {
  let world: World
  beforeAll(async () => {
    process.env['PROBE_SECRET'] = 'PROBE_SECRET'
    world = await createWorld(user)
  })
  afterAll(() => {
    for (const server of world.servers) server.close()
    rmSync(world.folder, { recursive: true, force: true })
  })

  test('an ordinary command works, so that the probes below fail for their own reasons', async () => {
    const { printed, ending } = await run(world, {
      title: '',
      command: () => 'id -u; echo fine > sub/x; cat sub/x; git status --short | head -1; python3 -c "print(1)"',
    })
    expect([printed, ending]).toEqual([expect.stringMatching(/^[0-9]+\nfine\n.*\n1\n$/), 'exit'])
  })

  test('some of the probes need nothing but a way out, and find it where nobody confines them', async () => {
    const open = await createWorld(user)
    const { root } = open.outside
    const told: string[] = []
    for (const probe of PROBES.filter(({ worksOutside }) => worksOutside === true)) {
      const { printed } = await run({ ...open, sandbox: createSandbox({ mode: 'off' }) }, probe)
      if (probe.escaped?.test(printed) !== true) told.push(probe.title)
      giveBack(root)
    }
    for (const server of open.servers) server.close()
    rmSync(open.folder, { recursive: true, force: true })
    expect(told).toEqual([])
  })

  test.each(PROBES.map(probe => [probe.title, probe] as const))('a command cannot %s', async (_, probe) => {
    const before = stateOf(world.outside)
    const { printed, ending } = await run(world, probe)
    expect(ending).toMatch(
      probe.stopped === undefined ? /^(?:exit|memory|timeout)$/ : new RegExp(`^(?:${probe.stopped})$`),
    )
    if (probe.escaped) expect(printed).not.toMatch(probe.escaped)
    if (probe.title.startsWith('go on')) await new Promise(resolve => setTimeout(resolve, 2_500))
    expect(existsSync(join(world.outside.root, 'late.txt'))).toBe(false)
    expect(stateOf(world.outside)).toEqual(before)
  })
})

test('there are at least thirty probes', () => {
  expect(PROBES.length).toBeGreaterThanOrEqual(30)
})
