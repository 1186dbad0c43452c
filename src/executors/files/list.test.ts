import { expect, test } from 'vitest'
import { codeOf, createWorld, dataOf, textOf } from '../../../test/paths/world.ts'

function furnished(settings = {}): ReturnType<typeof createWorld> {
  const world = createWorld({ settings })
  for (const path of ['b.md', 'a/x.md', 'a/deep/y.txt', 'node_modules/z.js', 'C.md']) world.put(path, '12345')
  return world
}

test('a folder is listed in order, folders with a slash and files with their size', async () => {
  const { call } = furnished()
  const listed = await call('file_list', {})
  expect(textOf(listed)).toBe('C.md (5 bytes)\na/\nb.md (5 bytes)\nnode_modules/')
  expect(dataOf(listed)).toEqual({
    entries: [
      { path: 'C.md', kind: 'file', bytes: 5 },
      { path: 'a', kind: 'folder', bytes: 0 },
      { path: 'b.md', kind: 'file', bytes: 5 },
      { path: 'node_modules', kind: 'folder', bytes: 0 },
    ],
    entries_shown: 4,
    entries_remaining: 0,
    has_more: false,
  })
})

test('deeper levels come when asked for, but not those of skipped folders unless one starts there', async () => {
  const { call } = furnished()
  expect(textOf(await call('file_list', { path: 'a', depth: 2 }))).toBe(
    'a/deep/\na/deep/y.txt (5 bytes)\na/x.md (5 bytes)',
  )
  expect(textOf(await call('file_list', { depth: 9 }))).not.toContain('z.js')
  expect(textOf(await call('file_list', { path: 'node_modules' }))).toBe('node_modules/z.js (5 bytes)')
})

test('a glob looks at all levels, from the workspace or from the folder', async () => {
  const { call } = furnished()
  expect(textOf(await call('file_list', { glob: '**/*.md' }))).toBe('C.md (5 bytes)\na/x.md (5 bytes)\nb.md (5 bytes)')
  expect(textOf(await call('file_list', { path: 'a', glob: 'deep/*' }))).toBe('a/deep/y.txt (5 bytes)')
  expect(codeOf(await call('file_list', { glob: '{a,b}'.repeat(20) }))).toBe('tool_call_invalid_args')
})

test('[IO-15] a long list comes in pages, each with a mark, and the pages make up the list', async () => {
  const world = createWorld({ settings: { max_entries: 4 } })
  for (let index = 10; index < 20; index++) world.put(`f${index}`, '')
  const pages = [
    await world.call('file_list', {}),
    await world.call('file_list', { start_entry: 5 }),
    await world.call('file_list', { start_entry: 9 }),
  ]
  expect(pages.map(textOf)).toEqual([
    'f10 (0 bytes)\nf11 (0 bytes)\nf12 (0 bytes)\nf13 (0 bytes)\n[4 of 10 entries shown; call again with start_entry=5]',
    'f14 (0 bytes)\nf15 (0 bytes)\nf16 (0 bytes)\nf17 (0 bytes)\n[4 of 10 entries shown; call again with start_entry=9]',
    'f18 (0 bytes)\nf19 (0 bytes)',
  ])
  expect(pages.map(page => page.ok && page.value.page)).toEqual([
    { shown: 4, remaining: 6, next: 'start_entry=5' },
    { shown: 4, remaining: 2, next: 'start_entry=9' },
    { shown: 2, remaining: 0 },
  ])
  expect(textOf(await world.call('file_list', { start_entry: 50 }))).toBe('[no such entries: there are 10]')
})

test('an empty result says so', async () => {
  const world = createWorld()
  expect(textOf(await world.call('file_list', {}))).toBe('[the workspace is empty]')
  expect(dataOf(await world.call('file_list', { glob: '*.none' })).guidance).toMatch(/broader glob/)
})

test('a name that could pass for other lines is written on one', async () => {
  const world = createWorld()
  world.put('a\nsecret.md (1 bytes)')
  world.put('b\u202Etxt.exe')
  expect(textOf(await world.call('file_list', {}))).toBe(
    'a\\u{a}secret.md (1 bytes) (7 bytes)\nb\\u{202e}txt.exe (7 bytes)',
  )
})

test('a file, a missing folder and a folder outside are told apart', async () => {
  const { call } = furnished()
  const codes = await Promise.all(['b.md', 'none', '../x'].map(async path => codeOf(await call('file_list', { path }))))
  expect(codes).toEqual(['file_unsuitable', 'file_not_found', 'path_blocked'])
})

test('ten thousand files are listed at once, and a listing stops when it is told to', async () => {
  const world = createWorld()
  for (let index = 0; index < 10_000; index++) world.put(`d${index % 10}/f${index}`, '')
  const started = performance.now()
  expect(dataOf(await world.call('file_list', { depth: 2 }))).toMatchObject({
    entries_shown: 500,
    entries_remaining: 9_510,
  })
  expect(performance.now() - started).toBeLessThan(2_000)
  const controller = new AbortController()
  const listing = world.call('file_list', { depth: 2 }, controller.signal)
  controller.abort()
  expect(codeOf(await listing)).toBe('tool_cancelled')
})
