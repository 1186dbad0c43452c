import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/soak-scale.ts'
import {
  CountersignError,
  choice,
  clamped,
  number,
  section,
  shaped,
  text,
  texts,
  toggle,
  whole,
} from '../../core/index.ts'
import { joinSections, readConfig, refuseProblems, type ReadLayer } from './index.ts'

const RULES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { action: { enum: ['allow', 'deny', 'ask'] }, tools: { type: 'array', items: { type: 'string' } } },
    required: ['action'],
    additionalProperties: false,
  },
}
const shape = joinSections([
  section('tools', 'All tools.', { limit: whole(0, 'Calls.', { min: 0 }) }),
  section('tools.retry', 'Trying again.', {
    max_attempts: whole(2, 'How often.', { min: 0, max: 10 }),
    base_ms: whole(500, 'The first wait.'),
    provider: text('', 'Who.', { notYet: true }),
  }),
  section('tools.policy', 'Rules.', { rules: shaped({ schema: RULES, standard: [] }, 'The rules.') }),
  section('tools.file', 'Files.', { deny_read: texts([], 'Closed.') }),
  section('tools.think', 'Thinking.', {
    enabled: toggle(false, 'On?', { notYet: true }),
    threshold: clamped(0.6, 'From where.', { min: 0, max: 1 }),
    weight: number(0.5, 'How much.', { notYet: true }),
    table: shaped({ schema: { type: 'object' }, standard: {} }, 'Anything.'),
    mode: choice({ words: ['slow', 'fast'], standard: 'slow' }, 'How.'),
  }),
])
const read = (toml: string) => readConfig(toml, { shape, file: 'c.toml', as: 'user' })
/** As a command does it: whatever is wrong ends it. */
const parsed = async (toml: string): Promise<ReadLayer> => {
  const layer = await read(toml)
  refuseProblems(layer.problems)
  return layer
}
const problems = async (toml: string): Promise<string[]> =>
  (await read(toml)).problems.map(({ line, message }) => `${line ?? '-'}: ${message}`)

describe('a file', () => {
  test('its values come out by full key, with the file as origin', async () => {
    const { layer } = await read('[tools.retry]\nmax_attempts = 3\n[tools.file]\ndeny_read = ["**/.env"]\n')
    expect([...layer]).toEqual([
      ['tools.retry.max_attempts', { value: 3, origin: 'user:c.toml' }],
      ['tools.file.deny_read', { value: ['**/.env'], origin: 'user:c.toml' }],
    ])
  })

  test.each(['', '# nothing\n', '\uFEFF', '[tools]\n', '[tools.retry]\r\n'])('%j says nothing', async toml => {
    expect(await read(toml)).toEqual({ layer: new Map(), problems: [], warnings: [] })
  })

  test('dotted keys, inline tables and lists of tables mean the same', async () => {
    const { layer } = await read(
      'tools.retry.max_attempts = 1\ntools.file = { deny_read = ["a"] }\n[[tools.policy.rules]]\naction = "deny"\n',
    )
    expect(Object.fromEntries([...layer].map(([key, { value }]) => [key, value]))).toEqual({
      'tools.retry.max_attempts': 1,
      'tools.file.deny_read': ['a'],
      'tools.policy.rules': [{ action: 'deny' }],
    })
  })
})

describe('what is wrong is told with its place and what was probably meant', () => {
  test.each([
    ['[tools.retry]\nmax_atempts = 3', '2: unknown key `tools.retry.max_atempts`; did you mean `max_attempts`?'],
    ['[tool.retry]\nbase_ms = 3', '1: unknown key `tool`; did you mean `tools`?'],
    ['max_attempts = 3', '1: unknown key `max_attempts`; did you mean `tools.retry.max_attempts`?'],
    ['[tools]\nquux = 3', '2: unknown key `tools.quux`'],
    ['[agent]\nmax_tool_retries = 3', '1: unknown key `agent`'],
    ['[tools.retry]\nmax_attempts = "two"', '2: `tools.retry.max_attempts` must be a whole number, found "two".'],
    ['[tools.retry]\nmax_attempts = 2.5', '2: `tools.retry.max_attempts` must be a whole number, found 2.5.'],
    ['[tools.retry]\n\n\nmax_attempts = 11', '4: `tools.retry.max_attempts` must be a number of at most 10, found 11.'],
    ['[tools.file]\ndeny_read = "x"', '2: `tools.file.deny_read` must be a list, found "x".'],
    ['[tools.file]\ndeny_read = ["x", 7]', '2: `tools.file.deny_read[1]` must be a string, found 7.'],
    ['[tools.think]\nmode = "quick"', '2: `tools.think.mode` must be one of "slow", "fast", found "quick".'],
    ['[tools.retry]\nbase_ms = nan', '2: `tools.retry.base_ms` holds a number that is not finite.'],
    [
      '[tools.retry]\nbase_ms = 1979-05-27',
      '2: `tools.retry.base_ms` holds a date; put it in quotes if a text is meant.',
    ],
    ['tools = 3', '1: `tools` must be a table.'],
    [
      '[[tools.policy.rules]]\nacton = "deny"',
      '1: `tools.policy.rules[0].action` must be one of "allow", "deny", "ask", found nothing.',
    ],
    [
      '[[tools.policy.rules]]\naction = "deny"\ntool = []',
      '1: unknown key `tools.policy.rules[0].tool`; did you mean `tools`?',
    ],
  ])('%j', async (toml, expected) => {
    expect((await problems(toml))[0]).toBe(expected)
  })

  test('everything wrong is told at once', async () => {
    const thrown = await parsed('[tools.retry]\nmax_attempts = "x"\nbase = 1\n[nope]\n').catch(
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(CountersignError)
    expect(thrown).toMatchObject({
      code: 'config_invalid',
      message: [
        '3 problems:',
        'c.toml:2: `tools.retry.max_attempts` must be a whole number, found "x".',
        'c.toml:3: unknown key `tools.retry.base`; did you mean `tools.retry.base_ms`?',
        'c.toml:4: unknown key `nope`',
      ].join('\n'),
    })
  })

  test('of very many problems the first fifty are shown and the others counted', async () => {
    const toml = Array.from({ length: 20_000 }, (_, index) => `key${index} = 1\n`).join('')
    const thrown: unknown = await parsed(toml).catch((error: unknown) => error)
    const lines = thrown instanceof Error ? thrown.message.split('\n') : []
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([52, '20000 problems:', 'and 19950 more'])
  })

  test('a slip of syntax names line and column and shows the line', async () => {
    const [problem] = (await read('[tools.retry]\nmax_attempts = = 3\n')).problems
    expect(problem).toMatchObject({ line: 2, column: 16, excerpt: '  max_attempts = = 3\n                 ^' })
  })

  test('of an endless line only the surroundings of the slip are shown', async () => {
    const [problem] = (await read(`a = [${'1,'.repeat(200_000)} = `)).problems
    expect(problem?.excerpt?.length).toBeLessThan(250)
  })
})

describe('a feature that is not there yet', () => {
  test.each(['[tools.think]\nenabled = true', '[tools.retry]\nprovider = "x"'])(
    '%j: switching it on is refused',
    async toml => {
      await expect(parsed(toml)).rejects.toMatchObject({
        code: 'not_in_this_version',
      })
    },
  )

  test('left at its default, or only tuned, it is accepted', async () => {
    const { layer, problems: none } = await read(
      '[tools.think]\nenabled = false\nweight = 0.9\n[tools.retry]\nprovider = ""',
    )
    expect([none, layer.get('tools.think.weight')?.value]).toEqual([[], 0.9])
  })
})

describe('a number that is never wrong', () => {
  test.each([
    ['7', 1],
    ['-1', 0],
    ['nan', 0.6],
    ['inf', 0.6],
    ['-inf', 0.6],
    ['0.25', 0.25],
  ])('[TAFC-01] %s becomes %d', async (given, value) => {
    const { layer, problems: none } = await read(`[tools.think]\nthreshold = ${given}`)
    expect([none, layer.get('tools.think.threshold')?.value]).toEqual([[], value])
  })

  test('and the change is told', async () => {
    expect((await read('[tools.think]\nthreshold = 7')).warnings).toEqual([
      'c.toml: `tools.think.threshold` must be 0 to 1, found 7; 1 is used.',
    ])
  })

  test('text instead of a number is still wrong', async () => {
    expect(await problems('[tools.think]\nthreshold = "7"')).toEqual([
      '2: `tools.think.threshold` must be a number, found "7".',
    ])
  })
})

describe('hostile files', () => {
  test.each([
    ['a forbidden key', '__proto__ = 1', /unsafe property/],
    ['a forbidden key in a table', '[tools.think.table]\n"__proto__" = { a = 1 }', /unsafe property/],
    ['a forbidden dotted key', 'tools.__proto__.x = 1', /unsafe property/],
    ['deep brackets', `a = ${'['.repeat(100_000)}`, /nested/],
    ['deep inline tables', `a = ${'{a='.repeat(100_000)}`, /nested/],
    ['deep dotted keys', `tools.think.table${'.a'.repeat(100_000)} = 1`, /nested more than 16 levels/],
    ['half a character', 'a = "\uD800"', /broken character/],
    ['more than a mebibyte', `# ${'x'.repeat(1024 * 1024)}`, /larger than 1 MiB/],
    ['a huge number', `[tools]\nlimit = ${'9'.repeat(1000)}`, /losslessly/],
  ])('%s', async (_name, toml, message) => {
    const thrown = await parsed(toml).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(CountersignError)
    expect(thrown).toMatchObject({ code: 'config_invalid', message: expect.stringMatching(message) })
  })

  test.each([
    ['keys', (size: number) => Array.from({ length: size / 8 }, (_, index) => `k${index}=1\n`).join('')],
    ['tables', (size: number) => '[[tools.policy.rules]]\naction="deny"\n'.repeat(size / 40)],
    ['dots', (size: number) => `tools${'.a'.repeat(size / 2)} = 1`],
    ['quotes', (size: number) => `a = "${'\\"'.repeat(size / 2)}`],
    ['spaces', (size: number) => `a${' '.repeat(size)}`],
  ])('four times the %s: four times the time if linear, sixteen times if quadratic', async (_name, make) => {
    const time = async (size: number): Promise<number> => {
      const toml = make(size)
      const started = performance.now()
      await read(toml)
      return performance.now() - started
    }
    let growth = Number.POSITIVE_INFINITY
    // A busy machine can spoil one measurement; a quadratic reader spoils them all.
    for (let attempt = 0; attempt < 6 && growth > 9; attempt++)
      growth = (await time(800_000)) / Math.max(5, await time(200_000))
    expect(growth).toBeLessThanOrEqual(9)
  })

  const WORDS = [
    '[',
    ']',
    '[[',
    ']]',
    '{',
    '}',
    '=',
    '.',
    ',',
    '"',
    "'",
    '"""',
    "'''",
    '\n',
    '\r\n',
    '#',
    ' ',
    '\\',
    '\\u',
    'nan',
    '-',
    '1',
    '1979-05-27',
    'true',
    'tools',
    'retry',
    'max_attempts',
    'think',
    'table',
    'policy',
    'rules',
    'action',
    '__proto__',
    'constructor',
    '\u0000',
    '\uD800',
    'é',
  ]
  test('whatever is read, nothing is thrown but a CountersignError', async () => {
    const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map(parts => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string()), async toml => {
        const thrown: unknown = await parsed(toml).then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(thrown === undefined || thrown instanceof CountersignError).toBe(true)
      }),
      { numRuns: runs(3_000, 300_000) },
    )
  })

  test('nothing that a file says reaches a prototype', async () => {
    await read('tools.think.table.constructor.prototype.polluted = 1').catch(() => undefined)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
