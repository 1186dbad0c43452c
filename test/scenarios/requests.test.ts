import { Ajv2020 } from 'ajv/dist/2020.js'
import { onTestFinished, describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import { startLmStudio } from '../servers/index.ts'
import { countingTool } from '../open-test-runtime.ts'
import { workFolder } from '../work-folder.ts'
import { type Play, type Played, attemptsOf, call, decide, final, play, readNotes, strictCall } from './play.ts'

const PATH = { path: 'notes.md' }
const UNPROVED = { 'evidence.require': 'never' }
/** A strict turn whose first reply must be a call. */
const required = (more: Play = {}): Promise<Played> =>
  play({
    profile: 'strict',
    settings: UNPROVED,
    toolPolicy: { requireTool: true },
    replies: [strictCall('file_read', PATH), final, 'It burned.'],
    ...more,
  })
const promptOf = ({ model }: Played, at = 0): string =>
  model.requests[at]?.messages.map(({ content }) => content).join('\n\n') ?? ''
const schemasOf = ({ model }: Played) => model.requests.map(({ responseSchema }) => responseSchema)
const jsonIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

describe('the prompt of a strict call', () => {
  test('[STRICT-15] has the title, the nonce of this step, and says that a call is required only when it is', async () => {
    const asked = promptOf(await required())
    expect(asked).toContain('Tool Call Protocol (STRICT JSON ONLY)')
    expect(asked).toMatch(/^TOOL_NONCE: n_\S+$/m)
    expect(asked).toMatch(/^TOOL_CALL_REQUIRED: true$/m)
    const free = promptOf(await required({ toolPolicy: { requireTool: false }, replies: ['It burned.'] }))
    expect(free).toMatch(/^TOOL_NONCE: n_\S+$/m)
    expect(free).not.toContain('TOOL_CALL_REQUIRED')
  })

  test('[STRICT-16] has an example for every tool on offer: JSON with a placeholder where the nonce belongs', async () => {
    const turn = await required()
    const offered = turn.events.flatMap(event => (event.type === 'policy.decided' ? event.allowed : []))
    const examples = [...promptOf(turn).matchAll(/^Example: (.*)$/gm)].map(([, example = '']) => example)
    expect(examples.every(example => example.includes('"nonce":"<TOOL_NONCE>"'))).toBe(true)
    const parsed = examples.map(example => jsonIn(JSON.parse(example.replace('<TOOL_NONCE>', 'n_1'))))
    expect(parsed.map(({ tool }) => textOf(tool)).toSorted()).toEqual(offered.toSorted())
    expect(parsed.every(({ nonce }) => nonce === 'n_1')).toBe(true)
  })
})

describe('the schema that a reply must follow', () => {
  const can = { jsonSchema: true }

  test('[PROV-02] [PROV-03] for a required call: tool, args and nonce, closed at the top and in the arguments of every tool', async () => {
    const turn = await required({ can })
    const [schema] = schemasOf(turn)
    const nonce = /TOOL_NONCE: (\S+)/.exec(promptOf(turn))?.[1]
    const branches = (Array.isArray(schema?.['anyOf']) ? schema['anyOf'] : [schema]).map(jsonIn)
    const offered = turn.events.flatMap(event => (event.type === 'policy.decided' ? event.allowed : []))
    expect(branches).toHaveLength(offered.length)
    for (const branch of branches) {
      expect(branch).toMatchObject({ additionalProperties: false, required: ['tool', 'args', 'nonce'] })
      expect(jsonIn(branch['properties'])['args']).toMatchObject({ additionalProperties: false })
    }
    const accepts = new Ajv2020({ strict: false }).compile(schema ?? {})
    const read = (args: JsonObject, more: JsonObject = {}) =>
      accepts({ tool: 'file_read', args, nonce: nonce ?? '', ...more })
    expect([
      read(PATH),
      read({ ...PATH, start_line: 'ten' }),
      read({ ...PATH, odd: 1 }),
      read(PATH, { why: 'x' }),
      read(PATH, { nonce: 'n_x' }),
    ]).toEqual([true, false, false, false, false])
  })

  test('[STRICT-20] follows the definition of the tool, and so does the reader', async () => {
    const turn = (type: string, value: string | number) => {
      const input = { type: 'object', properties: { n: { type } }, required: ['n'] }
      const tool = countingTool({ name: 'count', risk: 'read', capability: 'FileAccess', input })
      const more = { can, options: { tools: [tool] }, replies: [strictCall('count', { n: value }), final, 'So.'] }
      return required(more).then(played => ({ code: played.code, ran: tool.ran, schema: schemasOf(played)[0] }))
    }
    for (const [type, fits, other] of [
      ['integer', 3, 'three'],
      ['string', 'three', 3],
    ] as const) {
      const { schema, ...right } = await turn(type, fits)
      expect(right).toEqual({ code: null, ran: [{ n: fits }] })
      expect(JSON.stringify(schema)).toContain(`"n":{"type":"${type}"}`)
      expect(await turn(type, other)).toMatchObject({ code: 'tool_call_invalid_args', ran: [] })
    }
  })

  test('[PROV-02] reaches an LM Studio as response_format', async () => {
    const server = await startLmStudio({ replies: ['{"probe":"heron-4711"}', '{}'] })
    onTestFinished(() => server.close())
    const folder = workFolder()
    folder.write('notes.md', 'x')
    folder.write('../home/.config/countersign/countersign.toml', `[providers]\nlmstudio_url = "${server.url}"\n`)
    await folder.run(
      'ask',
      '--model',
      'lmstudio:qwen/qwen3-4b',
      '--profile',
      'strict',
      '--require-tool',
      'Read the file notes.md',
    )
    const chats = server.requests.filter(({ path }) => path === '/v1/chat/completions')
    const formats = chats.map(({ body }) => jsonIn(body['response_format']))
    expect(formats).toContainEqual(
      expect.objectContaining({
        type: 'json_schema',
        json_schema: expect.objectContaining({ schema: expect.objectContaining({ type: 'object' }) }),
      }),
    )
    expect(JSON.stringify(formats)).toMatch(/"required":\["tool","args","nonce"\]/)
  })

  test('[PROV-04] is that of a call on the first step, that of a decision on later ones, and none in a chat', async () => {
    const two = [strictCall('file_read', PATH), decide('file_list', { path: '.' }), final, 'It burned.']
    const [first, second, third, answer] = schemasOf(await required({ can, replies: two }))
    expect(JSON.stringify(first)).not.toContain('"action"')
    for (const decision of [second, third]) {
      expect(JSON.stringify(decision)).toContain('"action"')
      expect(JSON.stringify(decision)).toContain('"final"')
    }
    expect(answer).toBeUndefined()
    const chat = await play({
      can,
      message: 'Good morning.',
      profile: 'strict',
      settings: UNPROVED,
      replies: ['Hello.'],
    })
    expect(schemasOf(chat)).toEqual([undefined])
    const free = await required({ can, toolPolicy: { requireTool: false }, replies: ['It burned.'] })
    expect(schemasOf(free)).toEqual([undefined])
  })

  test('[PROV-05] goes out where the model can be held to it; where not, the record says so and the reader is as strict', async () => {
    const held = await required({ can })
    expect(attemptsOf(held.runtime)[0]).toMatchObject({ schema_enforced: true })
    const prose = await required({ replies: [`Sure! ${strictCall('file_read', PATH)}`] })
    expect(schemasOf(prose)).toEqual([undefined])
    expect(attemptsOf(prose.runtime)[0]).toMatchObject({ schema_enforced: false })
    expect([prose.executed, prose.code]).toEqual([[], 'tool_call_invalid_format'])
  })
})

describe('a correction', () => {
  const bad = call('file_read', { paht: 'notes.md' })

  test('[REPAIR-01] [REPAIR-02] [REPAIR-06] is one job in a system message of its own, with the schema in words, and beside it the reply and the complaint', async () => {
    const { model } = await play({ replies: [bad, readNotes, 'It burned.'] })
    const [system, ...rest] = model.requests[1]?.messages ?? []
    expect(system?.role).toBe('system')
    const [job, ...rules] = (system?.content ?? '').split('\n')
    expect(job).toBe('You have one job: rewrite your last reply into the exact tool call envelope.')
    expect(rules).toContain('Output JSON only: one JSON object, nothing before it and nothing after it.')
    expect(rules).toContain('No markdown, no code fence, no explanation.')
    expect(rules).toContain('Must match: {type:"tool_call", name:string, args:object}')
    expect(rules.join('\n')).toMatch(/^file_read: .*\n- path\* string/m)
    const said = rest.map(({ content }) => content).join('\n')
    expect(said).toContain(bad)
    expect(said).toMatch(/^Complaint: .*path/m)
    expect(model.requests[2]?.messages[0]?.content).not.toContain('You have one job')
  })
})

test('[LOOP-06] a result is shown cut, with the hash of the whole and its receipt', async () => {
  const { model, report } = await play({
    files: { 'notes.md': `${'x'.repeat(99)}\n`.repeat(200) },
    settings: { 'turn.max_tool_bytes_per_step': 1_000 },
    replies: [readNotes, 'So.'],
  })
  const shown = model.requests[1]?.messages.at(-1)?.content ?? ''
  expect(shown).toContain(`receipt_id: ${report.receipts[0]}`)
  expect(report.receipts[0]).toMatch(/^rcpt_[0-9a-f]{24}$/)
  expect(shown).toMatch(/^sha256: [0-9a-f]{64}$/m)
  expect(shown).toMatch(/^shown: 1000 of 19999 bytes$/m)
  expect(shown).not.toContain('x'.repeat(100))
  expect(shown.split('x'.repeat(99))).toHaveLength(11)
})

test('[PROV-01] an LM Studio is asked at its usual address, below /v1', async () => {
  const folder = workFolder()
  const { value } = await folder.json('config', 'print')
  expect(jsonIn(jsonIn(value)['providers'])['lmstudio_url']).toBe('http://127.0.0.1:1234')
  const server = await startLmStudio({ replies: ['It burned.'] })
  onTestFinished(() => server.close())
  folder.write('../home/.config/countersign/countersign.toml', `[providers]\nlmstudio_url = "${server.url}"\n`)
  const { code, out } = await folder.run('ask', '--model', 'lmstudio:qwen/qwen3-4b', '/chat Good morning.')
  expect([code, out]).toEqual([0, expect.stringContaining('It burned.')])
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/chat/completions')
})

describe('a field to think in', () => {
  const simple = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] }
  const complex = {
    type: 'object',
    properties: {
      query: { type: 'string' },
      kind: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] },
      filter: { anyOf: [{ type: 'string' }, { type: 'object', properties: { deep: { type: 'object' } } }] },
    },
    required: ['query'],
  }
  const tools = [
    countingTool({ name: 'plain', risk: 'read', capability: 'FileAccess', input: simple }),
    countingTool({ name: 'branched', risk: 'read', capability: 'FileAccess', input: complex }),
  ]
  const shown = async (settings: JsonObject, nativeTools = true) => {
    const { model } = await play({ can: { nativeTools }, settings, options: { tools }, replies: ['Hm.'] })
    const inputs = model.requests[0]?.tools ?? []
    return Object.fromEntries(inputs.map(({ name, parameters }) => [name, jsonIn(parameters)]))
  }
  const ON = { 'tools.tafc.enabled': true }

  test('[TAFC-01] is off by default, and a threshold is never outside 0 to 1', async () => {
    const read = async (threshold: string): Promise<unknown> => {
      const folder = workFolder()
      const toml = threshold === '' ? '' : `[tools.tafc]\ncomplexity_threshold = ${threshold}\n`
      folder.write('../home/.config/countersign/countersign.toml', toml)
      return jsonIn(jsonIn((await folder.json('config', 'print')).value)['tools'])['tafc']
    }
    expect(await read('')).toEqual({ enabled: false, complexity_threshold: 0.6 })
    expect([await read('nan'), await read('inf'), await read('7'), await read('-1')]).toEqual(
      [0.6, 0.6, 1, 0].map(complexity_threshold => ({ enabled: false, complexity_threshold })),
    )
    expect(JSON.stringify(await shown({}))).not.toContain('_tafc_think')
  })

  test('[TAFC-02] [TAFC-03] is one optional text in a complex schema that asks to reason first, and simple schemas stay as they are', async () => {
    const [off, on] = [await shown({}), await shown(ON)]
    expect(on['plain']).toEqual(off['plain'])
    const { _tafc_think: added, ...others } = jsonIn(on['branched']?.['properties'])
    expect(others).toEqual(off['branched']?.['properties'])
    expect(on['branched']?.['required']).toEqual(['query'])
    expect(added).toEqual({
      type: 'string',
      description: expect.stringMatching(/before filling.*reason step by step/i),
    })
    const low = await shown({ ...ON, 'tools.tafc.complexity_threshold': 0.1 })
    expect(Object.keys(jsonIn(low['plain']?.['properties'])).toSorted()).toEqual(['_tafc_think', 'command'])
  })

  test('[TAFC-04] what is written in it reaches no tool, whatever its number', async () => {
    const tool = countingTool({ name: 'branched', risk: 'read', capability: 'FileAccess', input: complex })
    const args = { _tafc_think: 'hm', query: 'x', _tafc_think_2: { deep: true } }
    for (const nativeTools of [true, false]) {
      const native = { calls: [{ id: 'c1', name: 'branched', arguments: JSON.stringify(args) }] }
      await play({
        can: { nativeTools },
        settings: ON,
        options: { tools: [tool] },
        replies: [nativeTools ? native : call('branched', args), 'So.'],
      })
    }
    expect(tool.ran).toEqual([{ query: 'x' }, { query: 'x' }])
  })

  test('[PROV-10] [TAFC-07] without native tools the schemas are as they are, and every tool is sent', async () => {
    const text = async (settings: JsonObject): Promise<string> => {
      const { model } = await play({ settings, options: { tools }, replies: ['Hm.'] })
      expect(model.requests[0]?.tools).toBeUndefined()
      return model.requests[0]?.messages[0]?.content ?? ''
    }
    const [off, on] = [await text({}), await text({ ...ON, 'tools.tafc.complexity_threshold': 0 })]
    expect(on).toBe(off)
    for (const id of ['plain', 'branched', 'file-read', 'file-list', 'file-search']) expect(on).toContain(`\n${id}`)
  })
})
