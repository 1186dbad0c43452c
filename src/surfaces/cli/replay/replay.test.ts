import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../../test/command-line.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const tools = [
  {
    name: 'file_reader',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, line: { type: 'integer' } },
      required: ['path'],
    },
  },
  { name: 'get_time', parameters: { type: 'object', properties: {} } },
]
const row = (id: string, model: string, raw_output: string, expected: unknown): object => ({
  id,
  model,
  tools,
  raw_output,
  expected,
})
const reads = (path: string): unknown => [{ name: 'file_reader', args: { path: [path], line: ['', 1] } }]

const ROWS = [
  row('right', 'm1', '{"name":"file_reader","arguments":{"path":"a.md"}}', reads('a.md')),
  row('optional', 'm1', 'file_reader(path="a.md", line=1)', reads('a.md')),
  row('wrong', 'm1', "{'name':'file_reader','arguments':{'path':'b.md'}}", reads('a.md')),
  row('missed', 'm2', '{"name":"nope","arguments":{}}', reads('a.md')),
  row('quiet', 'm2', 'Good evening.', []),
  row('false', 'm2', 'get_time()', []),
  row('both', 'm2', '[get_time(), file_reader(path="a.md")]', [
    { name: 'file_reader', args: { path: ['a.md'] } },
    { name: 'get_time', args: {} },
  ]),
  row('cut', 'm2', '{"name":"get_time","arguments":{', [{ name: 'get_time', args: {} }]),
]
const jsonLines = (rows: readonly object[]): string => rows.map(one => `${JSON.stringify(one)}\n`).join('')
const RESULT = {
  rows: 8,
  models: {
    m1: { rows: 3, recovered: 3, correct: 2, false_calls: 0 },
    m2: { rows: 5, recovered: 1, correct: 2, false_calls: 1 },
  },
  total: { rows: 8, recovered: 4, correct: 4, false_calls: 1 },
  first_failures: { tool_call_unknown_tool: 1, tool_call_invalid_format: 1 },
  mb_per_s: expect.any(Number),
}

describe('replay', () => {
  test('counts what was recovered, right and falsely called, for each model', async () => {
    const file = temporaryFolder().write('rows.jsonl', jsonLines(ROWS))
    const { code, out, err } = await commandLine(['replay', file, '--json'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toEqual(RESULT)
  })

  test('reads a packed file just as well', async () => {
    const file = temporaryFolder().write('rows.jsonl.gz', gzipSync(jsonLines(ROWS)))
    const { code, out } = await commandLine(['replay', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(RESULT)
  })

  test('reads Windows line ends, empty lines and a missing last line end', async () => {
    const file = temporaryFolder().write('rows.jsonl', jsonLines(ROWS).replaceAll('\n', '\r\n\r\n').trimEnd())
    expect(JSON.parse((await commandLine(['replay', file, '--json'])).out)).toEqual(RESULT)
  })

  test('--out writes one line a row', async () => {
    const folder = temporaryFolder()
    const out = join(folder.path, 'out.jsonl')
    const { code } = await commandLine(['replay', folder.write('rows.jsonl', jsonLines(ROWS)), '--json', '--out', out])
    expect(code).toBe(0)
    const written = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(written.map(({ id }) => id)).toEqual([
      'right',
      'optional',
      'wrong',
      'missed',
      'quiet',
      'false',
      'both',
      'cut',
    ])
    expect(written[2]).toEqual({
      id: 'wrong',
      outcome: 'tool_call',
      calls: [{ tool: 'file_reader', args: { path: 'b.md' } }],
      correct: false,
      dialect: 'name_arguments',
      fixups: ['single_quotes'],
      code: null,
    })
    expect(written[4]).toEqual({
      id: 'quiet',
      outcome: 'message',
      calls: [],
      correct: true,
      dialect: null,
      fixups: [],
      code: null,
    })
    expect(written[7]).toEqual({
      id: 'cut',
      outcome: 'rejected',
      calls: [],
      correct: false,
      dialect: null,
      fixups: [],
      code: 'tool_call_invalid_format',
    })
  })

  test('another profile reads otherwise', async () => {
    const file = temporaryFolder().write('rows.jsonl', jsonLines(ROWS))
    const { out } = await commandLine(['replay', file, '--json', '--profile', 'strict'])
    expect(JSON.parse(out)).toMatchObject({ total: { rows: 8, recovered: 0, correct: 2, false_calls: 0 } })
  })

  test('an empty file has no rows', async () => {
    const { code, out } = await commandLine(['replay', temporaryFolder().write('rows.jsonl', ''), '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      rows: 0,
      models: {},
      total: { rows: 0, recovered: 0, correct: 0, false_calls: 0 },
      first_failures: {},
      mb_per_s: 0,
    })
  })

  test('for people it is a table', async () => {
    const { code, out } = await commandLine(['replay', temporaryFolder().write('rows.jsonl', jsonLines(ROWS))])
    expect(code).toBe(0)
    expect(out).toMatch(/^m1 +3 +3 +2 66\.7% +0$/m)
    expect(out).toMatch(/^total +8 +4 +4 50\.0% +1$/m)
    expect(out).toMatch(/^ +1 {2}tool_call_unknown_tool$/m)
  })

  test("a model's name cannot command the terminal", async () => {
    const file = temporaryFolder().write('rows.jsonl', jsonLines([row('x', 'm\u001B[2J\u202E', 'Hi', [])]))
    expect((await commandLine(['replay', file])).out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  })
})

describe('what cannot be replayed', () => {
  const good = JSON.stringify(ROWS[0])

  test.each([
    ['no JSON', '{"id":', 'one JSON object'],
    ['no object', '[1]', 'one JSON object'],
    ['no reply', JSON.stringify({ id: 'x', tools, expected: [] }), 'raw_output'],
    ['no tools', JSON.stringify({ id: 'x', raw_output: '', expected: [] }), 'tools'],
    ['no expectation', JSON.stringify({ id: 'x', raw_output: '', tools }), 'expected'],
    ['an expectation without a name', JSON.stringify({ id: 'x', raw_output: '', tools, expected: [{}] }), 'name'],
    ['tools that are no list', JSON.stringify({ id: 'x', raw_output: '', tools: {}, expected: [] }), 'tools'],
    ['a broken tool', JSON.stringify({ id: 'x', raw_output: '', tools: [{}], expected: [] }), 'name'],
    [
      'the same tool twice',
      JSON.stringify({ id: 'x', raw_output: '', tools: [tools[1], tools[1]], expected: [] }),
      'get_time',
    ],
  ])('a line with %s is told with its number', async (_what, line, word) => {
    const file = temporaryFolder().write('rows.jsonl', `${good}\n${good}\n${line}\n${good}\n`)
    const { code, out, err } = await commandLine(['replay', file, '--json'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    const { message } = JSON.parse(err).error
    expect(message).toContain(word)
    expect(message).toMatch(/\bline 3\b/)
  })

  test('empty lines count for the number', async () => {
    const file = temporaryFolder().write('rows.jsonl', `${good}\n\n\n{\n`)
    expect((await commandLine(['replay', file])).err).toMatch(/\bline 4\b/)
  })

  test('a file that is not there', async () => {
    const { code, err } = await commandLine(['replay', '/nowhere.jsonl', '--json'])
    expect({ code, fault: JSON.parse(err).error.code }).toEqual({ code: 1, fault: 'input_unreadable' })
  })

  test('a folder', { timeout: 5000 }, async () => {
    const { code, err } = await commandLine(['replay', temporaryFolder().path, '--json'])
    expect({ code, fault: JSON.parse(err).error.code }).toEqual({ code: 1, fault: 'input_unreadable' })
  })

  test.each([
    ['nothing packed at all', Buffer.from(jsonLines(ROWS))],
    ['a packed file cut short', gzipSync(jsonLines([...ROWS, ...ROWS, ...ROWS])).subarray(0, 200)],
  ])('a .gz that is %s', { timeout: 5000 }, async (_what, bytes) => {
    const { code, out, err } = await commandLine(['replay', temporaryFolder().write('rows.jsonl.gz', bytes), '--json'])
    expect({ code, out, fault: JSON.parse(err).error.code }).toEqual({ code: 1, out: '', fault: 'input_unreadable' })
  })

  test('an --out that cannot be written', { timeout: 5000 }, async () => {
    const folder = temporaryFolder()
    const out = join(folder.path, 'no', 'such', 'folder.jsonl')
    const { code, err } = await commandLine([
      'replay',
      folder.write('rows.jsonl', jsonLines(ROWS)),
      '--json',
      '--out',
      out,
    ])
    expect(code).toBe(1)
    expect(JSON.parse(err)).toMatchObject({ error: { message: expect.stringContaining('folder.jsonl') } })
  })

  test.skipIf(!existsSync('/dev/full')).each([1, 2000])('an --out on a full disk, %d times the rows', async times => {
    const rows = Array.from({ length: times }, () => ROWS).flat()
    const { code, err } = await commandLine([
      'replay',
      temporaryFolder().write('rows.jsonl', jsonLines(rows)),
      '--json',
      '--out',
      '/dev/full',
    ])
    expect(code).toBe(1)
    expect(JSON.parse(err)).toMatchObject({
      error: { message: expect.stringMatching(/^Cannot write \/dev\/full: the disk is full/) },
    })
  })

  test('an --out that is the input itself leaves it as it was', async () => {
    const file = temporaryFolder().write('rows.jsonl', jsonLines(ROWS))
    const { code, err } = await commandLine(['replay', file, '--json', '--out', file])
    expect(code).toBe(2)
    expect(JSON.parse(err)).toMatchObject({ error: { message: expect.stringContaining('Choose another') } })
    expect(readFileSync(file, 'utf8')).toBe(jsonLines(ROWS))
  })
})
