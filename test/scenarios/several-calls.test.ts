import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject } from '../../src/core/index.ts'
import { type ScriptedReply, scripted } from '../../src/providers/index.ts'
import { runTurn } from '../../src/runtime/index.ts'
import { type CountingTool, countingTool, openTestRuntime } from '../open-test-runtime.ts'
import { CALL_FORMATS, type PlannedCall } from '../several-calls.ts'
import { attemptsOf } from './play.ts'

const tool = (name: string, key: string, risk: CountingTool['risk']): CountingTool =>
  countingTool({
    name,
    risk,
    capability: 'FileAccess',
    input: { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] },
  })
const WEATHER: PlannedCall = { name: 'get_weather', args: { city: 'Bern' } }
const TIME: PlannedCall = { name: 'get_time', args: { zone: 'CET' } }
const NOTE: PlannedCall = { name: 'save_note', args: { text: 'sunny' } }
const WRONG_WEATHER: PlannedCall = { name: 'get_weather', args: { town: 'Bern' } }
const WRONG_TIME: PlannedCall = { name: 'get_time', args: { zoone: 'CET' } }

type Played = {
  readonly ran: readonly string[]
  /** What the model read after its reply. */
  readonly told: string
  readonly requests: number
  readonly attempts: readonly JsonObject[]
  readonly events: readonly string[]
}

type Manner = { readonly native?: boolean; readonly chunkLength?: number }

async function playReply(first: ScriptedReply, { native = false, chunkLength = 7 }: Manner = {}): Promise<Played> {
  const tools = [
    tool('get_weather', 'city', 'read'),
    tool('get_time', 'zone', 'read'),
    tool('save_note', 'text', 'write'),
  ]
  const ran: string[] = []
  const runtime = await openTestRuntime({
    tools: tools.map(each => ({ ...each, execute: () => `${ran.push(each.name)}` })),
  })
  const model = scripted([first, 'All done.', 'All done.'], { chunkLength, can: { nativeTools: native } })
  const events: string[] = []
  await runTurn(
    {
      message: 'Do what is to be done.',
      model,
      allow: ['FileAccess', 'FileWrite'],
      profile: native ? 'native' : 'lenient',
      toolPolicy: { allowedTools: tools.map(({ name }) => name) },
      onEvent: event =>
        void (event.type === 'attempt.extracted' && events.push(...event.not_run.map(each => each.code))),
    },
    runtime,
  )
  await runtime.ledger.flush()
  const messages = model.requests[1]?.messages ?? []
  const told = messages.slice(messages.findIndex(({ role }) => role === 'assistant'))
  return {
    ran,
    told: told.map(({ role, content }) => (role === 'assistant' ? '' : content)).join('\n'),
    requests: model.requests.length,
    attempts: attemptsOf(runtime),
    events,
  }
}

const table = CALL_FORMATS.filter(({ several }) => several).map(format => [format.title, format] as const)

describe('a reply with several calls', () => {
  test.each(table)('in a form that has several: all run, in order: %s', async (_title, { write }) => {
    const { ran, requests } = await playReply(`I look at both.\n${write([WEATHER, TIME])}`)
    expect([ran, requests]).toEqual([['get_weather', 'get_time'], 2])
  })

  test.each(table)(
    'one with a wrong argument is told beside the others, without a request: %s',
    async (_title, { write }) => {
      const { ran, told, requests } = await playReply(write([WEATHER, WRONG_TIME]))
      expect([ran, requests]).toEqual([['get_weather'], 2])
      expect(told).toMatch(/"(?:functions\.)?get_time(?::1)?": tool_call_invalid_args: .*zoone/)
    },
  )

  const { write } = CALL_FORMATS[0] ?? { write: () => '' }

  test('what reads behind a refused call runs, what changes something is held back, and both stand in the records', async () => {
    const { ran, told, requests, attempts, events } = await playReply(write([WRONG_WEATHER, TIME, NOTE]))
    expect([ran, requests, events]).toEqual([['get_time'], 2, ['tool_call_invalid_args', 'tool_call_not_run']])
    expect(told).toMatch(/"get_weather": tool_call_invalid_args: [^\n]*town[^\n]*\n- "save_note": tool_call_not_run: /)
    expect(attempts.map(({ outcome, requested }) => [outcome, requested])).toContainEqual(['rejected', 'get_weather'])
    const { calls } = attempts.map(({ ignored }) => ignored).find(isJsonObject) ?? {}
    expect(calls).toMatchObject([
      { requested: 'get_weather', code: 'tool_call_invalid_args' },
      { requested: 'save_note', code: 'tool_call_not_run' },
    ])
  })

  test('where nothing may run, the correction names every call', async () => {
    const { ran, told, requests } = await playReply(write([WRONG_WEATHER, NOTE, NOTE]))
    expect([ran, requests]).toEqual([[], 2])
    expect(told).toContain('"save_note": tool_call_not_run: A call before it in the same reply was refused')
  })

  test('of several bare objects the first runs, and the others are told if they were read', async () => {
    const objects = [WEATHER, TIME].map(({ name, args }) => JSON.stringify({ name, arguments: args })).join('\n')
    const { ran, told } = await playReply(objects, { chunkLength: objects.length })
    expect(ran).toEqual(['get_weather'])
    expect(told).toContain('"get_time": tool_call_multiple')
  })

  test('calls behind the last step are told, and a thousand of them in a few lines', async () => {
    const many = Array.from({ length: 1_000 }, (_, at): PlannedCall => ({
      name: 'get_weather',
      args: { city: `No. ${at}` },
    }))
    const { ran, told } = await playReply(write(many))
    expect(ran).toHaveLength(6)
    expect(told).toContain('budget_spent: No tool steps remain in this turn')
    expect(told).toContain('- and 986 more')
    expect(told.length).toBeLessThan(12_000)
  })

  test('in the field of the provider each call has its answer, also the refused and the held one', async () => {
    const calls = [WRONG_WEATHER, TIME, NOTE].map(({ name, args }, at) => ({ id: `c${at}`, name, arguments: args }))
    const { ran, told } = await playReply({ calls }, { native: true })
    expect(ran).toEqual(['get_time'])
    expect(told).toMatch(
      /tool_call_invalid_args: [^\n]*town[^]*Result of get_time[^]*tool_call_not_run: A call before it/,
    )
  })
})
