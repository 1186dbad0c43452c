import { describe, expect, test } from 'vitest'
import { type JsonObject, textOf } from '../../core/index.ts'
import { type ScriptedReply, scripted } from '../../providers/index.ts'
import { USER, at, callsIn, errorIn, finish, message, openEndpoint } from '../../../test/clients/endpoint.ts'
import { CALL_FORMATS, type PlannedCall } from '../../../test/several-calls.ts'
import { type ClientKey, ordinaryKey } from './index.ts'

const tool = (name: string, parameters: JsonObject): JsonObject => ({
  type: 'function',
  function: { name, parameters },
})
const closed = (name: string, key: string): JsonObject =>
  tool(name, {
    type: 'object',
    properties: { [key]: { type: 'string' } },
    required: [key],
    additionalProperties: false,
  })
const TOOLS = [closed('get_weather', 'city'), closed('get_time', 'zone')]
const WEATHER: PlannedCall = { name: 'get_weather', args: { city: 'Bern' } }
const TIME: PlannedCall = { name: 'get_time', args: { zone: 'CET' } }
const WRONG: PlannedCall = { name: 'get_weather', args: { town: 'Bern' } }
const SAID = 'I will look at it.'
const NOT_RUN = 'The model tried to call a tool, but the call could not be used. It did not run.'

type Heard = { readonly content: string; readonly calls: number }

/** The same replies twice, whole and as a stream. */
async function hear(replies: readonly string[], key?: () => ClientKey): Promise<readonly [Heard, Heard]> {
  const open = (): ReturnType<typeof openEndpoint> =>
    openEndpoint({
      model: scripted(replies, { chunkLength: 5, can: { nativeTools: false } }),
      ...(key && { key }),
    })
  const asked = { messages: [USER], tools: TOOLS }
  const { body } = await (await open()).post(asked)
  const { chunks } = await (await open()).stream(asked)
  const deltas = chunks.map(chunk => at(chunk, 'choices', 0, 'delta'))
  return [
    { content: textOf(message(body)['content'] ?? ''), calls: callsIn(body).length },
    {
      content: deltas.map(delta => textOf(at(delta, 'content') ?? '')).join(''),
      calls: deltas.filter(delta => at(delta, 'tool_calls', 0, 'id') !== undefined).length,
    },
  ]
}

const table = CALL_FORMATS.map(format => [format.title, format] as const)

describe('the markup of a call never stays in the content', () => {
  test.each(table)('of calls that are handed over: %s', async (_title, { write, several }) => {
    for (const said of ['', `${SAID}\n\n`])
      for (const { content, calls } of await hear([`${said}${write([WEATHER, TIME])}`])) {
        expect(content.trim()).toBe(said.trim())
        expect(calls).toBeGreaterThanOrEqual(several ? 2 : 1)
      }
  })

  test.each(table)('of a call that never became right: %s', async (_title, { write }) => {
    const reply = `${SAID}\n\n${write([WRONG])}`
    for (const { content, calls } of await hear([reply, reply, reply]))
      expect({ content: content.replaceAll(/\s+/g, ' '), calls }).toEqual({ content: `${SAID} ${NOT_RUN}`, calls: 0 })
  })

  test.each(table)('of a call that a gate refuses: %s', async (_title, { write }) => {
    const key = (): ClientKey => ({ ...ordinaryKey('test'), tools: [{ tools: 'get_*', risk: 'destroy' }] })
    for (const { content, calls } of await hear([`${SAID}\n\n${write([WEATHER])}`, 'I may not.', 'I may not.'], key))
      expect({ content: content.replaceAll(/\s+/g, ' ').replace(`${SAID} `, ''), calls }).toEqual({
        content: 'I may not.',
        calls: 0,
      })
  })
})

describe('calls that are not handed over beside others', () => {
  const hermes = ({ name, args }: PlannedCall): string =>
    `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`
  const cut = '<tool_call>\n{"name": "get_time", "arguments": {"zo'
  const native = (calls: readonly PlannedCall[]): ScriptedReply => ({
    calls: calls.map(({ name, args }, index) => ({ id: `c${index}`, name, arguments: args })),
  })
  const partly: readonly (readonly [string, ScriptedReply, string])[] = [
    ['a wrong one behind', [TIME, WRONG].map(hermes).join('\n'), '- "get_weather": tool_call_invalid_args: '],
    ['one that is cut off', `${hermes(TIME)}\n${cut}`, '- a call that could not be read: tool_call_invalid_format: '],
    ['a wrong one in the field of the server', native([WRONG, TIME]), '- "get_weather": tool_call_invalid_args: '],
  ]

  test.each(partly)(
    'are told with the result of the others, in every later request: %s',
    async (_title, reply, told) => {
      const isNative = typeof reply !== 'string'
      const model = scripted([reply, 'It is nine.', 'Nine.'], { can: { nativeTools: isNative } })
      const { post } = await openEndpoint({ model })
      const first = await post({ messages: [USER], tools: TOOLS })
      const [handed, ...more] = callsIn(first.body)
      expect([handed?.name, more]).toEqual(['get_time', []])
      const messages = [USER, message(first.body), { role: 'tool', tool_call_id: handed?.id ?? '', content: '09:00' }]
      const second = await post({ messages, tools: TOOLS })
      await post({ messages: [...messages, message(second.body), USER], tools: TOOLS })
      for (const { messages: sent } of model.requests.slice(1)) {
        const result = sent.find(({ content }) => content.includes('09:00'))
        expect(result?.content).toContain(`Other calls of your last reply did not run:\n${told}`)
      }
      expect(model.requests).toHaveLength(3)
    },
  )
})

describe("a client's schema", () => {
  const call = async (parameters: JsonObject | undefined, args: JsonObject): Promise<unknown> => {
    const reply = JSON.stringify({ name: 'look', arguments: args })
    const { post } = await openEndpoint({ model: scripted([reply, reply, reply], { can: { nativeTools: false } }) })
    const tools = [
      parameters === undefined ? { type: 'function', function: { name: 'look' } } : tool('look', parameters),
    ]
    const { status, body } = await post({ messages: [USER], tools, tool_choice: 'required' })
    return status === 200 ? [finish(body), callsIn(body)[0]?.args] : [status, errorIn(body)['code']]
  }
  const properties = { city: { type: 'string' } }

  test('without additionalProperties: false lets further arguments pass, as JSON Schema says', async () => {
    const args = { city: 'Bern', units: 'C' }
    expect(await call({ type: 'object', properties, required: ['city'] }, args)).toEqual(['tool_calls', args])
    expect(await call({ type: 'object' }, args)).toEqual(['tool_calls', args])
    expect(await call({}, args)).toEqual(['tool_calls', args])
  })

  test('that closes itself, and a tool without one, refuse them', async () => {
    const refused = [422, 'tool_call_invalid_args']
    expect(await call({ type: 'object', properties, additionalProperties: false }, { units: 'C' })).toEqual(refused)
    expect(await call(undefined, { units: 'C' })).toEqual(refused)
  })

  test('still reads what it names in another spelling or place', async () => {
    const schema = { type: 'object', properties: { ...properties, days: { type: 'integer' } } }
    expect(await call(schema, { arguments: { City: 'Bern', days: '3' } })).toEqual([
      'tool_calls',
      { city: 'Bern', days: 3 },
    ])
  })

  test('of an answer in the form of a call without its arguments in a place of their own is no call', async () => {
    const { post } = await openEndpoint({
      model: scripted(['{"name": "look", "height": 12}', 'It is 12 m high.'], { can: { nativeTools: false } }),
    })
    const { body } = await post({ messages: [USER], tools: [tool('look', { type: 'object' })] })
    expect(callsIn(body)).toEqual([])
  })
})
