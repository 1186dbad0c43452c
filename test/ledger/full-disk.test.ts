import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, describe, expect, test } from 'vitest'
import { DISK_FULL, type JsonObject, messageOf, systemClock } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { linkIssue } from '../../src/records/index.ts'
import { type CallReport, callTool, runTurn } from '../../src/runtime/index.ts'
import { verifyAll } from '../../src/ledger/index.ts'
import { openSqliteStore } from '../../src/storage/index.ts'
import { type Ended, commandLine } from '../command-line.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { call } from '../scenarios/play.ts'
import { type SmallDisk, smallDisk } from '../small-disk.ts'
import { temporaryFolder } from '../temporary-folder.ts'

type Holds = 'state' | 'workspace' | 'both'
type Place = { readonly root: string; readonly state: string; readonly home: string; readonly disk: SmallDisk }

/** A workspace and a state folder, of which one or both lie on a small disk. */
function placeOn(context: TestContext, holds: Holds): Place {
  const disk = smallDisk(context)
  const elsewhere = temporaryFolder().path
  const on = (which: Holds): string => (holds === which || holds === 'both' ? disk.path : elsewhere)
  const [root, state, home] = [join(on('workspace'), 'work'), join(on('state'), 'state'), join(on('state'), 'home')]
  for (const folder of [root, home]) mkdirSync(folder)
  writeFileSync(join(root, 'a.md'), 'one\n')
  return { root, state, home, disk }
}

const runIn =
  ({ root, state, home }: Place) =>
  (...args: readonly string[]): Promise<Ended> =>
    commandLine([...args, '--workspace', root], {
      environment: { COUNTERSIGN_STATE: state, HOME: home, XDG_CONFIG_HOME: join(home, '.config') },
    })

/** What programs and databases say by themselves, which nobody should have to read. */
const RAW = /ENOSPC|EDQUOT|no space left|database or disk|no transaction|SQLITE|\n\s+at /i

function expectSaid({ code, out, err }: Ended, what: string): void {
  expect([what, (out + err).match(RAW)?.[0]]).toEqual([what, undefined])
  if (code !== 0) expect([what, out + err]).toEqual([what, expect.stringContaining(DISK_FULL)])
}

const COMMANDS: readonly (readonly string[])[] = [
  ['call', 'file_read', 'path=a.md', '--allow', 'FileAccess'],
  ['call', 'file_write', 'path=new.md', 'content=x', 'overwrite=true', '--allow', 'FileWrite'],
  ['config', 'set', 'turn.max_tool_steps', '4'],
  ['ledger', 'checkpoint'],
  ['ask', 'Hello', '--model', 'demo'],
]

describe.each<Holds>(['state', 'workspace', 'both'])('a full disk under: %s', holds => {
  test('every command says so, and works again when there is room', async context => {
    const place = placeOn(context, holds)
    const run = runIn(place)
    expect((await run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).code).toBe(0)
    let refused = 0
    for (const leave of [0, 4_096, 12_288, 40_960]) {
      place.disk.fill(leave)
      for (const command of COMMANDS) {
        const ended = await run(...command)
        expectSaid(ended, `${command.join(' ')} with ${leave} bytes left`)
        if (ended.code !== 0) refused += 1
      }
      place.disk.free()
      for (const command of COMMANDS) expect([command, (await run(...command)).code]).toEqual([command, 0])
    }
    expect(refused).toBeGreaterThan(6)
    const verified = await run('ledger', 'verify')
    expect([verified.code, verified.out.split(' ')[0]]).toEqual([0, '✓'])
  })

  test('one runtime goes on without a restart, and no line is half', async context => {
    const place = placeOn(context, holds)
    const runtime = await openTestRuntime({ root: place.root, state: place.state })
    const make = (tool: string, args: JsonObject, event: string): Promise<CallReport> =>
      callTool({ tool, args, event, session: 's', allow: ['FileAccess', 'FileWrite'] }, runtime)
    const turn = (): ReturnType<typeof runTurn> => {
      const model = scripted([call('file_read', { path: 'a.md' }), 'It says one.'])
      return runTurn({ message: 'Read a.md.', model, allow: ['FileAccess'], profile: 'lenient' }, runtime)
    }
    let refused = 0
    for (const leave of [0, 4_096, 8_192, 12_288, 16_384, 28_672, 65_536]) {
      place.disk.fill(leave)
      const content = 'y'.repeat(5_000)
      const calls = [
        await make('file_read', { path: 'a.md' }, `read ${leave}`),
        await make('file_write', { path: `full-${leave}.md`, content }, `full ${leave}`),
      ]
      const { text } = await turn()
      expect([leave, text.match(RAW)?.[0]]).toEqual([leave, undefined])
      for (const { ok, text: said } of calls) if (!ok) expect(said).toContain(DISK_FULL)
      refused += calls.filter(({ ok }) => !ok).length
      place.disk.free()
      const after = await make('file_write', { path: `free-${leave}.md`, content }, `free ${leave}`)
      expect([leave, after.text]).toEqual([leave, expect.stringContaining('Done')])
      expect((await turn()).text).toBe('It says one.')
    }
    expect(refused).toBeGreaterThan(3)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
  })
})

test('a database that is begun with too little room says so in the same words, and is begun when there is more', async context => {
  const disk = smallDisk(context)
  const refused: string[] = []
  for (let leave = 0; leave <= 160 * 1_024; leave += 4_096) {
    const options = { path: join(disk.path, `${leave}.db`), clock: systemClock }
    disk.fill(leave)
    const opened = await openSqliteStore(options).catch((thrown: unknown) => messageOf(thrown))
    if (typeof opened === 'string') refused.push(opened)
    else await opened.close()
    disk.free()
    await (await openSqliteStore(options)).close()
  }
  expect(refused.length).toBeGreaterThan(3)
  expect(refused.filter(message => !message.includes(DISK_FULL) || RAW.test(message))).toEqual([])
})

test('nothing is begun on a full disk: the state folder and the log are made when there is room', async context => {
  for (const holds of ['state', 'workspace'] as const) {
    const place = placeOn(context, holds)
    const run = runIn(place)
    place.disk.fill()
    const first = await run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')
    expect(first.code).toBe(1)
    expectSaid(first, holds)
    expect((await run('doctor')).out).toMatch(/✗ disk +The disk of .* is full: 0 KiB are\s+free\./)
    place.disk.free()
    expect((await run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).code).toBe(0)
    expect((await run('ledger', 'verify')).code).toBe(0)
  }
})

test('a file, its copy for undo, a checkpoint and the link to an issue: each stays as it was, and says so', async context => {
  const place = placeOn(context, 'workspace')
  const run = runIn(place)
  const long = `${'long line\n'.repeat(30_000)}last\n`
  writeFileSync(join(place.root, 'long.md'), long)
  expect((await run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess')).code).toBe(0)
  const edit = ['call', 'file_edit', 'path=long.md', 'old_text=last', 'new_text=end', '--allow', 'FileWrite']
  place.disk.fill(131_072)
  const kept = await run(...edit)
  expect([kept.code, kept.err]).toEqual([1, expect.stringMatching(/The vault .* cannot be used: the disk is full/)])
  place.disk.free()
  expect((await run(...edit)).code).toBe(0)
  writeFileSync(join(place.root, 'long.md'), long) // its copy is kept already, so only the file itself needs room
  place.disk.fill(131_072)
  const wrote = await run(...edit)
  expect([wrote.code, wrote.err]).toEqual([1, expect.stringContaining(`"long.md" is unchanged: ${DISK_FULL}`)])
  place.disk.fill()
  const note = join(place.disk.path, 'note.txt')
  const out = await run('ledger', 'checkpoint', '--out', note)
  expectSaid(out, 'checkpoint')
  const audit = join(place.root, '.control-room', 'audit')
  const link = linkIssue(audit, {
    issue: '31',
    session: 's',
    receipts: ['r'.repeat(9_000)],
    at: '2026-01-02T03:04:05Z',
  })
  expect(link).toMatchObject({ ok: false, error: { message: `The link cannot be written: ${DISK_FULL}.` } })
  expect(readFileSync(join(place.root, 'long.md'), 'utf8')).toBe(long)
  const names = readdirSync(dirname(audit), { recursive: true, encoding: 'utf8' })
  expect(names.filter(name => /\.(tmp|part)$/.test(name))).toEqual([])
  place.disk.free()
  expect((await run(...edit)).code).toBe(0)
  expect((await run('ledger', 'checkpoint', '--out', note)).code).toBe(0)
  expect((await run('ledger', 'verify')).code).toBe(0)
})
