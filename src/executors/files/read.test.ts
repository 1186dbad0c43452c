import { describe, expect, test } from 'vitest'
import { codeOf, createWorld, dataOf, textOf } from '../../../test/paths/world.ts'
import { sha256 } from '../../core/index.ts'

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const worldWith = (content: string | Uint8Array, settings = {}): ReturnType<typeof createWorld> => {
  const world = createWorld({ settings })
  world.put('a.md', content)
  return world
}

test('[IO-01] of 1,200 lines, 500 are shown', async () => {
  const { call } = worldWith(numbered(1_200))
  const lines = textOf(await call('file_read', { path: 'a.md' })).split('\n')
  expect(lines.slice(0, 500)).toEqual(numbered(500).trimEnd().split('\n'))
  expect(lines).toHaveLength(501)
})

test('[IO-02] a read says how many lines it shows, how many remain and whether there are more', async () => {
  const { call } = worldWith(numbered(1_200))
  const [first, last] = [
    await call('file_read', { path: 'a.md' }),
    await call('file_read', { path: 'a.md', start_line: 1_001 }),
  ]
  expect(dataOf(first)).toEqual({
    path: 'a.md',
    lines_shown: 500,
    lines_remaining: 700,
    has_more: true,
    start_line: 1,
    end_line: 500,
    total_lines: 1_200,
    sha256: sha256(numbered(1_200)),
  })
  expect(first.ok && first.value.page).toEqual({ shown: 500, remaining: 700, next: 'start_line=501' })
  expect(dataOf(last)).toMatchObject({ lines_shown: 200, lines_remaining: 0, has_more: false, end_line: 1_200 })
  expect(last.ok && last.value.page).toEqual({ shown: 200, remaining: 0 })
})

test.each([{ max_lines: 5_000 }, { end_line: 9_999 }, { max_lines: 5_000, end_line: 1_200 }])(
  '[IO-03] a larger wish is clamped to the cap: %j',
  async wish => {
    const { call } = worldWith(numbered(1_200))
    expect(dataOf(await call('file_read', { path: 'a.md', ...wish }))).toMatchObject({
      lines_shown: 500,
      lines_remaining: 700,
    })
  },
)

test('[IO-06] the cap is a setting', async () => {
  for (const max_lines of [10, 800]) {
    const { call } = worldWith(numbered(1_200), { max_lines })
    expect(dataOf(await call('file_read', { path: 'a.md' }))).toMatchObject({
      lines_shown: max_lines,
      lines_remaining: 1_200 - max_lines,
    })
  }
})

describe('[IO-15] what is cut is marked where the model reads it', () => {
  test('after the last line of a page', async () => {
    const { call } = worldWith(numbered(1_200))
    expect(textOf(await call('file_read', { path: 'a.md' }))).toMatch(
      /\nline 500\n\[500 of 1200 lines shown; call again with start_line=501\]$/,
    )
    expect(textOf(await call('file_read', { path: 'a.md', start_line: 1_199 }))).toBe('line 1199\nline 1200')
  })

  test('in a line that is too long, between characters', async () => {
    const { call } = worldWith(`${'x'.repeat(1_999)}😀${'y'.repeat(10)}\nshort\n`)
    expect(textOf(await call('file_read', { path: 'a.md' }))).toBe(
      `${'x'.repeat(1_999)} [… 12 more characters in this line]\nshort`,
    )
  })
})

test('following the marks shows every line exactly once', async () => {
  const { call } = worldWith(numbered(1_234), { max_lines: 100 })
  const seen: string[] = []
  for (let start: number | undefined = 1; start !== undefined;) {
    const page = await call('file_read', { path: 'a.md', start_line: start })
    seen.push(
      ...textOf(page)
        .split('\n')
        .filter(line => !line.startsWith('[')),
    )
    const next = page.ok ? page.value.page?.next : undefined
    start = next === undefined ? undefined : Number(next.replace('start_line=', ''))
  }
  expect(seen.join('\n')).toBe(numbered(1_234).trimEnd())
})

test.each([
  ['an empty file', '', {}, '[the file is empty]', 0],
  ['a file without a last line break', 'a\nb', {}, 'a\nb', 2],
  ['one empty line', '\n', {}, '', 1],
  ['lines that end with a carriage return', 'a\r\nb\r\n', {}, 'a\nb', 2],
  ['a byte order mark', '\u{feff}a\n', {}, 'a', 1],
  ['lines beyond the end', 'a\nb\n', { start_line: 5 }, '[no such lines: the file has 2 lines]', 2],
  [
    'lines in the middle',
    'a\nb\nc\nd\n',
    { start_line: 2, end_line: 3 },
    'b\nc\n[2 of 4 lines shown; call again with start_line=4]',
    4,
  ],
  ['a lone carriage return', 'a\rb\n', {}, 'a\rb', 1],
  ['other characters', 'é 😀 ‮\n', {}, 'é 😀 ‮', 1],
])('%s', async (_, content, args, text, total) => {
  const { call } = worldWith(content)
  const read = await call('file_read', { path: 'a.md', ...args })
  expect(textOf(read)).toBe(text)
  expect(dataOf(read).total_lines).toBe(total)
})

test.each([
  ['bytes that are no text', Buffer.from([0x89, 0x50, 0xff, 0xfe])],
  ['a NUL', Buffer.from('text\0text')],
  ['half a character', Buffer.from('é').subarray(0, 1)],
])('%s is not shown, and its size is told', async (_, content) => {
  const { call } = worldWith(content)
  const read = await call('file_read', { path: 'a.md' })
  expect(codeOf(read)).toBe('file_unsuitable')
  expect(textOf(read)).toContain(`${content.length} bytes`)
})

test('the source names the lines that were shown and the hash of the whole file', async () => {
  const { call } = worldWith(numbered(10))
  const read = await call('file_read', { path: './a.md', start_line: 3, end_line: 5 })
  expect(read.ok && read.value.sources).toEqual([{ path: 'a.md', lines: [3, 5], sha256: sha256(numbered(10)) }])
})

test('the content of a file is shown as it is, also where it names absolute paths', async () => {
  const world = createWorld()
  const content = `#!/usr/bin/env node\n// in ${world.root}/a.md and /etc/passwd\n`
  world.put('a.md', content)
  expect(textOf(await world.call('file_read', { path: 'a.md' }))).toBe(content.trimEnd())
})

test('a file that is not there is told with names that are near, and nothing closed is among them', async () => {
  const world = createWorld({ settings: { deny_read: ['plans.key'] } })
  for (const path of ['notes/plan.md', 'notes/plum.md', 'notes/other.md', 'plans.key', 'zebra.txt']) world.put(path)
  const near = textOf(await world.call('file_read', { path: 'notes/plam.md' }))
  expect(near).toBe('file_not_found: There is no file "notes/plam.md". Near: notes/plan.md, notes/plum.md.')
  expect(textOf(await world.call('file_read', { path: 'plans.kex' }))).toBe(
    'file_not_found: There is no file "plans.kex".',
  )
})

test('an end before the beginning is the caller’s mistake', async () => {
  const { call } = worldWith('a\n')
  expect(codeOf(await call('file_read', { path: 'a.md', start_line: 5, end_line: 2 }))).toBe('tool_call_invalid_args')
})

test('a file above the limit is not read', async () => {
  const { call } = worldWith('x'.repeat(101), { max_file_bytes: 100 })
  expect(textOf(await call('file_read', { path: 'a.md' }))).toBe(
    'file_unsuitable: "a.md" has 101 bytes; at most 100 can be read.',
  )
})

test('a page of a large file costs one pass over it', async () => {
  const { call } = worldWith(numbered(1_000_000))
  const started = performance.now()
  expect(dataOf(await call('file_read', { path: 'a.md', start_line: 999_990 }))).toMatchObject({
    lines_shown: 11,
    total_lines: 1_000_000,
  })
  expect(performance.now() - started).toBeLessThan(2_000)
})
