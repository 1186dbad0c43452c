import { describe, expect, test, vi } from 'vitest'
import { type JsonObject, type Model, type Store, systemClock, textOf } from '../../core/index.ts'
import { type ScriptedReply, scripted } from '../../providers/index.ts'
import {
  BERN,
  type EndpointOptions,
  type TestEndpoint,
  USER,
  WEATHER,
  at,
  callsIn,
  errorIn,
  finish,
  message,
  meta,
  objectAt,
  openEndpoint,
} from '../../../test/clients/endpoint.ts'
import { createMemoryStore } from '../../storage/index.ts'
import { attemptsOf, entriesOf } from '../../../test/scenarios/play.ts'
import { type ClientKey, ordinaryKey } from './index.ts'

type Scene = Partial<Omit<EndpointOptions, 'model'>> & {
  readonly native?: boolean
  readonly jsonSchema?: boolean
  readonly chunkLength?: number
}

async function open(
  replies: readonly ScriptedReply[],
  scene: Scene = {},
): Promise<TestEndpoint & { readonly model: ReturnType<typeof scripted> }> {
  const { native = true, jsonSchema = false, chunkLength = 5, ...rest } = scene
  const model = scripted(replies, { chunkLength, can: { nativeTools: native, jsonSchema } })
  return { ...(await openEndpoint({ model, ...rest })), model }
}

const native = (name: string, args: JsonObject | string): ScriptedReply => ({
  calls: [{ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }],
})
const BERN_CALL = native('get_weather', BERN)
const ASKED: JsonObject = { messages: [USER], tools: [WEATHER] }

/** The conversation goes on with what the client's tool said. */
function withResult(
  first: JsonObject,
  content = 'sunny',
  change: (call: JsonObject) => JsonObject = call => call,
): JsonObject {
  const said = message(first)
  const calls = (said['tool_calls'] as readonly JsonObject[]).map(change)
  const results = calls.map(call => ({ role: 'tool', tool_call_id: textOf(call['id']), content }))
  return { ...ASKED, messages: [USER, { ...said, tool_calls: calls }, ...results] }
}

describe('a call', () => {
  const fenced = '```jsonResponse\n{"name": "get_weather", "arguments": {"city": "Bern"}}\n```'

  test('comes back whole and valid, with an id of ours, finish_reason and usage', async () => {
    const { post } = await open([{ calls: [{ name: 'get_weather', arguments: BERN }], text: 'Let me look.' }])
    const { status, body } = await post(ASKED)
    expect(status).toBe(200)
    expect(callsIn(body)).toEqual([{ id: expect.stringMatching(/^call_/), name: 'get_weather', args: BERN }])
    expect(message(body)).toMatchObject({ role: 'assistant', content: 'Let me look.', refusal: null })
    expect(finish(body)).toBe('tool_calls')
    expect(body['usage']).toEqual({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    })
  })

  test('is recorded before it is handed over, and its outcome when the client tells it, once', async () => {
    const { post, runtime } = await open([BERN_CALL, 'It is sunny.', 'It still is.'])
    const { body: first } = await post(ASKED)
    const [call] = callsIn(first)
    expect(
      entriesOf(runtime)
        .filter(({ type }) => type === 'intent')
        .map(({ body }) => body['call_id']),
    ).toEqual([call?.id])
    expect(entriesOf(runtime).some(({ type }) => type === 'outcome')).toBe(false)
    const { body: second } = await post(withResult(first))
    expect(message(second)['content']).toBe('It is sunny.')
    const receipt = textOf(at(meta(second), 'outcomes', 0, 'receipt'))
    expect(runtime.ledger.findReceipt(receipt)).toMatchObject({
      tool_id: 'get_weather',
      inputs: BERN,
      outputs: { text: 'sunny' },
      decided_by: 'key',
    })
    expect(meta(second)['session']).toBe(meta(first)['session'])
    const { body: third } = await post(withResult(first))
    expect(meta(third)['outcomes']).toEqual([])
    expect(entriesOf(runtime).filter(({ type }) => type === 'outcome')).toHaveLength(1)
  })

  test('whose outcome nobody tells stays open, and is found by a process that starts later', async () => {
    const { post, runtime } = await open([BERN_CALL])
    const { body } = await post(ASKED)
    expect(runtime.ledger.unfinished().map(({ call }) => call)).toEqual(callsIn(body).map(({ id }) => id))
  })

  test('is not handed over if nobody could tell its outcome later: its intent alone is there, and no call runs twice', async () => {
    const whole = createMemoryStore({ clock: systemClock })
    const swap: Store['swap'] = async (table, key, change) => {
      if (table === 'handed_calls') throw new Error('the disk is full')
      return whole.swap(table, key, change)
    }
    const { post, runtime } = await open([BERN_CALL], { options: { store: { ...whole, swap } } })
    const { status, body } = await post(ASKED)
    expect({ status, calls: callsIn(body) }).toEqual({ status: 500, calls: [] })
    expect(runtime.ledger.unfinished()).toHaveLength(1)
  })

  test('that took a repair is marked, in the reply and in the attempt log', async () => {
    const { post, runtime } = await open(
      [
        '{"name": "get_wether", "arguments": {"city": "Bern"}}',
        '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>',
      ],
      { native: false },
    )
    const { body } = await post(ASKED)
    expect(callsIn(body).map(({ args }) => args)).toEqual([BERN])
    expect(at(meta(body), 'calls', 0)).toMatchObject({ repaired: true, asked_again: true })
    await runtime.ledger.flush()
    expect(attemptsOf(runtime).map(({ outcome, first_failure }) => [outcome, first_failure])).toEqual([
      ['rejected', 'tool_call_unknown_tool'],
      ['repaired', null],
    ])
  })

  test('that was repaired is handed over at once, and marked', async () => {
    const { post, model } = await open([fenced])
    const { body } = await post(ASKED)
    expect(callsIn(body).map(({ args }) => args)).toEqual([BERN])
    expect(at(meta(body), 'calls', 0)).toMatchObject({ fixups: ['strip_fence'], repaired: true, asked_again: false })
    expect(model.requests).toHaveLength(1)
  })

  test('that was repaired, of a tool that the key says changes something, is handed over only if the model says it again', async () => {
    const key = (): ClientKey => ({ ...ordinaryKey('test'), tools: [{ tools: '*', risk: 'write' }] })
    const { post } = await open([fenced, fenced], { key })
    expect(callsIn((await post(ASKED)).body)).toHaveLength(1)
    const other = await open([fenced, 'I never meant to call anything.', 'All right.'], { key })
    const { body } = await other.post(ASKED)
    expect([callsIn(body), at(meta(body), 'refused', 0, 'code')]).toEqual([[], 'confirmation_required'])
  })

  test('of a tool that the key calls harmless is handed over at once, and recorded before it all the same', async () => {
    const key = (): ClientKey => ({ ...ordinaryKey('test'), tools: [{ tools: 'get_*', risk: 'read' }] })
    const { post, model, runtime } = await open([fenced], { key })
    expect(callsIn((await post(ASKED)).body)).toHaveLength(1)
    expect(model.requests).toHaveLength(1)
    expect(entriesOf(runtime).filter(({ type }) => type === 'intent')).toHaveLength(1)
  })
})

describe('a result', () => {
  const refusedFor = async (
    change: (first: JsonObject) => JsonObject,
    key?: () => ClientKey,
  ): Promise<readonly unknown[]> => {
    const { post, runtime } = await open([BERN_CALL, 'Fine.', 'Fine.'], key ? { key } : {})
    const { body: first } = await post(ASKED)
    const { body } = await post(change(first))
    await post(change(first))
    await runtime.ledger.flush()
    const noted = entriesOf(runtime).filter(each => each.body['event'] === 'result_not_taken')
    return [
      meta(body)['not_taken'],
      meta(body)['outcomes'],
      noted.length,
      entriesOf(runtime).filter(({ type }) => type === 'outcome').length,
    ]
  }

  test('with an id that we never gave is noted once and never taken for ours', async () => {
    const strange = await refusedFor(first => withResult(first, 'sunny', call => ({ ...call, id: 'call_made_up' })))
    expect(strange).toEqual([[{ tool_call_id: 'call_made_up', because: 'unknown' }], [], 1, 0])
  })

  test("of another key's call is not taken", async () => {
    let asked = 0
    const key = (): ClientKey => ordinaryKey(asked++ === 0 ? 'one' : 'another')
    expect(await refusedFor(withResult, key)).toEqual([
      [{ tool_call_id: expect.any(String), because: 'foreign' }],
      [],
      1,
      0,
    ])
  })

  test('beside a call whose arguments were changed is not taken', async () => {
    const other = { name: 'get_weather', arguments: '{"city":"Basel"}' }
    const altered = await refusedFor(first => withResult(first, 'sunny', call => ({ ...call, function: other })))
    expect(altered).toEqual([[{ tool_call_id: expect.any(String), because: 'altered' }], [], 1, 0])
  })

  test('that says something else the second time does not change what was recorded', async () => {
    const { post, runtime } = await open([BERN_CALL, 'Fine.', 'Fine.'])
    const { body: first } = await post(ASKED)
    await post(withResult(first, 'sunny'))
    const { body } = await post(withResult(first, 'rain'))
    expect(at(meta(body), 'not_taken', 0, 'because')).toBe('changed')
    const outcomes = entriesOf(runtime).filter(({ type }) => type === 'outcome')
    expect(outcomes.map(({ body: { receipt } }) => at(receipt, 'outputs', 'text'))).toEqual(['sunny'])
  })

  test('told by two requests at once is recorded once', async () => {
    const { post, runtime } = await open([BERN_CALL, 'Fine.', 'Fine.', 'Fine.'])
    const { body: first } = await post(ASKED)
    await Promise.all([1, 2, 3].map(() => post(withResult(first))))
    expect(entriesOf(runtime).filter(({ type }) => type === 'outcome')).toHaveLength(1)
  })
})

describe('what the client asks for is kept', () => {
  test('tool_choice none: nothing is offered, and what looks like a call is text', async () => {
    const text = '{"name": "get_weather", "arguments": {"city": "Bern"}}'
    const { post, model } = await open([text])
    const { body } = await post({ ...ASKED, tool_choice: 'none' })
    expect([message(body)['content'], callsIn(body), finish(body)]).toEqual([text, [], 'stop'])
    expect(model.requests[0]?.tools).toBeUndefined()
  })

  test('tool_choice required: prose is sent back to the model, and in the end is an error', async () => {
    const kept = await open(['Sunny, I guess.', BERN_CALL])
    expect(callsIn((await kept.post({ ...ASKED, tool_choice: 'required' })).body)).toHaveLength(1)
    const broken = await open(['Sunny.', 'Sunny.', 'Sunny.'])
    const { status, body } = await broken.post({ ...ASKED, tool_choice: 'required' })
    expect([status, errorIn(body)['code']]).toEqual([422, 'tool_call_invalid_format'])
  })

  test('a named function: no other tool can be called', async () => {
    const other = { type: 'function', function: { name: 'get_news', parameters: { type: 'object', properties: {} } } }
    const { post, model } = await open([native('get_news', {}), BERN_CALL])
    const { body } = await post({
      ...ASKED,
      tools: [WEATHER, other],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
    })
    expect(callsIn(body).map(({ name }) => name)).toEqual(['get_weather'])
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['get_weather'])
    expect(model.requests[0]?.toolChoice).toBe('required')
  })

  test('allowed_tools: only those are offered', async () => {
    const other = { type: 'function', function: { name: 'get_news' } }
    const choice = {
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_news' } }] },
    }
    const { post, model } = await open(['No news.'])
    await post({ ...ASKED, tools: [WEATHER, other], tool_choice: choice })
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['get_news'])
  })

  test('parallel_tool_calls: all calls of a reply, or with false the first alone', async () => {
    const both: ScriptedReply = {
      calls: [
        { name: 'get_weather', arguments: BERN },
        { name: 'get_weather', arguments: { city: 'Basel' } },
      ],
    }
    const all = await open([both])
    expect(callsIn((await all.post(ASKED)).body).map(({ args }) => args)).toEqual([BERN, { city: 'Basel' }])
    const one = await open([both])
    expect(callsIn((await one.post({ ...ASKED, parallel_tool_calls: false })).body).map(({ args }) => args)).toEqual([
      BERN,
    ])
  })

  const FORMAT = {
    type: 'json_schema',
    json_schema: {
      name: 'report',
      schema: { type: 'object', properties: { degrees: { type: 'integer' } }, required: ['degrees'] },
    },
  }

  test('response_format: an answer that does not fit is asked for again, and a fence around it is taken away', async () => {
    const { post } = await open(['It is warm.', '{"degrees": "warm"}', '```jsonResponse\n{"degrees": 21}\n```'])
    const { body } = await post({ messages: [USER], response_format: FORMAT })
    expect(JSON.parse(textOf(message(body)['content']))).toEqual({ degrees: 21 })
  })

  test('response_format: what never fits is an error, not an answer', async () => {
    const { post } = await open(['warm', 'warm', 'warm'])
    const { status, body } = await post({ messages: [USER], response_format: FORMAT })
    expect([status, errorIn(body)['code'], errorIn(body)['type']]).toEqual([
      422,
      'output_invalid',
      'invalid_request_error',
    ])
  })

  test('response_format: the schema goes to a server that keeps to it, and never together with tools', async () => {
    const { post, model } = await open(['{"degrees": 21}', '{"degrees": 21}'], { jsonSchema: true })
    await post({ messages: [USER], response_format: FORMAT })
    await post({ ...ASKED, response_format: FORMAT })
    expect(
      model.requests.map(({ responseSchema, tools }) => [responseSchema !== undefined, tools?.length ?? 0]),
    ).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  test('json_object: one object, whatever stands in it', async () => {
    const { post } = await open(['Here you are: {"a": [1, 2]}'])
    const { body } = await post({ messages: [USER], response_format: { type: 'json_object' } })
    expect(JSON.parse(textOf(message(body)['content']))).toEqual({ a: [1, 2] })
  })

  test('max_tokens, temperature, top_p, seed and stop reach the model', async () => {
    const { post, model } = await open(['Hello.'])
    await post({
      messages: [USER],
      max_completion_tokens: 50,
      temperature: 0.2,
      top_p: 0.5,
      seed: 7,
      stop: 'END',
      presence_penalty: 1,
      user: 'someone',
    })
    expect(model.requests[0]).toMatchObject({ maxTokens: 50, temperature: 0.2, topP: 0.5, seed: 7, stop: ['END'] })
  })

  test('a reply that was cut at its limit says so', async () => {
    const { post } = await open([
      { text: 'Once upon a', end: { finish: 'length', usage: { inputTokens: 5, outputTokens: 4 } } },
    ])
    const { body } = await post({ messages: [USER] })
    expect([finish(body), objectAt(body, 'usage')['total_tokens']]).toEqual(['length', 9])
  })

  test('names that servers refuse are mapped there and back', async () => {
    const dotted = {
      type: 'function',
      function: { name: 'weather.by city', parameters: { type: 'object', properties: {} } },
    }
    const { post, model } = await open([{ calls: [], text: 'Hello.' }])
    await post({ messages: [USER], tools: [dotted] })
    const sent = model.requests[0]?.tools?.[0]?.name ?? ''
    expect(sent).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    const again = await open([native(sent, {})])
    expect(callsIn((await again.post({ messages: [USER], tools: [dotted] })).body).map(({ name }) => name)).toEqual([
      'weather.by city',
    ])
  })

  test('text parts, the developer role and the whole history reach the model as they are', async () => {
    const { post, model } = await open(['Hello.'])
    const calls = [{ id: 'call_x', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Bern"}' } }]
    await post({
      ...ASKED,
      messages: [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'How' },
            { type: 'text', text: 'is it?' },
          ],
        },
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: 'call_x', content: [{ type: 'text', text: 'sunny' }] },
      ],
    })
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How\nis it?' },
      { role: 'assistant', content: '', calls: [{ id: 'call_x', name: 'get_weather', arguments: '{"city":"Bern"}' }] },
      { role: 'tool', callId: 'call_x', tool: 'get_weather', content: 'sunny' },
    ])
  })

  test('a model without native calls is told everything in words', async () => {
    const { post, model } = await open(['{"type":"tool_call","name":"get_weather","args":{"city":"Bern"}}', 'Sunny.'], {
      native: false,
    })
    const { body } = await post(ASKED)
    expect(callsIn(body).map(({ args }) => args)).toEqual([BERN])
    expect(message((await post(withResult(body))).body)['content']).toBe('Sunny.')
    expect(
      model.requests.every(
        ({ tools, messages }) => tools === undefined && messages.every(({ role }) => role !== 'tool'),
      ),
    ).toBe(true)
    expect(model.requests[1]?.messages.map(({ content }) => content).join('\n')).toMatch(
      /get-weather[\s\S]*"city":"Bern"[\s\S]*sunny/,
    )
  })
})

describe('the policy of the key', () => {
  test('a tool that it does not offer is unknown to the model', async () => {
    const key = (): ClientKey => ({ ...ordinaryKey('test'), tools: [{ tools: 'get_*', offered: false }] })
    const { post, model } = await open([BERN_CALL], { key })
    expect(callsIn((await post(ASKED)).body)).toEqual([])
    expect(model.requests[0]?.tools).toBeUndefined()
  })

  test('without a grant the call is denied, the model is told, and the receipt says why', async () => {
    const key = (): ClientKey => ({ ...ordinaryKey('test'), allow: [] })
    const { post, runtime, model } = await open([BERN_CALL, 'I am not allowed to look.'], { key })
    const { body } = await post(ASKED)
    expect([message(body)['content'], finish(body)]).toEqual(['I am not allowed to look.', 'stop'])
    const refused = at(meta(body), 'refused', 0)
    expect(refused).toMatchObject({ tool: 'get_weather', code: 'permission_denied' })
    expect(runtime.ledger.findReceipt(textOf(at(refused, 'receipt')))?.decided_by).toBe('gate:permission_token')
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('message: Permission denied: no active token')
  })

  test('a rule of the configuration holds here, too', async () => {
    const settings = { 'tools.policy.enabled': true, 'tools.policy.rules': [{ action: 'deny', tools: ['get_*'] }] }
    const { post, model } = await open([BERN_CALL, 'No.'], { options: { settings } })
    expect(at(meta((await post(ASKED)).body), 'refused', 0, 'code')).toBe('policy_blocked')
    expect(JSON.stringify([model.requests[0]?.tools ?? [], model.requests[0]?.messages])).not.toContain('get_weather')
  })

  test('what a rule denies cannot be required: nothing is handed over', async () => {
    const settings = { 'tools.policy.enabled': true, 'tools.policy.rules': [{ action: 'deny', tools: ['get_*'] }] }
    const { post } = await open([BERN_CALL, BERN_CALL, BERN_CALL, BERN_CALL, BERN_CALL], { options: { settings } })
    const { body } = await post({ ...ASKED, tool_choice: 'required' })
    expect(callsIn(body)).toEqual([])
    expect(JSON.stringify(body)).toContain('policy_blocked')
  })

  test('a call that goes in circles is stopped, although every step is a request of its own', async () => {
    const { post } = await open([BERN_CALL, BERN_CALL, BERN_CALL, BERN_CALL, 'I give up.', 'I give up.'])
    const messages: JsonObject[] = [USER]
    const seen: unknown[] = []
    for (let step = 0; step < 4; step++) {
      const { body } = await post({ ...ASKED, messages })
      seen.push(callsIn(body).length)
      messages.push(
        message(body),
        ...callsIn(body).map(({ id }) => ({ role: 'tool', tool_call_id: id, content: `try ${step}` })),
      )
    }
    expect(seen.at(-1)).toBe(0)
    expect(seen[0]).toBe(1)
  })
})

describe('a call that a person must approve', () => {
  const deleting =
    (approval: ClientKey['approval']): (() => ClientKey) =>
    () => ({ ...ordinaryKey('test'), approval, tools: [{ tools: '*', risk: 'destroy' }] })

  test('deny: nobody is waited for, and the model hears it', async () => {
    const { post } = await open([BERN_CALL, 'It needs an approval.'], { key: deleting('deny') })
    const { body } = await post(ASKED)
    expect([message(body)['content'], at(meta(body), 'refused', 0, 'code')]).toEqual([
      'It needs an approval.',
      'confirmation_required',
    ])
  })

  test('return: the answer names the approval; once it is given, the same call passes', async () => {
    const { post, runtime } = await open([BERN_CALL, BERN_CALL], { key: deleting('return') })
    const session = { 'x-countersign-session': 'mine' }
    const { body } = await post(ASKED, session)
    const id = textOf(at(meta(body), 'refused', 0, 'approval'))
    expect(textOf(message(body)['content'])).toContain(id)
    expect(id).toMatch(/^appr_/)
    await runtime.approvals.decide(id, { state: 'approved', decidedBy: 'console', credential: 'another door' })
    expect(callsIn((await post(ASKED, session)).body)).toHaveLength(1)
  })

  test('hold: the request waits until somebody decides, and the stream says for what', async () => {
    const { stream, runtime } = await open([BERN_CALL], { key: deleting('hold') })
    const reply = stream(ASKED)
    const pending = await vi.waitUntil(async () => (await runtime.approvals.pending())[0])
    await runtime.approvals.decide(pending.id, { state: 'approved', decidedBy: 'console', credential: 'another door' })
    const { raw, chunks } = await reply
    expect(raw).toContain(`: waiting for approval ${pending.id}`)
    expect(chunks.map(chunk => at(chunk, 'choices', 0, 'finish_reason')).filter(Boolean)).toEqual(['tool_calls'])
  })

  test('hold: a no is a no', async () => {
    const { post, runtime } = await open([BERN_CALL, 'All right.'], { key: deleting('hold') })
    const reply = post(ASKED)
    const pending = await vi.waitUntil(async () => (await runtime.approvals.pending())[0])
    await runtime.approvals.decide(pending.id, { state: 'denied', decidedBy: 'console', credential: 'another door' })
    expect(at(meta((await reply).body), 'refused', 0, 'code')).toBe('permission_denied')
  })
})

describe('streams', () => {
  const deltas = (chunks: readonly JsonObject[]): readonly unknown[] =>
    chunks
      .map(chunk => at(chunk, 'choices', 0, 'delta', 'content'))
      .filter(text => typeof text === 'string' && text !== '')

  test('plain chat is passed on piece by piece, as it comes', async () => {
    const { stream } = await open(['One two three {four} five.'])
    const { chunks, raw } = await stream({ messages: [USER] })
    expect(deltas(chunks)).toEqual(['One t', 'wo th', 'ree {', 'four}', ' five', '.'])
    expect(raw.trimEnd().endsWith('data: [DONE]')).toBe(true)
  })

  test('with tools on offer prose streams, and nothing of a call is ever text', async () => {
    const { stream } = await open([
      'Let me have a look. <tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>',
    ])
    const { chunks } = await stream(ASKED)
    expect(deltas(chunks).join('').trim()).toBe('Let me have a look.')
    expect(deltas(chunks).length).toBeGreaterThan(1)
    expect(chunks.filter(chunk => at(chunk, 'choices', 0, 'delta', 'tool_calls') !== undefined)).toHaveLength(2)
  })

  test('what looked like a call and is none comes in the end', async () => {
    const { stream } = await open(['The set {1, 2} has two members.'])
    const { chunks } = await stream(ASKED)
    expect(deltas(chunks).join('')).toBe('The set {1, 2} has two members.')
  })

  test('usage is told in a chunk of its own, if it was asked for', async () => {
    const { stream } = await open([{ text: 'Hello.', end: { usage: { inputTokens: 3, outputTokens: 2 } } }])
    const { chunks } = await stream({ messages: [USER], stream_options: { include_usage: true } })
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    })
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
  })

  test('what fails before the first word is told by the status, what fails later by an error in the stream', async () => {
    const early = await open([{ fault: { code: 'model_unreachable', message: 'Nothing answers.' } }])
    const response = await early.app.request('/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [USER], stream: true }),
    })
    expect(response.status).toBe(502)
    const late = await open([
      { fault: { code: 'model_failed', message: 'It broke off.' }, text: 'Once upon a time there was' },
    ])
    const { chunks, raw } = await late.stream({ messages: [USER] })
    expect(at(chunks.at(-1), 'error', 'code')).toBe('model_failed')
    expect(raw.trimEnd().endsWith('[DONE]')).toBe(true)
  })

  test('a client that goes away stops the model', async () => {
    const told = scripted([{ stalls: true, text: 'Once upon a time' }])
    const model: Model = {
      ...told,
      reply(request, signal) {
        signal.addEventListener('abort', () => (stopped = true))
        return told.reply(request, signal)
      },
    }
    const { app } = await openEndpoint({ model })
    let stopped = false
    const response = await app.request('/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [USER], stream: true }),
    })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await vi.waitUntil(() => stopped)
    expect(stopped).toBe(true)
  })
})

describe('requests that cannot be taken', () => {
  const refused = async (body: JsonObject | string): Promise<unknown> => {
    const { app, model } = await open([])
    const text = typeof body === 'string' ? body : JSON.stringify({ model: 'm', ...body })
    const response = await app.request('/v1/chat/completions', { method: 'POST', body: text })
    const { error } = (await response.json()) as { readonly error: JsonObject }
    expect(model.requests).toEqual([])
    expect(Object.keys(error)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code', 'docs']))
    return [response.status, error['param']]
  }

  test.each([
    ['no JSON', '{', ''],
    ['no model', JSON.stringify({ messages: [USER] }), 'model'],
    ['no messages', {}, 'messages'],
    ['an unknown role', { messages: [{ role: 'narrator', content: 'x' }] }, 'messages[0].role'],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages[0].content[0]',
    ],
    ['a result without its call', { messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    ['two answers', { messages: [USER], n: 2 }, 'n'],
    ['log probabilities', { messages: [USER], logprobs: true }, 'logprobs'],
    ['sound', { messages: [USER], modalities: ['text', 'audio'] }, 'modalities'],
    ['the old form of tools', { messages: [USER], functions: [] }, 'functions'],
    ['a custom tool', { messages: [USER], tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools[0].type'],
    [
      'a choice of no tool',
      { messages: [USER], tools: [WEATHER], tool_choice: { type: 'function', function: { name: 'x' } } },
      'tool_choice',
    ],
    ['a temperature of fire', { messages: [USER], temperature: 9 }, 'temperature'],
    ['no format', { messages: [USER], response_format: { type: 'xml' } }, 'response_format.type'],
    ['two tools of one name', { messages: [USER], tools: [WEATHER, WEATHER] }, 'tools'],
    [
      'a schema that is none',
      {
        messages: [USER],
        tools: [
          WEATHER,
          {
            type: 'function',
            function: { name: 'b', parameters: { type: 'object', properties: { x: { type: 'sting' } } } },
          },
        ],
      },
      'tools[1].function.parameters',
    ],
    [
      'a format that is none',
      {
        messages: [USER],
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object', required: 3 } } },
      },
      'response_format.json_schema.schema',
    ],
  ])('%s: 400, with the place that is wrong', async (_, body, param) => {
    expect(await refused(body)).toEqual([400, param])
  })

  test('an unknown place answers with an error object, too', async () => {
    const { app } = await open([])
    const response = await app.request('/v1/embeddings', { method: 'POST', body: '{}' })
    expect([response.status, errorIn((await response.json()) as JsonObject)['type']]).toEqual([
      404,
      'invalid_request_error',
    ])
  })

  test('models are listed, and one by its name', async () => {
    const { app } = await open([])
    expect(await (await app.request('/v1/models')).json()).toMatchObject({
      object: 'list',
      data: [{ id: 'scripted', object: 'model' }],
    })
    expect((await app.request('/v1/models/scripted')).status).toBe(200)
    expect((await app.request('/v1/models/x%2Fy:z')).status).toBe(404)
  })
})
