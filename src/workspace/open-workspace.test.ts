import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type World, codeOf, createWorld } from '../../test/paths/world.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type Clock, sha256 } from '../core/index.ts'
import { openWorkspace } from './open-workspace.ts'

const NO_RULES = { denyRead: [], allowRead: [] }
const bytes = (text: string): Uint8Array => Buffer.from(text)
const write = (
  { workspace }: World,
  path: string,
  text: string,
  expected: Parameters<typeof workspace.write>[2]['expect'] = 'any',
): string => codeOf(workspace.write(path, bytes(text), { expect: expected }))

describe('opening', () => {
  test('the root is canonical, and both spellings of it may begin a path', () => {
    const { path } = temporaryFolder()
    mkdirSync(join(path, 'real'))
    symlinkSync('real', join(path, 'alias'))
    writeFileSync(join(path, 'real/a.md'), 'x')
    const workspace = openWorkspace({ root: join(path, 'alias'), rules: NO_RULES })
    expect(workspace.root).toBe(realpathSync(join(path, 'real')))
    for (const root of [workspace.root, join(path, 'alias')])
      expect(workspace.locate(`${root}/a.md`, 'read')).toEqual({ ok: true, value: 'a.md' })
    workspace.close()
  })

  test.each(['/', '/does/not/exist', import.meta.filename])('%s cannot be a workspace', root => {
    expect(() => openWorkspace({ root, rules: NO_RULES })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  test('after closing, nothing is reached any more, and closing twice harms nobody', () => {
    const { workspace, put } = createWorld({ hold: 'descriptors' })
    put('a.md')
    workspace.close()
    const other = createWorld({ hold: 'descriptors' }) // takes the number that was given back
    workspace.close()
    expect(workspace.read('a.md').ok).toBe(false)
    other.put('b.md')
    expect(codeOf(other.workspace.read('b.md'))).toBe('ok')
  })
})

describe.each(['descriptors', 'names'] as const)('held by %s', hold => {
  test('a file comes with its canonical path, its bytes and their hash', () => {
    const { workspace, put } = createWorld({ hold })
    put('notes/plan.md', 'a plan\n')
    const read = workspace.read('./notes/../notes//plan.md')
    const { modifiedMs } = read.ok ? read.value : { modifiedMs: 0 }
    expect(read).toEqual({
      ok: true,
      value: { path: 'notes/plan.md', bytes: Buffer.from('a plan\n'), sha256: sha256('a plan\n'), modifiedMs },
    })
    expect(workspace.look('notes/plan.md')).toEqual({
      ok: true,
      value: { path: 'notes/plan.md', kind: 'file', bytes: 7, modifiedMs },
    })
  })

  test('a list is sorted, names kinds and sizes, and shows where links lead', () => {
    const { workspace, put, link } = createWorld({ hold })
    for (const path of ['b.md', 'a/x.md', 'C.md']) put(path, 'four')
    link('d', 'a')
    const listed = workspace.list('.')
    expect(
      listed.ok && listed.value.map(({ path, kind, bytes: size, leadsTo }) => [path, kind, size, leadsTo]),
    ).toEqual([
      ['C.md', 'file', 4, undefined],
      ['a', 'folder', 0, undefined],
      ['b.md', 'file', 4, undefined],
      ['d', 'folder', 0, 'a'],
    ])
  })

  test('a walk goes depth first, into no link, and not where it is told not to go', () => {
    const { workspace, put, link } = createWorld({ hold })
    for (const path of ['a/b/c.md', 'a/z.md', 'skip/x.md', 'top.md']) put(path)
    link('a/round', '..')
    const paths = (options: Parameters<typeof workspace.walk>[1]): readonly string[] => {
      const walked = workspace.walk('.', options)
      return walked.ok ? [...walked.value].map(({ path }) => path) : []
    }
    expect(paths({ skip: name => name === 'skip' })).toEqual([
      'a',
      'a/b',
      'a/b/c.md',
      'a/round',
      'a/z.md',
      'skip',
      'top.md',
    ])
    expect(paths({ depth: 1 })).toEqual(['a', 'skip', 'top.md'])
    expect(paths({ signal: AbortSignal.abort() })).toEqual([])
  })

  test('the files are those that a walk names, links to files among them, and none that a rule closes', () => {
    const { workspace, put, link } = createWorld({ hold, settings: { deny_read: ['secret/**', '*.key'] } })
    for (const path of ['a/b/c.md', 'a/z.md', 'skip/x.md', 'secret/s.md', 'my.key', 'top.md']) put(path)
    link('a/round', '..')
    link('a/other.md', 'z.md')
    link('a/gone.md', 'nowhere.md')
    link('a/closed.md', '../secret/s.md')
    for (const options of [
      {},
      { depth: 2 },
      { skip: (name: string): boolean => name === 'skip' },
      { signal: AbortSignal.abort() },
    ]) {
      const [walked, files] = [workspace.walk('.', options), workspace.files('.', options)]
      const named = walked.ok ? [...walked.value].filter(({ kind }) => kind === 'file').map(({ path }) => path) : []
      expect(files.ok ? [...files.value] : []).toEqual(named)
    }
    const files = workspace.files('.')
    expect(files.ok ? [...files.value] : []).toEqual(['a/b/c.md', 'a/other.md', 'a/z.md', 'skip/x.md', 'top.md'])
    expect(workspace.files('none')).toMatchObject({ ok: false, error: { code: 'file_not_found' } })
    expect(workspace.files('../out')).toMatchObject({ ok: false, error: { code: 'path_blocked' } })
  })

  test('what is written is there, whole, and its folders are made', () => {
    const world = createWorld({ hold })
    const written = world.workspace.write('new/deep/a.md', bytes('text'), { expect: 'absent' })
    expect(written).toEqual({
      ok: true,
      value: { path: 'new/deep/a.md', before: null, after: sha256('text'), bytes: 4 },
    })
    expect(world.get('new/deep/a.md')).toBe('text')
    expect(readdirSync(join(world.root, 'new/deep'))).toEqual(['a.md'])
    expect(world.workspace.write('new/deep/a.md', bytes('more'), { expect: { sha256: sha256('text') } })).toMatchObject(
      {
        value: { before: sha256('text'), after: sha256('more') },
      },
    )
  })

  test('nothing is written if the file is not what was expected', () => {
    const world = createWorld({ hold })
    world.put('a.md', 'old')
    expect(write(world, 'a.md', 'new', 'absent')).toBe('file_changed')
    expect(write(world, 'a.md', 'new', { sha256: sha256('other') })).toBe('file_changed')
    expect(write(world, 'new/b.md', 'new', { sha256: sha256('old') })).toBe('file_changed')
    expect(readdirSync(world.root)).toEqual(['a.md'])
    expect(world.get('a.md')).toBe('old')
  })

  test('a write takes a canonical path only: what leads elsewhere by now is left alone', () => {
    const world = createWorld({ hold })
    world.put('real/a.md', 'old')
    world.link('way', 'real')
    expect(write(world, 'way/a.md', 'new')).toBe('file_changed')
    expect(world.workspace.locate('way/a.md', 'write')).toEqual({ ok: true, value: 'real/a.md' })
    expect(world.get('real/a.md')).toBe('old')
  })

  test('a file is removed only if it is the one that was meant', () => {
    const { workspace, put, root } = createWorld({ hold })
    put('a.md', 'old')
    expect(codeOf(workspace.remove('a.md', { sha256: sha256('other') }))).toBe('file_changed')
    expect(existsSync(join(root, 'a.md'))).toBe(true)
    expect(workspace.remove('a.md', { sha256: sha256('old') })).toEqual({ ok: true, value: { path: 'a.md' } })
    expect(existsSync(join(root, 'a.md'))).toBe(false)
  })
})

describe('the file that is replaced', () => {
  test('keeps its mode, but lends nobody rights', () => {
    const world = createWorld()
    world.put('run.sh', 'old')
    chmodSync(join(world.root, 'run.sh'), 0o4750)
    expect(write(world, 'run.sh', 'new')).toBe('ok')
    expect(lstatSync(join(world.root, 'run.sh')).mode & 0o7777).toBe(0o750)
  })

  test('stays as it is under its other names', () => {
    const world = createWorld()
    world.put('../outside/shared.md', 'old')
    linkSync(join(world.outside, 'shared.md'), join(world.root, 'here.md'))
    expect(write(world, 'here.md', 'new')).toBe('ok')
    expect(readFileSync(join(world.outside, 'shared.md'), 'utf8')).toBe('old')
  })

  test('is left alone if its owner made it read-only', () => {
    const world = createWorld()
    world.put('a.md', 'old')
    chmodSync(join(world.root, 'a.md'), 0o444)
    expect(write(world, 'a.md', 'new')).toBe('file_unsuitable')
  })
})

describe('what dead writers left', () => {
  const LEFT = '.countersign-00112233445566778899aabb.tmp'
  const later = (ms: number): Clock => ({ now: () => Date.now() + ms, monotonic: () => 0, boot: 'test' })

  test('is cleared away by a later write in the same folder, once it is old', () => {
    for (const [ms, expected] of [
      [0, [LEFT, 'a.md']],
      [2 * 60 * 60_000, ['a.md']],
    ] as const) {
      const world = createWorld({ clock: later(ms) })
      world.put(LEFT)
      write(world, 'a.md', 'x')
      expect(readdirSync(world.root)).toEqual(expected)
    }
  })

  test('is told from links and folders of that name, which are nobody’s leftovers', () => {
    const world = createWorld({ clock: later(2 * 60 * 60_000) })
    world.link(LEFT, 'a.md')
    write(world, 'a.md', 'x')
    expect(readlinkSync(join(world.root, LEFT))).toBe('a.md')
  })
})

test('a read stops at its limit and tells the size', () => {
  const { workspace, put } = createWorld()
  put('big.md', 'x'.repeat(1_001))
  expect(workspace.read('big.md', { maxBytes: 1_000 })).toEqual({
    ok: false,
    error: {
      code: 'file_unsuitable',
      message: '"big.md" has 1001 bytes; at most 1000 can be read.',
      detail: { bytes: 1_001 },
    },
  })
  expect(codeOf(workspace.read('big.md', { maxBytes: 1_001 }))).toBe('ok')
})

test('every failure is told in words, without a path of this machine', () => {
  const { workspace, put, root } = createWorld()
  put('a.md')
  mkdirSync(join(root, 'd'))
  const faults = [
    workspace.read('none.md'),
    workspace.read('d'),
    workspace.list('a.md'),
    workspace.list('none'),
    workspace.look('none'),
    workspace.read('a.md/x'),
  ]
  expect(faults.map(answer => (answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`))).toEqual([
    'file_not_found: There is no file "none.md".',
    'file_unsuitable: "d" is a folder.',
    'file_unsuitable: "a.md" is not a folder.',
    'file_not_found: There is no folder "none".',
    'file_not_found: There is no file or folder "none".',
    'file_not_found: There is no file or folder "a.md/x".',
  ])
})

test('the time of a change is told finer than in milliseconds, and equally by look, list and read', () => {
  const { workspace, put, root } = createWorld()
  put('a.md')
  utimesSync(join(root, 'a.md'), 1_700_000_000.123456, 1_700_000_000.123456)
  const [looked, read, listed] = [workspace.look('a.md'), workspace.read('a.md'), workspace.list('.')]
  const times = [
    looked.ok && looked.value.modifiedMs,
    read.ok && read.value.modifiedMs,
    listed.ok && listed.value[0]?.modifiedMs,
  ]
  expect(times).toEqual([1_700_000_000_123.456, 1_700_000_000_123.456, 1_700_000_000_123.456])
})

test('no descriptor is left open, whatever happens', () => {
  const { workspace, put, link, root } = createWorld({ hold: 'descriptors' })
  put('a/b/c.md', 'x')
  link('loop', 'loop')
  link('out', '/etc')
  const count = (): number => readdirSync('/proc/self/fd').length
  const before = count()
  for (let round = 0; round < 50; round++) {
    workspace.read('a/b/c.md')
    workspace.read('a/b/none.md')
    workspace.read('loop')
    workspace.read('out/passwd')
    workspace.read('a/b/../../../x')
    workspace.list('a/b')
    workspace.write(`a/b/new/${round}.md`, bytes('x'), { expect: 'absent' })
    workspace.write('a/b', bytes('x'), { expect: 'any' })
    const walked = workspace.walk('.')
    if (walked.ok) for (const _ of walked.value) break
  }
  rmSync(root, { recursive: true })
  workspace.read('a/b/c.md')
  expect(count()).toBe(before)
})
