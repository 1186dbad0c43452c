import { describe, expect, test } from 'vitest'
import { codeOf, createWorld, dataOf, textOf } from '../../../test/paths/world.ts'
import { sha256 } from '../../core/index.ts'

function furnished(settings = {}): ReturnType<typeof createWorld> {
  const world = createWorld({ settings })
  world.put('docs/plan.md', 'First\nthe Dragon sleeps\nlast (dragon)\n')
  world.put('docs/dragon.md', 'nothing here\r\n')
  world.put('src/a.ts', 'const x = 1\nconst dragon = 2\n')
  world.put('node_modules/d.js', 'dragon')
  return world
}

test('lines and names are found, whatever the case', async () => {
  const { call, get } = furnished()
  const found = await call('file_search', { query: 'dragon' })
  expect(textOf(found)).toBe(
    [
      'docs/dragon.md: the name matches',
      'docs/plan.md:2: the Dragon sleeps',
      'docs/plan.md:3: last (dragon)',
      'src/a.ts:2: const dragon = 2',
    ].join('\n'),
  )
  expect(found.ok && found.value.sources).toEqual([
    { path: 'docs/plan.md', lines: [2, 3], sha256: sha256(get('docs/plan.md')) },
    { path: 'src/a.ts', lines: [2, 2], sha256: sha256(get('src/a.ts')) },
  ])
  expect(dataOf(found)).toMatchObject({
    results_shown: 4,
    has_more: false,
    results: [{ path: 'docs/dragon.md', line: null }, { line: 2 }, { line: 3 }, {}],
  })
})

test.each([
  ['case can count', { query: 'Dragon', case_sensitive: true }, 'docs/plan.md:2: the Dragon sleeps'],
  ['a query is no expression unless it says so', { query: '(dragon)' }, 'docs/plan.md:3: last (dragon)'],
  ['an expression', { query: 'dragon\\)?$', regex: true, path: 'docs' }, 'docs/plan.md:3: last (dragon)'],
  ['an expression whose case counts', { query: '^F.r', regex: true, case_sensitive: true }, 'docs/plan.md:1: First'],
  ['only some files', { query: 'dragon', glob: '*.ts' }, 'src/a.ts:2: const dragon = 2'],
  ['one file', { query: 'dragon', path: 'src/a.ts' }, 'src/a.ts:2: const dragon = 2'],
  ['a skipped folder, when one starts there', { query: 'dragon', path: 'node_modules' }, 'node_modules/d.js:1: dragon'],
  ['a line without its carriage return', { query: 'nothing' }, 'docs/dragon.md:1: nothing here'],
])('%s', async (_, args, text) => {
  const { call } = furnished()
  expect(textOf(await call('file_search', args))).toBe(text)
})

describe('[IO-05] a search that finds nothing says what to try', () => {
  test('in the text and in the data, with names that are near', async () => {
    const { call } = furnished()
    const found = await call('file_search', { query: 'drgaon' })
    expect(dataOf(found)).toMatchObject({ results: [], results_shown: 0 })
    const { guidance } = dataOf(found)
    expect(guidance).toMatch(/another spelling.*broader glob.*file_list.*docs\/dragon\.md/)
    expect(textOf(found)).toContain(guidance)
  })

  test('also in an empty workspace', async () => {
    expect(dataOf(await createWorld().call('file_search', { query: 'x' })).guidance).toMatch(/file_list/)
  })
})

test('[IO-15] more results than fit are marked, and a larger wish is clamped', async () => {
  const world = createWorld({ settings: { max_results: 3 } })
  world.put('a.md', 'x\n'.repeat(10))
  for (const args of [{ query: 'x' }, { query: 'x', max_results: 100 }]) {
    const found = await world.call('file_search', args)
    expect(textOf(found)).toMatch(/^a\.md:1: x\na\.md:2: x\na\.md:3: x\n\[3 results shown; there are more\./)
    expect(dataOf(found)).toMatchObject({ results_shown: 3, has_more: true })
    expect(found.ok && found.value.sources[0]?.lines).toEqual([1, 3])
  }
})

test('[IO-15] what could not be searched is counted', async () => {
  const world = createWorld()
  world.put('bin', Buffer.from([0, 1, 2]))
  world.put('huge.txt', 'x'.repeat(5 * 1024 * 1024 + 1))
  world.put('long.txt', `${'y'.repeat(30_000)}needle`)
  expect(textOf(await world.call('file_search', { query: 'needle' }))).toMatch(
    /\[not searched: 1 files that are not text, 1 files that are too large, 1 very long lines beyond their beginning\]$/,
  )
})

test('of a long line the place is shown', async () => {
  const world = createWorld()
  world.put('a.md', `${'a'.repeat(5_000)}needle${'b'.repeat(5_000)}`)
  expect(textOf(await world.call('file_search', { query: 'needle' }))).toBe(
    `a.md:1: […] ${'a'.repeat(80)}needle${'b'.repeat(214)} […]`,
  )
})

test.each(['(', 'a{1000}{1000}', '(?=x)', '(a)\\1', '((a{0,90}){0,90}){0,90}'])(
  'the expression %s is refused in words',
  async query => {
    expect(codeOf(await createWorld().call('file_search', { query, regex: true }))).toBe('tool_call_invalid_args')
  },
)

test('no expression can hang', async () => {
  const world = createWorld()
  world.put('a.md', `${'a'.repeat(19_000)}!\n`.repeat(20))
  const started = performance.now()
  for (const query of ['(a+)+$', '(a|a)*b', '(.*)(.*)(.*)(.*)x', '(a{0,30}){0,30}b'])
    expect(codeOf(await world.call('file_search', { query, regex: true }))).toBe('ok')
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('a query with a line break is refused, because lines are searched one by one', async () => {
  expect(codeOf(await furnished().call('file_search', { query: 'a\nb' }))).toBe('tool_call_invalid_args')
})

test('a search stops when it is told to', async () => {
  const world = createWorld()
  for (let index = 0; index < 300; index++) world.put(`f${index}`, 'abc\n'.repeat(1_000))
  const controller = new AbortController()
  const searching = world.call('file_search', { query: 'zzz' }, controller.signal)
  setImmediate(() => controller.abort())
  expect(codeOf(await searching)).toBe('tool_cancelled')
})
