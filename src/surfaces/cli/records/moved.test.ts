import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Ended, commandLine } from '../../../../test/command-line.ts'
import { configWith } from '../../../../test/open-test-runtime.ts'
import { CTRL_C, pseudoTerminal } from '../../../../test/pseudo-terminal.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { openRuntime } from '../../../runtime/index.ts'
import { ownFolder, placeIdOf } from '../../../storage/index.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

type Folder = WorkFolder & {
  readonly at: (root: string, ...args: string[]) => Promise<Ended>
  readonly beside: (name: string) => string
}

/** A workspace in which a few calls were made, and which can be moved. */
async function used(): Promise<Folder> {
  const folder = workFolder()
  const { state, root } = folder
  const environment = {
    COUNTERSIGN_STATE: state,
    HOME: join(dirname(root), 'home'),
    XDG_CONFIG_HOME: join(dirname(root), 'home'),
  }
  folder.write('a.md', 'one\n')
  await folder.run('call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--session', 's1')
  await folder.run(
    'call',
    'file_write',
    'path=b.md',
    'content=x',
    '--allow',
    'FileWrite',
    '--session',
    's1',
    '--event',
    'e1',
  )
  return {
    ...folder,
    at: (place, ...args) => commandLine([...args, '--workspace', place], { environment }),
    beside: name => join(dirname(root), name),
  }
}

async function grantWriting(place: { readonly root: string; readonly state: string }): Promise<void> {
  const opened = await openRuntime({ ...place, trust: 'Provisional', config: configWith() })
  if (!opened.ok) throw new Error(opened.error.message)
  const grant = {
    capability: 'FileWrite',
    principal: 'user:local',
    session: null,
    decidedBy: 'rule',
    purpose: 'test',
  } as const
  await opened.value.broker.issue(grant)
  await opened.value.close()
}

const READ = ['call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--session', 's1'] as const
const entriesOf = ({ out }: Ended): number => (JSON.parse(out) as { entries: number }).entries

describe('a workspace that was moved', () => {
  test('goes on with its log when a person says where it lay', async () => {
    const { at, root, beside } = await used()
    const [to, before] = [beside('moved'), entriesOf(await at(root, 'verify', '--json'))]
    renameSync(root, to)
    expect((await at(to, ...READ)).err).toMatch(/^ledger_unknown: .*\n.*ledger moved OLD_PATH/s)
    const told = await at(to, 'ledger', 'moved', root, '--yes', '--json')
    expect([told.code, JSON.parse(told.out)]).toEqual([
      0,
      { moved: true, from: root, to, entries: before, grants_ended: 0, trust_withdrawn: false, decided_by: 'flag' },
    ])
    expect((await at(to, ...READ)).code).toBe(0)
    expect(entriesOf(await at(to, 'verify', '--json'))).toBeGreaterThan(before)
    expect((await at(to, 'verify')).code).toBe(0)
    const lines = readFileSync(join(to, '.control-room/audit/permissions.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as object)).toContainEqual({
      ts: expect.any(String),
      event: 'WORKSPACE_MOVED',
      from: placeIdOf(root),
      to: placeIdOf(to),
      decided_by: 'flag',
    })
  })

  test('does nothing twice: what was claimed at the old place is claimed at the new one', async () => {
    const { at, root, beside } = await used()
    const to = beside('moved')
    renameSync(root, to)
    await at(to, 'ledger', 'moved', root, '--yes')
    const again = await at(
      to,
      'call',
      'file_write',
      'path=b.md',
      'content=x',
      '--allow',
      'FileWrite',
      '--session',
      's1',
      '--event',
      'e1',
      '--json',
    )
    expect(JSON.parse(again.out)).toMatchObject({ replayed: true })
  })

  test('takes no right along: grants end, trust is withdrawn, both are recorded, and an approval of there does not count', async () => {
    const { at, root, beside, state } = await used()
    const to = beside('moved')
    await grantWriting({ root, state })
    await at(root, 'trust', '--yes')
    const write = ['call', 'file_edit', 'path=a.md', 'old_text=one', 'new_text=two', '--session', 's1', '--event', 'e2']
    expect((await at(root, ...write)).code).toBe(6)
    const [waiting] = JSON.parse((await at(root, 'permissions', 'pending', '--json')).out) as { id: string }[]
    await at(root, 'permissions', 'approve', waiting?.id ?? '')
    renameSync(root, to)
    expect(JSON.parse((await at(to, 'ledger', 'moved', root, '--yes', '--json')).out)).toMatchObject({
      grants_ended: 1,
      trust_withdrawn: true,
    })
    expect(JSON.parse((await at(to, 'permissions', 'list', '--json')).out)).toEqual([])
    expect(JSON.parse((await at(to, 'trust', '--show', '--json')).out)).toMatchObject({ state: 'never' })
    expect((await at(to, ...write)).err).toMatch(/^permission_denied: .*revoked/)
    await grantWriting({ root: to, state })
    expect((await at(to, ...write)).code).toBe(6)
    expect(readFileSync(join(to, 'a.md'), 'utf8')).toBe('one\n')
  })

  test('leaves its old place to a new one, which knows nothing of it', async () => {
    const { at, root, beside } = await used()
    renameSync(root, beside('moved'))
    await at(beside('moved'), 'ledger', 'moved', root, '--yes')
    mkdirSync(root)
    writeFileSync(join(root, 'a.md'), 'new\n')
    expect((await at(root, ...READ)).code).toBe(0)
    expect(entriesOf(await at(root, 'verify', '--json'))).toBe(3)
    for (const place of [root, beside('moved')]) expect((await at(place, 'verify')).code).toBe(0)
  })

  test('can be moved on, and back', async () => {
    const { at, root, beside } = await used()
    const places = [beside('b'), beside('c'), root]
    let from = root
    for (const to of places) {
      renameSync(from, to)
      expect((await at(to, 'ledger', 'moved', from, '--yes')).code).toBe(0)
      expect((await at(to, ...READ)).code).toBe(0)
      from = to
    }
    expect((await at(root, 'verify')).code).toBe(0)
  })

  test('is found by the path that leads to it by a link, and a link that was left behind is no copy', async () => {
    const { at, root, beside } = await used()
    const [to, link] = [beside('moved'), beside('link')]
    symlinkSync(dirname(root), link)
    renameSync(root, to)
    symlinkSync(to, root)
    expect((await at(to, 'ledger', 'moved', join(link, 'workspace'), '--yes')).code).toBe(0)
    expect((await at(to, ...READ)).code).toBe(0)
  })
})

describe('is refused, and nothing changes:', () => {
  /** What was kept for the old place is kept for it still, and nothing of it counts at the new one. */
  function expectNothing({ state, root }: Folder, to: string): void {
    expect([root, to].map(place => basename(ownFolder(state, place)))).toEqual([root, to].map(placeIdOf))
  }

  test('a path of which nothing is known', async () => {
    const folder = await used()
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    const { code, err } = await folder.at(to, 'ledger', 'moved', folder.beside('never'), '--yes')
    expect([code, err]).toEqual([1, expect.stringMatching(/^ledger_unknown: Nothing is kept about /)])
    expect(existsSync(folder.beside('never'))).toBe(false)
    expectNothing(folder, to)
  })

  test('a copy, whose log still lies at the old place', async () => {
    const folder = await used()
    const to = folder.beside('copy')
    cpSync(folder.root, to, { recursive: true })
    expect((await folder.at(to, 'ledger', 'moved', folder.root, '--yes')).err).toMatch(
      /^ledger_unknown: .*is a copy.*ledger accept/,
    )
    expectNothing(folder, to)
    expect((await folder.run(...READ)).code).toBe(0)
  })

  test('a folder that has a log of its own', async () => {
    const folder = await used()
    const to = folder.beside('other')
    mkdirSync(to)
    await folder.at(to, 'call', 'file_list', '--allow', 'FileAccess')
    renameSync(folder.root, folder.beside('gone'))
    expect((await folder.at(to, 'ledger', 'moved', folder.root, '--yes')).err).toMatch(
      /^usage_invalid: .*log of its own/,
    )
    expect((await folder.at(to, 'verify')).code).toBe(0)
  })

  test('a folder for which settings were saved', async () => {
    const folder = await used()
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    await folder.at(to, 'config', 'set', 'tools.file.max_lines', '100')
    expect((await folder.at(to, 'ledger', 'moved', folder.root, '--yes')).err).toMatch(
      /^usage_invalid: Something is kept .*settings\.json/,
    )
    expectNothing(folder, to)
  })

  test.each([
    ['changed', (log: string) => log.replace('"path":"b.md"', '"path":"c.md"')],
    ['cut', (log: string) => `${log.split('\n').slice(0, 2).join('\n')}\n`],
    ['lost', () => ''],
  ])('a log that was %s on the way', async (_what, spoil) => {
    const folder = await used()
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    const path = join(to, '.control-room/audit/log/000001.jsonl')
    writeFileSync(path, spoil(readFileSync(path, 'utf8')))
    const { code, err } = await folder.at(to, 'ledger', 'moved', folder.root, '--yes')
    expect([code, err]).toEqual([4, expect.stringMatching(/^ledger_unverified: /)])
    expectNothing(folder, to)
  })

  test('the folder itself, and a move that was told already', async () => {
    const folder = await used()
    expect((await folder.run('ledger', 'moved', folder.root, '--yes')).err).toMatch(/^usage_invalid: /)
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    await folder.at(to, 'ledger', 'moved', folder.root, '--yes')
    expect((await folder.at(to, 'ledger', 'moved', folder.root, '--yes')).err).toMatch(
      /^ledger_unknown: Nothing is kept/,
    )
    expect((await folder.at(to, ...READ)).code).toBe(0)
  })

  test('where nobody can be asked and no flag answers', async () => {
    const folder = await used()
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    expect((await folder.at(to, 'ledger', 'moved', folder.root)).code).toBe(2)
    expectNothing(folder, to)
  })

  test.skipIf(lacksTerminal).each([
    ['Enter', '\r', 1],
    ['Ctrl+C', CTRL_C, 130],
  ])('%s at the question', async (_what, keys, code) => {
    const folder = await used()
    const to = folder.beside('moved')
    renameSync(folder.root, to)
    const terminal = pseudoTerminal(['ledger', 'moved', folder.root, '--workspace', to], {
      COUNTERSIGN_STATE: folder.state,
    })
    await terminal.shows('Type yes to continue it here: ')
    terminal.type(keys)
    expect(await terminal.ended).toBe(code)
    expectNothing(folder, to)
  })
})
