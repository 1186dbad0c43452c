import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../../../../test/command-line.ts'
import { type ServerReply, type TestServer, startOllama, startVllm } from '../../../../test/servers/index.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { workFolder } from '../../../../test/work-folder.ts'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../../core/index.ts'
import { CHECK_CASES, PACKAGE_ROOT } from '../package-files.ts'
import { readCaseFile } from './case-file.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

type HabitRow = {
  readonly id: string
  readonly kind: string
  readonly message: string
  readonly tools: readonly { readonly name: string; readonly risk: string }[]
  readonly expected: readonly { readonly name: string; readonly args: JsonObject }[]
}
const ROWS: readonly HabitRow[] = readFileSync(CHECK_CASES, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as HabitRow)

/** The first accepted value of everything that may not be left out. */
function perfectArguments(accepted: JsonObject): JsonObject {
  const entries = Object.entries(accepted).map(
    ([key, values]) => [key, isJsonList(values) ? values[0] : values] as const,
  )
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === '' || value === undefined ? [] : [[key, inner(value)]])),
  )
}
function inner(value: Json): Json {
  if (isJsonList(value)) return value.map(inner)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isJsonList(one) ? (one[0] ?? null) : one]))
}

/** A model that knows all answers and writes each call as it was told to. */
function perfect({ body }: { readonly body: JsonObject }): ServerReply {
  const said = JSON.stringify(body['messages'])
  const row = ROWS.find(({ message }) => said.includes(JSON.stringify(message).slice(1, -1)))
  const [wanted] = row?.expected ?? []
  if (wanted === undefined) return 'Gladly: here is an answer in words.'
  const args = perfectArguments(wanted.args)
  if (body['tools']) return { calls: [{ name: wanted.name, arguments: args }] }
  return said.includes('reply with nothing but a JSON object')
    ? JSON.stringify({ name: wanted.name, arguments: args })
    : JSON.stringify({ type: 'tool_call', name: wanted.name, args })
}

async function started(server: Promise<TestServer>): Promise<TestServer> {
  const running = await server
  onTestFinished(() => running.close())
  return running
}

type Checked = { readonly code: number; readonly err: string; readonly value: JsonObject }

async function check(args: readonly string[], host = 'http://127.0.0.1:9'): Promise<Checked> {
  const { path } = temporaryFolder()
  const environment = { COUNTERSIGN_STATE: join(path, 'state'), HOME: path, XDG_CONFIG_HOME: path, OLLAMA_HOST: host }
  const { code, out, err } = await commandLine(['check', ...args, '--json', '--workspace', temporaryFolder().path], {
    environment,
  })
  return { code, err, value: (out === '' ? {} : JSON.parse(out)) as JsonObject }
}

const scriptOf = (replies: readonly string[]): string =>
  `scripted:${temporaryFolder().write('script.jsonl', replies.map(reply => JSON.stringify(reply)).join('\n'))}`
const caseFile = (...rows: readonly object[]): string =>
  temporaryFolder().write('cases.jsonl', rows.map(row => JSON.stringify(row)).join('\n'))

const TIMER = {
  name: 'set_timer',
  description: 'Starts a timer.',
  parameters: { type: 'object', properties: { minutes: { type: 'integer' } }, required: ['minutes'] },
}
const FIVE = {
  id: 'five',
  tools: [TIMER],
  message: 'Five minutes!',
  expected: [{ name: 'set_timer', args: { minutes: [5] } }],
}
const NONE = { id: 'none', tools: [TIMER], message: 'Hello!', expected: [] }
const PLAIN = '{"name":"set_timer","arguments":{"minutes":5}}'
const OURS = '{"type":"tool_call","name":"set_timer","args":{"minutes":5}}'

describe('the cases that come with it', () => {
  test('there are at least forty, of all kinds and all risks, each with a name of its own', async () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length)
    const kinds = [...new Set(ROWS.map(({ kind }) => kind))]
    expect(kinds).toEqual('choose none numbers enums nested optional strings write destroy'.split(' '))
    for (const wanted of kinds) expect(ROWS.filter(({ kind }) => kind === wanted).length).toBeGreaterThanOrEqual(5)
    const called = ROWS.flatMap(({ tools, expected }) =>
      expected.map(({ name }) => tools.find(tool => tool.name === name)?.risk),
    )
    expect(new Set(called)).toEqual(new Set(['read', 'write', 'destroy']))
    expect(await readCaseFile(CHECK_CASES)).toHaveLength(ROWS.length)
  })

  test('a model that makes no mistake gets every one of them right both ways, so neither way is handicapped', async () => {
    const server = await started(startOllama({ replies: perfect }))
    const { code, value } = await check(['ollama:qwen3:4b', '--cases', '100'], server.url)
    expect(value).toMatchObject({ neither: [], lost: [], rescued: [] })
    expect(value).toMatchObject({
      cases: ROWS.length,
      plain: { right: ROWS.length, asked: 'tools field' },
      guarded: { right: ROWS.length, profile: 'native' },
    })
    expect(code).toBe(0)
  }, 60_000)

  test('the same holds for a model whose server has no field for tools', async () => {
    const server = await started(startOllama({ replies: perfect, capabilities: ['completion'] }))
    const { value } = await check(['ollama:qwen3:4b', '--cases', '18'], server.url)
    expect(value).toMatchObject({
      cases: 18,
      plain: { right: 18, asked: 'prompt' },
      guarded: { right: 18, profile: 'lenient' },
    })
  }, 60_000)
})

describe('countersign check', () => {
  test('the case that the page shows can be used as it stands', async () => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'check.md'), 'utf8')
    const [shown] = await readCaseFile(
      temporaryFolder().write('cases.jsonl', /```json\n(.*)\n```/.exec(page)?.[1] ?? ''),
    )
    expect(shown).toMatchObject({ id: 'refund-1', kind: 'refunds', expects: 1 })
    expect(shown?.isRight([{ tool: 'refund', args: { order: 'A-17' } }])).toBe(true)
    expect(shown?.isRight([{ tool: 'refund', args: { order: 'A-18' } }])).toBe(false)
  })

  test('prints both scores with their intervals, what was rescued, the context and what to set', async () => {
    const { code, value } = await check([
      scriptOf([`Sure: ${PLAIN}`, `Sure: ${OURS}`, 'Hi.', 'Hi.']),
      '--file',
      caseFile(FIVE, NONE),
    ])
    expect(code).toBe(0)
    expect(value).toMatchObject({
      cases: 2,
      plain: { right: 1, interval: [0.0945, 0.9055] },
      guarded: { right: 2, interval: [0.3424, 1] },
      rescued: [
        {
          id: 'five',
          plain: { wrote: `Sure: ${PLAIN}` },
          guarded: { calls: [{ tool: 'set_timer', args: { minutes: 5 } }] },
        },
      ],
      context: { window: null, needed: expect.any(Number) as number, fits: null },
      advice: { profile: 'lenient', num_ctx: null },
    })
  })

  test('for people it fits 80 columns and shows before and after', async () => {
    const folder = workFolder()
    const { code, out } = await folder.run(
      'check',
      scriptOf([`Sure: ${PLAIN}`, `Sure: ${OURS}`, 'Hi.', 'Hi.']),
      '--file',
      caseFile(FIVE, NONE),
    )
    expect(code).toBe(0)
    expect(out).toContain('plain     1 right   50 % (9–91)')
    expect(out).toContain('guarded   2 right  100 % (34–100)')
    expect(out).toContain(`plain    Sure: ${PLAIN}`)
    expect(out).toContain('→ set_timer {"minutes":5}')
    expect(out.split('\n').filter(line => line.length > 80 && !line.includes('scripted:'))).toEqual([])
  })

  test('nothing of the person’s is touched: no folder is made in the workspace, and no statistics come of it', async () => {
    const folder = workFolder()
    await folder.run('check', scriptOf([PLAIN, OURS]), '--file', caseFile(FIVE))
    expect(readdirSync(folder.root)).toEqual([])
    expect(existsSync(join(folder.state, 'signing.key'))).toBe(false)
    expect(await folder.json('stats')).toMatchObject({ value: { models: [] } })
  })

  test('the demo model works offline, and is right where no call is needed', async () => {
    const { code, value } = await check(['demo', '--cases', '9'])
    expect(code).toBe(0)
    expect(value['cases']).toBe(9)
    expect((value['guarded'] as { right: number }).right).toBeGreaterThanOrEqual(1)
  }, 30_000)

  test('a window that is too small is reported with the setting that fixes it', async () => {
    const server = await started(
      startOllama({ replies: ['Hi.', { text: 'Hi.', inputTokens: 40 }], capabilities: ['completion'] }),
    )
    const long = { ...NONE, message: 'Hello there, once more. '.repeat(900) }
    const { value } = await check(['ollama:qwen3:4b', '--file', caseFile(long)], server.url)
    expect(value).toMatchObject({
      context: { window: 8_192, fits: false },
      advice: { num_ctx: 16_384, says: [{ fix: 'countersign config set providers.num_ctx 16384' }] },
    })
  })
})

describe('a check that cannot be made, or not to its end', () => {
  test('a dead server ends with 5', async () => {
    const server = await startOllama()
    await server.close()
    const { code, err } = await check(['ollama:qwen3:4b'], server.url)
    expect(code).toBe(5)
    expect(err).toContain('model_unreachable')
  })

  test('a server that dies on the way ends with 5, and what there is so far is printed', async () => {
    const server: TestServer = await started(
      startVllm({
        replies: (_received, index) => {
          if (index >= 4) void server.close()
          return 'Hi.'
        },
      }),
    )
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => ({ ...NONE, id }))
    const { code, value } = await check([`${server.url}/v1#Qwen/Qwen3-4B`, '--file', caseFile(...rows)])
    expect(code).toBe(5)
    expect(value).toMatchObject({ stopped: { code: 'model_unreachable' } })
    expect(value['cases']).toBeGreaterThanOrEqual(1)
    expect(value['cases']).toBeLessThan(6)
  }, 30_000)

  test('a name that names no model is a wrong use', async () => {
    expect(await check(['qwen3'])).toMatchObject({ code: 2 })
  })

  test('a script that is spent ends with 1', async () => {
    expect(await check([scriptOf([PLAIN, OURS]), '--file', caseFile(FIVE, NONE)])).toMatchObject({
      code: 1,
      value: { cases: 1, stopped: { code: 'script_exhausted' } },
    })
  })

  test.each([
    ['a file that is not there', '/nowhere/cases.jsonl', 'Cannot read'],
    ['an empty file', caseText(''), 'holds no cases'],
    ['a line that is no JSON', caseText('{'), 'line 1'],
    ['a case without message', caseText(JSON.stringify({ ...FIVE, message: '' })), 'message'],
    ['a case without expectation', caseText(JSON.stringify({ ...FIVE, expected: null })), 'expected'],
    ['a tool that nobody offers', caseText(JSON.stringify({ ...FIVE, tools: [] })), 'set_timer'],
    [
      'a tool whose schema is no schema',
      caseText(JSON.stringify({ ...FIVE, tools: [{ ...TIMER, parameters: { type: 'x' } }] })),
      'line 1',
    ],
  ])('%s is told before anything is asked', async (_what, file, words) => {
    const path = file.startsWith('/') ? file : temporaryFolder().write('cases.jsonl', file.slice(1))
    const { code, err } = await check([scriptOf([]), '--file', path])
    expect(code).toBe(1)
    expect(err).toContain(words)
  })

  test.each(['0', '-1', 'many', '1.5'])('--cases %s is a wrong use', async count => {
    expect(await check(['demo', '--cases', count])).toMatchObject({ code: 2 })
  })

  test.skipIf(lacksTerminal)(
    'Ctrl+C prints what there is so far and ends with 130',
    async () => {
      const server = await started(
        startVllm({ replies: (_received, index) => (index < 4 ? 'Hi.' : { status: 503, body: { error: 'loading' } }) }),
      )
      const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => ({ ...NONE, id }))
      const screen = workFolder().terminal('check', `${server.url}/v1#Qwen/Qwen3-4B`, '--file', caseFile(...rows))
      await screen.shows('case 2 of 6')
      screen.type('\u0003')
      expect(await screen.ended).toBe(130)
      expect(screen.shown()).toContain('Interrupted after')
    },
    30_000,
  )
})

/** Marks a content, as opposed to a path. */
function caseText(text: string): string {
  return `=${text}`
}
