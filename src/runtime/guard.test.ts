import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testWorkspace } from '../../test/open-test-runtime.ts'
import { CountersignError, type Gate, type JsonObject } from '../core/index.ts'
import { type GuardOptions, type GuardableTools, type Guarded, guard } from './index.ts'

type Place = Pick<GuardOptions, 'workspace' | 'state'>

function newPlace(): Place {
  const { root, state } = testWorkspace()
  return { workspace: root, state }
}

/** Guarded in a folder of their own, with every right that they need by default; closed when the test has ended. */
function guardHere<const Tools extends GuardableTools>(
  tools: Tools,
  options: Partial<GuardOptions> = {},
): Guarded<Tools> {
  const guarded = guard(tools, { ...newPlace(), allow: ['SystemExecute'], ...options })
  onTestFinished(() => guard.close(guarded))
  return guarded
}

const TEXT = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}
const NOTHING = { type: 'object', properties: {}, additionalProperties: false }
const at = (toolCallId: string): { toolCallId: string; messages: [] } => ({ toolCallId, messages: [] })

/** As the AI SDK wraps a JSON Schema. */
const wrapped = (jsonSchema: unknown, validate?: (value: unknown) => unknown): object => ({
  _type: undefined,
  jsonSchema,
  validate,
})

function audited(place: Place): readonly JsonObject[] {
  const text = readFileSync(join(place.workspace, '.control-room', 'audit', 'audit.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line))
}

describe('the shape stays', () => {
  test('keys, other properties and what a tool inherits are the same, and what was handed in is not changed', async () => {
    const mark = Symbol('mark')
    const weather = {
      description: 'The weather.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }: { city: string }) => ({ city, degrees: 21 }),
      providerOptions: { cache: true },
      [mark]: 7,
    }
    const inheriting = Object.create(
      { title: 'Inherited' },
      Object.getOwnPropertyDescriptors({ ...weather }),
    ) as typeof weather
    const tools = { weather, inheriting }
    const before = { ...weather }
    const guarded = guardHere(tools)
    expect(Object.keys(guarded)).toEqual(['weather', 'inheriting'])
    expect({ ...guarded.weather, execute: null }).toEqual({ ...before, execute: null })
    expect(Reflect.get(guarded.inheriting, 'title')).toBe('Inherited')
    expect(weather).toEqual(before)
    const { degrees }: { degrees: number } = await guarded.weather.execute({ city: 'Oslo' })
    expect(degrees).toBe(21)
  })

  test('a list of plain tools comes back as a list, and a value that came at once comes as a promise', async () => {
    const shout = {
      name: 'shout',
      description: 'Shouts.',
      input: TEXT,
      risk: 'read',
      capability: 'MessageSend',
      execute: ({ text }: { readonly text: string }): string => text.toUpperCase(),
    } as const
    const [guarded] = guardHere([shout], { allow: ['MessageSend'] })
    expect(guarded.name).toBe('shout')
    const loud: Promise<string> = guarded.execute({ text: 'hey' })
    expect(await loud).toBe('HEY')
  })

  test('a record of plain tools keeps its keys; the tools keep their names', async () => {
    const place = newPlace()
    const tool = { name: 'own_name', input: NOTHING, execute: () => 'ran' }
    const guarded = guardHere({ key: tool }, place)
    expect([Object.keys(guarded), await guarded.key.execute()]).toEqual([['key'], 'ran'])
    await guard.close(guarded)
    expect(audited(place)).toMatchObject([{ tool: 'own_name', result: 'success' }])
  })

  test('tools may be called what ours are called: nothing of ours is among them', async () => {
    const read = { inputSchema: z.object({ path: z.string() }), execute: ({ path }: { path: string }) => `my ${path}` }
    const { file_read, read_file } = guardHere({ file_read: read, read_file: read })
    expect([await file_read.execute({ path: 'a' }), await read_file.execute({ path: 'b' })]).toEqual(['my a', 'my b'])
  })
})

describe('results come back as the tool returned them', () => {
  const values: readonly unknown[] = [
    'text',
    '',
    'null',
    null,
    undefined,
    0,
    false,
    [],
    [1, { a: 2 }],
    {},
    { text: 'not an output' },
    { value: 1 },
    { handle: 'res_1', cut: true },
    { data: [null] },
  ]

  test.each(values.map(value => [value]))('%j, also when the same call is asked for again', async value => {
    let ran = 0
    const execute = (): unknown => {
      ran += 1
      return value
    }
    const { tool } = guardHere({ tool: { inputSchema: wrapped(NOTHING), execute } })
    const run = (): Promise<unknown> => Reflect.apply(tool.execute, tool, [{}, at('call_1')])
    expect([await run(), await run(), ran]).toEqual([value, value, 1])
  })

  test('a date is told as JSON tells it, and what JSON cannot tell is a fault', async () => {
    const { date, loop } = guardHere({
      date: { inputSchema: wrapped(NOTHING), execute: (): unknown => ({ on: new Date(0) }) },
      loop: { inputSchema: wrapped(NOTHING), execute: (): unknown => 10n },
    })
    expect(await date.execute()).toEqual({ on: '1970-01-01T00:00:00.000Z' })
    expect(await loop.execute()).toMatch(/^tool_failed: /)
  })

  test('a long result is whole, unless the settings say how long one may be', async () => {
    const long = 'x'.repeat(100_000)
    const tools = { long: { inputSchema: wrapped(NOTHING), execute: (): unknown => [long] } }
    expect(await guardHere(tools).long.execute()).toEqual([long])
    const cut = await guardHere(tools, { settings: { 'tools.max_result_chars': 1_000 } }).long.execute()
    expect(cut).toMatch(/characters shown; the whole is res_/)
  })

  test('secrets are taken out of data, too', async () => {
    const secret = 'hunter2-hunter2-hunter2'
    const { tool } = guardHere(
      { tool: { inputSchema: wrapped(NOTHING), execute: () => ({ key: secret }) } },
      { secrets: [secret] },
    )
    expect(JSON.stringify(await tool.execute())).not.toContain(secret)
  })

  test('of a stream the last value is the result, and nothing of it is seen before it is recorded', async () => {
    const { count, broken } = guardHere({
      count: {
        inputSchema: wrapped(NOTHING),
        async *execute() {
          yield 'one'
          yield { count: 2 }
        },
      },
      broken: {
        inputSchema: wrapped(NOTHING),
        async *execute(): AsyncIterable<string> {
          yield 'one'
          throw new Error('out of order')
        },
      },
    })
    expect(await count.execute()).toEqual({ count: 2 })
    expect(await broken.execute()).toMatch(/^tool_failed: out of order/)
  })
})

describe('what is unclear fails closed', () => {
  const writes = (): {
    readonly ran: JsonObject[]
    readonly tools: { post: { inputSchema: object; execute: (args: JsonObject) => string } }
  } => {
    const ran: JsonObject[] = []
    const execute = (args: JsonObject): string => {
      ran.push(args)
      return 'posted'
    }
    return { ran, tools: { post: { inputSchema: wrapped(TEXT), execute } } }
  }

  test('without a right nothing runs, and the model reads why and what to do', async () => {
    const { ran, tools } = writes()
    const said = await guardHere(tools, { allow: [] }).post.execute({ text: 'hi' })
    expect(said).toMatch(
      /^permission_denied: Permission denied: no active token for SystemExecute\. Do not try it again/,
    )
    expect(ran).toEqual([])
  })

  test('"throw" gives an error with the code', async () => {
    const { ran, tools } = writes()
    const guarded = guardHere(tools, { allow: [], onRefusal: 'throw' })
    await expect(guarded.post.execute({ text: 'hi' })).rejects.toThrow(
      expect.objectContaining({ name: 'CountersignError', code: 'permission_denied' }),
    )
    expect(ran).toEqual([])
  })

  test('a tool whose results are turned into messages throws instead of handing the text to that function', async () => {
    const { tools } = writes()
    const guarded = guardHere({ post: { ...tools.post, toModelOutput: (): string => 'never' } }, { allow: [] })
    await expect(guarded.post.execute({ text: 'hi' })).rejects.toThrow(CountersignError)
  })

  test('a tool is taken to write unless somebody says otherwise', async () => {
    const { tools } = writes()
    const place = newPlace()
    const risks: string[] = []
    const noting: Gate = {
      name: 'noting',
      check: ({ call, assessment }) => {
        risks.push(`${call.tool.name} ${assessment.risk} ${call.tool.capability}`)
        return { kind: 'allow' }
      },
    }
    const reads = { ...tools.post }
    const guarded = guardHere({ post: tools.post, reads }, { ...place, gates: [noting], risk: { reads: 'read' } })
    await guarded.post.execute({ text: 'a' })
    await guarded.reads.execute({ text: 'a' })
    const named = guardHere(tools, {
      ...newPlace(),
      gates: [noting],
      risk: () => 'read',
      capability: () => 'MessageSend',
      allow: ['MessageSend'],
    })
    await named.post.execute({ text: 'a' })
    expect(risks).toEqual(['post write SystemExecute', 'reads read SystemExecute', 'post read MessageSend'])
  })

  test('allowing a capability never confirms what destroys', async () => {
    const { ran, tools } = writes()
    const said = await guardHere(tools, { risk: { post: 'destroy' } }).post.execute({ text: 'hi' })
    expect(said).toMatch(/^confirmation_required: /)
    expect(ran).toEqual([])
  })

  test.each([
    [
      'a risk for a tool that is not there',
      () => guard(writes().tools, { ...newPlace(), risk: { pots: 'read' } }),
      'config_invalid',
      /"risk" names "pots"/,
    ],
    [
      'a tool without execute',
      () => guard({ a: { inputSchema: wrapped(TEXT) } }, newPlace()),
      'tool_definition_invalid',
      /no execute/,
    ],
    [
      'a tool without a schema',
      () => guard({ a: { execute: () => 1 } }, newPlace()),
      'tool_definition_invalid',
      /no schema/,
    ],
    [
      'a schema that comes later',
      () => guard({ a: { inputSchema: wrapped(Promise.resolve(TEXT)), execute: () => 1 } }, newPlace()),
      'tool_definition_invalid',
      /promise/,
    ],
    [
      'a schema that changes what it is given',
      () =>
        guard(
          { a: { inputSchema: z.object({ on: z.string().transform(text => new Date(text)) }), execute: () => 1 } },
          newPlace(),
        ),
      'tool_definition_invalid',
      /changes what it is given/,
    ],
    [
      'a schema that no JSON Schema can say',
      () => guard({ a: { inputSchema: z.object({ on: z.date() }), execute: () => 1 } }, newPlace()),
      'schema_refused',
      /Date/,
    ],
    [
      'a function that gives no schema',
      () => guard({ a: { inputSchema: () => 7, execute: () => 1 } }, newPlace()),
      'tool_definition_invalid',
      /no schema/,
    ],
  ])('%s is refused before anything runs', (_what, make, code, message) => {
    expect(make).toThrow(
      expect.objectContaining({ name: 'CountersignError', code, message: expect.stringMatching(message) }),
    )
  })

  test('a tool that fails tells its fault and is not tried again', async () => {
    let ran = 0
    const { tool } = guardHere({
      tool: {
        inputSchema: wrapped(NOTHING),
        execute: (): string => {
          ran += 1
          throw new Error('out of order')
        },
      },
    })
    expect([await tool.execute(), ran]).toEqual([expect.stringMatching(/^tool_failed: out of order /), 1])
  })
})

describe('arguments', () => {
  const echo = (args: unknown): unknown => args

  test('members that are undefined are left out, and dates are not taken for empty objects', async () => {
    const { tool } = guardHere({
      tool: {
        inputSchema: z.object({ a: z.string(), b: z.object({ c: z.any().optional() }).optional() }),
        execute: echo,
      },
    })
    const run = async (args: unknown): Promise<unknown> => Reflect.apply(tool.execute, tool, [args])
    expect(await run({ a: 'x', b: { c: undefined } })).toEqual({ a: 'x', b: {} })
    expect(await run({ a: 'x', b: { c: new Date(0) } })).toMatch(/^tool_call_invalid_args: /)
    expect(await run('a')).toMatch(/^tool_call_invalid_args: /)
    expect(await run({ a: 7n })).toMatch(/^tool_call_invalid_args: /)
  })

  test('what zod refines and what the wrapper of a JSON Schema checks is heeded', async () => {
    const even = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && Reflect.get(value, 'n') === 2
        ? { success: true, value }
        : { success: false, error: new Error('only two') }
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const { refined, checked, lazy } = guardHere({
      refined: { inputSchema: z.object({ n: z.number().refine(n => n === 2, 'only two') }), execute: echo },
      checked: { inputSchema: wrapped(schema, async value => even(value)), execute: echo },
      lazy: { parameters: () => wrapped(schema, even), execute: echo },
    })
    for (const { execute } of [refined, checked, lazy]) {
      expect(await execute({ n: 2 })).toEqual({ n: 2 })
      expect(await execute({ n: 3 })).toMatch(/^tool_call_invalid_args: .*only two/)
      expect(await execute({ n: 'x' })).toMatch(/^tool_call_invalid_args: /)
    }
  })

  test.each([
    ['no signal', undefined],
    ['one signal for all', new AbortController().signal],
  ])('many calls at once with %s are no leak that Node would tell people of', async (_how, abortSignal) => {
    const warned: string[] = []
    const hear = ({ message }: Error): void => void warned.push(message)
    process.on('warning', hear)
    const { tool } = guardHere({
      tool: {
        inputSchema: wrapped(NOTHING),
        execute: (_args: unknown, _context: object) => new Promise(resolve => void setTimeout(resolve, 5, 1)),
      },
    })
    const calls = Array.from({ length: 20 }, (_, index) =>
      tool.execute({}, { toolCallId: `call_${index}`, abortSignal }),
    )
    expect(await Promise.all(calls)).toEqual(calls.map(() => 1))
    await new Promise(resolve => void setImmediate(resolve)) // warnings come a step later
    process.off('warning', hear)
    expect(warned).toEqual([])
  })

  test('each of many calls at once gets its own id and messages', async () => {
    const { tool } = guardHere({
      tool: {
        inputSchema: wrapped(NOTHING),
        execute: async (
          _args: unknown,
          context: {
            readonly toolCallId: string
            readonly messages: readonly unknown[]
            readonly abortSignal?: unknown
          },
        ) => {
          await new Promise(resolve => void setTimeout(resolve, 5))
          return [context.toolCallId, context.messages, context.abortSignal instanceof AbortSignal]
        },
      },
    })
    const ids = Array.from({ length: 20 }, (_, index) => `call_${index}`)
    const got = await Promise.all(ids.map(toolCallId => tool.execute({}, { toolCallId, messages: [toolCallId] })))
    expect(got).toEqual(ids.map(id => [id, [id], true]))
  })

  test('whoever cancels the request cancels the call', async () => {
    const stop = new AbortController()
    let told: unknown
    const { tool } = guardHere({
      tool: {
        inputSchema: wrapped(NOTHING),
        execute: (
          _args: unknown,
          { abortSignal }: { readonly abortSignal?: AbortSignal; readonly toolCallId?: string },
        ) =>
          new Promise<string>(resolve => {
            abortSignal?.addEventListener('abort', () => resolve((told = 'stopped')))
            stop.abort()
          }),
      },
    })
    expect(await tool.execute({}, { abortSignal: stop.signal })).toMatch(/^tool_cancelled: /)
    expect(told).toBe('stopped')
  })
})

describe('done once', () => {
  const counting = (): {
    readonly count: () => number
    readonly tools: { add: { inputSchema: object; execute: (args: object, context?: object) => number } }
  } => {
    let ran = 0
    return { count: () => ran, tools: { add: { inputSchema: wrapped(NOTHING), execute: () => ++ran } } }
  }

  test('the same call id acts once, another one again, and one without an id every time', async () => {
    const { count, tools } = counting()
    const { add } = guardHere(tools)
    const results = [
      await add.execute({}, at('a')),
      await add.execute({}, at('a')),
      await add.execute({}, at('b')),
      await add.execute({}),
      await add.execute({}),
    ]
    expect([results, count()]).toEqual([[1, 1, 2, 3, 4], 4])
  })

  test('an id counts in its session: in another one it is another call, in the same one it is the same, also after a restart', async () => {
    const { count, tools } = counting()
    const place = newPlace()
    const first = guardHere(tools, { ...place, session: 'job-17' })
    expect(await first.add.execute({}, at('call_1'))).toBe(1)
    await guard.close(first)
    const second = guardHere(tools, { ...place, session: 'job-17' })
    expect(await second.add.execute({}, at('call_1'))).toBe(1)
    await guard.close(second)
    expect(await guardHere(tools, place).add.execute({}, at('call_1'))).toBe(2)
    expect(count()).toBe(2)
  })

  test('an id of any length is one', async () => {
    const { tools } = counting()
    const { add } = guardHere(tools)
    const long = 'x'.repeat(5_000)
    expect([
      await add.execute({}, at(long)),
      await add.execute({}, at(long)),
      await add.execute({}, at(`${long}y`)),
    ]).toEqual([1, 1, 2])
  })
})

describe('a person’s own act', () => {
  const nosy = (forModelsOnly: boolean): Gate => ({
    name: 'nosy',
    forModelsOnly,
    check: () => ({ kind: 'deny', fault: { code: 'policy_blocked', message: 'A model should not.' } }),
  })
  const tools = { go: { inputSchema: wrapped(NOTHING), execute: () => 'went' } }

  test('gates that judge models do not apply, all others do', async () => {
    expect(await guardHere(tools, { gates: [nosy(true)] }).go.execute()).toBe('went')
    expect(await guardHere(tools, { gates: [nosy(false)] }).go.execute()).toMatch(
      /^policy_blocked: A model should not\./,
    )
  })

  test('every call leaves a receipt, refused or not', async () => {
    const place = newPlace()
    const guarded = guardHere(tools, { ...place, session: 'job-1' })
    await guarded.go.execute()
    await guard.close(guarded)
    const refusing = guardHere(tools, { ...place, session: 'job-1', allow: [] })
    await refusing.go.execute()
    await guard.close(refusing)
    expect(audited(place)).toMatchObject([
      { tool: 'go', result: 'success', session_id: 'job-1', receipt_id: expect.stringMatching(/^rcpt_/) },
      { tool: 'go', result: 'blocked', session_id: 'job-1', receipt_id: expect.stringMatching(/^rcpt_/) },
    ])
  })
})

describe('closing', () => {
  const tools = { go: { inputSchema: wrapped(NOTHING), execute: () => 'went' } }

  test('after closing nothing runs; closing twice is no harm', async () => {
    const guarded = guardHere(tools)
    await guarded.go.execute()
    await guard.close(guarded)
    await guard.close(guarded)
    await expect(guarded.go.execute()).rejects.toThrow('closed')
  })

  test('what was not guarded cannot be closed', async () => {
    await expect(guard.close(tools)).rejects.toThrow(CountersignError)
  })
})
