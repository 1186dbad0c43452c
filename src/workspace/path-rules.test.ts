import { describe, expect, test } from 'vitest'
import { codeOf, createWorld } from '../../test/paths/world.ts'
import { FAULTS } from '../core/index.ts'
import { compileRules } from './path-rules.ts'

const worldWith = (denyRead: readonly string[], allowRead: readonly string[] = []): ReturnType<typeof createWorld> => {
  const world = createWorld({ settings: { deny_read: denyRead, allow_read: allowRead } })
  for (const path of [
    '.env',
    'app/.env',
    'secrets/key',
    'docs/a.md',
    'docs/.env',
    'notes.md',
    '.git/config',
    '.control-room/x',
  ])
    world.put(path)
  return world
}

test('[IO-07] without rules every file of the workspace may be read, except our own records', () => {
  const { workspace } = worldWith([])
  for (const path of ['.env', 'secrets/key', 'docs/a.md', '.git/config'])
    expect([path, codeOf(workspace.read(path))]).toEqual([path, 'ok'])
  expect(codeOf(workspace.read('.control-room/x'))).toBe('path_blocked')
})

test('[IO-07] deny_read closes by pattern', () => {
  const { workspace } = worldWith(['**/.env', '**/secrets/**', '**/.git/config'])
  for (const path of ['.env', 'app/.env', 'secrets/key', 'secrets', '.git/config', 'APP/.ENV'])
    expect([path, codeOf(workspace.locate(path, 'read'))]).toEqual([path, 'path_blocked'])
  expect(codeOf(workspace.read('notes.md'))).toBe('ok')
})

test.each([
  { denied: false, allowed: false, code: 'path_blocked' },
  { denied: false, allowed: true, code: 'ok' },
  { denied: true, allowed: false, code: 'path_blocked' },
  { denied: true, allowed: true, code: 'path_blocked' },
])('[IO-08] first deny, then allow: denied $denied, allowed $allowed → $code', ({ denied, allowed, code }) => {
  const { workspace } = worldWith(denied ? ['docs/*.md'] : ['other/**'], allowed ? ['docs/**'] : ['elsewhere/**'])
  expect(codeOf(workspace.read('docs/a.md'))).toBe(code)
})

test('[IO-09] a path on both lists is denied', () => {
  const { workspace } = worldWith(['**/.env'], ['**'])
  expect(codeOf(workspace.read('.env'))).toBe('path_blocked')
  expect(codeOf(workspace.read('docs/.env'))).toBe('path_blocked')
  expect(codeOf(workspace.read('notes.md'))).toBe('ok')
})

describe('[IO-10] rules hold for the canonical path', () => {
  test('a link to a closed file is closed, and so is a roundabout way', () => {
    const world = worldWith(['**/secrets/**', '**/.env'])
    world.link('ok.txt', 'secrets/key')
    world.link('way', 'secrets')
    for (const path of ['ok.txt', 'way/key', 'app/../.env', './/.env', 'docs/../secrets/key'])
      expect([path, codeOf(world.workspace.read(path))]).toEqual([path, 'path_blocked'])
  })

  test('a link with a closed name is closed, wherever it leads', () => {
    const world = worldWith(['*.key'])
    world.link('my.key', 'notes.md')
    expect(codeOf(world.workspace.read('my.key'))).toBe('path_blocked')
  })

  test('a link to an open place from a place that is not on the allow list is open', () => {
    const world = worldWith([], ['docs/**'])
    world.link('shortcut', 'docs/a.md')
    expect(codeOf(world.workspace.read('shortcut'))).toBe('ok')
    world.link('docs/out', '../notes.md')
    expect(codeOf(world.workspace.read('docs/out'))).toBe('path_blocked')
  })
})

test('[IO-11] a denial is a matter of policy, not of the disk, and is not worth another try', () => {
  const { workspace } = worldWith(['**/.env'])
  const denied = workspace.read('.env')
  expect(denied).toEqual({
    ok: false,
    error: { code: 'path_blocked', message: 'A rule of this workspace (deny_read) closes this path to tools.' },
  })
  expect(FAULTS.path_blocked).toMatchObject({ category: 'PolicyBlocked', then: 'tell' })
})

test('a denial does not tell whether the thing exists', () => {
  const { workspace } = worldWith(['secrets/**'])
  const answers = ['secrets/key', 'secrets/none', 'secrets/none/../key', 'secrets/key/x'].map(path =>
    workspace.read(path),
  )
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
})

test('a closed folder closes what is in it, also when the pattern names only the folder', () => {
  for (const pattern of ['secrets', 'secrets/', '/secrets', '**/secrets']) {
    const { workspace } = worldWith([pattern])
    expect([pattern, codeOf(workspace.read('secrets/key'))]).toEqual([pattern, 'path_blocked'])
  }
})

test('what may not be read may not be written, and deny_write closes only writing', () => {
  const world = createWorld({ settings: { deny_read: ['*.key'], deny_write: ['done/**'] } })
  world.put('done/a.md')
  expect(codeOf(world.workspace.locate('new.key', 'write'))).toBe('path_blocked')
  expect(codeOf(world.workspace.locate('done/a.md', 'write'))).toBe('path_blocked')
  expect(codeOf(world.workspace.read('done/a.md'))).toBe('ok')
})

test('closed things are in no listing; with an allow list only what is on it', () => {
  const paths = ({ workspace }: ReturnType<typeof createWorld>): readonly string[] => {
    const walked = workspace.walk('.')
    return walked.ok ? [...walked.value].map(({ path }) => path) : []
  }
  expect(paths(worldWith(['**/.env', 'secrets', '.git']))).toEqual(['app', 'docs', 'docs/a.md', 'notes.md'])
  expect(paths(worldWith([], ['**/*.md']))).toEqual(['docs/a.md', 'notes.md'])
  expect(paths(worldWith(['docs/.env'], ['docs/**']))).toEqual(['docs', 'docs/a.md'])
})

test.each(['', '/', './', '!docs/**', '~/x', '[Ss]ecrets', 'a\\b', '../other/**', 'a/../b', `{${'a,'.repeat(300)}b}`])(
  'the rule %j, which would not mean what its author thinks, is refused while assembling',
  pattern => {
    expect(() => compileRules({ denyRead: [pattern], allowRead: [] }, ['/home/me/book'])).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    )
  },
)

test('a rule may begin with the path of the workspace', () => {
  const { closed } = compileRules({ denyRead: ['/home/me/book/drafts/**'], allowRead: [] }, ['/home/me/book'])
  expect(closed(['drafts', 'a.md'], 'read')).toBeDefined()
  expect(closed(['other', 'drafts', 'a.md'], 'read')).toBeUndefined()
})
