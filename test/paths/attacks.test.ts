import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Result, sha256 } from '../../src/core/index.ts'
import { ATTACKS, type Attack, furnish } from './attacks.ts'
import { CANARY, SECRET, type World, codeOf, createWorld, fingerprint, spoken } from './world.ts'

const NEW_TEXT = 'written by a tool\n'
const NO_HASH = sha256('')

/** Every way to use a path, of the workspace and of the tools; the ones that write come last. */
async function tryEverything({ workspace, call }: World, path: string): Promise<Record<string, Result<unknown>>> {
  const bytes = Buffer.from(NEW_TEXT)
  const found = workspace.locate(path, 'write')
  const target = found.ok ? found.value : path
  return {
    'locate to read': workspace.locate(path, 'read'),
    look: workspace.look(path),
    read: workspace.read(path),
    list: workspace.list(path),
    walk: collected(workspace, path),
    file_read: await call('file_read', { path }),
    file_list: await call('file_list', { path, depth: 9 }),
    file_search: await call('file_search', { path, query: 'a', max_results: 999 }),
    'locate to write': found,
    'write as given': workspace.write(path, bytes, { expect: 'absent' }),
    remove: workspace.remove(target, { sha256: NO_HASH }),
    file_edit: await call('file_edit', { path, old_text: 'a', new_text: 'b', replace_all: true }),
    file_undo: await call('file_undo', { path, before: null, after: NO_HASH }),
    write: workspace.write(target, bytes, { expect: 'any' }),
    file_write: await call('file_write', { path, content: NEW_TEXT, overwrite: true }),
  }
}

function collected(workspace: World['workspace'], path: string): Result<unknown> {
  const walked = workspace.walk(path)
  return walked.ok ? { ok: true, value: [...walked.value] } : walked
}

const READERS = ['locate to read', 'read', 'file_read'] as const
const WRITERS = ['locate to write', 'write', 'file_write'] as const

function expectAnswer(
  answers: Record<string, Result<unknown>>,
  names: readonly string[],
  expected: Attack['reading'],
): void {
  const codes = names.map(name => `${name}: ${codeOf(answers[name]!)}`)
  if (expected === 'any') for (const code of codes) expect(code).not.toMatch(/: ok$/)
  else expect(codes).toEqual(names.map(name => `${name}: ${expected === 'harmless' ? 'ok' : expected}`))
}

/** Folders and pipes can be found, but not read or written. */
const mayLocate = ({ reading }: Attack): boolean => reading === 'file_unsuitable'

const HOLDS = existsSync('/proc/self/fd') ? (['descriptors', 'names'] as const) : (['names'] as const)

describe.each(HOLDS)('with folders held by %s', hold => {
  test.each(ATTACKS.map(attack => [attack.title, attack] as const))('[IO-10] %s', async (_, attack) => {
    const world = createWorld({ hold })
    furnish(world)
    attack.prepare?.(world)
    const path = typeof attack.path === 'string' ? attack.path : attack.path(world)
    const protectedPlaces = [
      world.outside,
      join(world.root, '.git'),
      join(world.root, '.control-room'),
      join(world.root, 'countersign.toml'),
    ]
    const before = protectedPlaces.map(fingerprint)

    const answers = await tryEverything(world, path)

    expect(protectedPlaces.map(fingerprint)).toEqual(before)
    const said = spoken(answers)
    for (const word of [CANARY, SECRET, world.root, world.outside, '.control-room']) expect(said).not.toContain(word)
    expectAnswer(answers, mayLocate(attack) ? READERS.slice(1) : READERS, attack.reading)
    expectAnswer(answers, mayLocate(attack) ? WRITERS.slice(1) : WRITERS, attack.writing)
  })
})

test('there are more than a hundred attacks', () => {
  expect(new Set(ATTACKS.map(({ title }) => title)).size).toBe(ATTACKS.length)
  expect(ATTACKS.length).toBeGreaterThan(100)
})

test('a refusal by the words alone comes without touching the disk, and before any gate', async () => {
  const world = createWorld()
  furnish(world)
  rmSync(world.root, { recursive: true })
  const refuse = async (tool: string, path: string): Promise<string | undefined> =>
    (await world.executor.refuse?.(world.makeCall(tool, { path, ...(tool === 'file_write' && { content: '' }) })))?.code
  for (const path of ['.control-room/x', '/etc/passwd', 'a\0b', '../x', 'a/../.control-room', '~/x'])
    expect([path, await refuse('file_read', path)]).toEqual([path, 'path_blocked'])
  expect(await refuse('file_write', '.git/hooks/x')).toBe('path_blocked')
  expect(await refuse('file_read', '.git/hooks/x')).toBeUndefined()
  expect(await refuse('file_write', 'notes.md')).toBeUndefined()
})

test('our records appear in no listing, no search and no suggestion', async () => {
  const world = createWorld()
  furnish(world)
  world.link('shortcut', '.control-room/audit')
  world.put('.countersign-0123456789abcdef01234567.tmp', SECRET)
  const answers = [
    await world.call('file_list', { depth: 9 }),
    await world.call('file_list', { glob: '**/*' }),
    await world.call('file_search', { query: 'secret' }),
    await world.call('file_search', { query: 'control' }),
    await world.call('file_search', { query: '.', regex: true, max_results: 9_999 }),
    await world.call('file_read', { path: '.control-rom' }),
    await world.call('file_read', { path: 'shortcu' }),
    world.workspace.list('.'),
    collected(world.workspace, '.'),
  ]
  const said = spoken(answers)
  for (const word of [SECRET, 'control-room', 'secret.key', '.tmp', 'shortcut\n']) expect(said).not.toContain(word)
})

test('a link that leads out is in no listing', async () => {
  const world = createWorld()
  furnish(world)
  world.link('way-out', '../outside')
  world.link('way-out.txt', '../outside/canary.txt')
  expect(spoken([world.workspace.list('.'), await world.call('file_list', { depth: 5 })])).not.toContain('way-out')
})

test('a workspace that was moved away is not used any more', () => {
  const world = createWorld()
  world.put('a.md')
  renameSync(world.root, `${world.root}-moved`)
  expect(codeOf(world.workspace.read('a.md'))).toBe('path_blocked')
  expect(codeOf(world.workspace.write('b.md', Buffer.from('x'), { expect: 'absent' }))).toBe('path_blocked')
})
