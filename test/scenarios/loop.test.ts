import { describe, expect, test } from 'vitest'
import { scripted } from '../../src/providers/index.ts'
import { openRuntime } from '../../src/runtime/index.ts'
import { configWith, countingTool, testWorkspace } from '../open-test-runtime.ts'
import { type Played, call, decide, entriesOf, final, play, readNotes, strictCall } from './play.ts'

/** Whether an answer is proved is none of these scenes' business. */
const UNPROVED = { 'evidence.require': 'never' }
const files = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(name => [`${name}.md`, `This is ${name}.\n`]),
)
const read = (name: string): string => call('file_read', { path: `${name}.md` })

describe('the loop of a turn', () => {
  test('[LOOP-01] call, result, call, result, answer: in order', async () => {
    const { executed, report, model } = await play({
      files,
      replies: [read('a'), read('b'), read('c'), 'Three letters.'],
    })
    expect(executed).toEqual(['file_read', 'file_read', 'file_read'])
    expect(report).toMatchObject({ text: 'Three letters.', stopped: null })
    expect(report.receipts).toHaveLength(3)
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('This is a.')
  })

  test('[LOOP-02] without a tier six steps, with one as many as it allows; then the answer is forced', async () => {
    const many = 'abcdefghi'.split('').map(read)
    const untiered = await play({ files, replies: [...many.slice(0, 6), 'Six.'] })
    expect([untiered.executed.length, untiered.text]).toEqual([6, 'Six.'])
    const tiered = await play({ files, tierSteps: 3, replies: [...many.slice(0, 3), 'Three.'] })
    expect([tiered.executed.length, tiered.text]).toEqual([3, 'Three.'])
  })

  test('[LOOP-03] a conference has a floor: a tier of one still allows more than one call', async () => {
    const { executed } = await play({
      files,
      tierSteps: 1,
      conference: 'conf_1',
      replies: [strictCall('file_read', { path: 'a.md' }), decide('file_read', { path: 'b.md' }), final, 'Done.'],
    })
    expect(executed).toHaveLength(2)
  })

  async function readBigFiles(conference: string | undefined, steps: number): Promise<Played> {
    const big = Object.fromEntries('abcdef'.split('').map(name => [`${name}.md`, `${name.repeat(79)}\n`.repeat(250)]))
    const calls = 'abcdef'.split('').map(name => ({ path: `${name}.md` }))
    const replies =
      conference === undefined
        ? calls.map(args => call('file_read', args))
        : calls.map((args, index) => (index === 0 ? strictCall('file_read', args) : decide('file_read', args)))
    const settings = { 'tools.max_result_chars': 100_000, ...UNPROVED }
    return play({ files: big, conference, settings, replies: [...replies.slice(0, steps), 'I could not find it.'] })
  }

  function expectShown({ model, executed, events }: Played, perStep: number, steps: number): void {
    const shown = /shown: (\d+) of (\d+) bytes/.exec(model.requests[1]?.messages.at(-1)?.content ?? '')
    expect(Number(shown?.[1])).toBe(perStep)
    expect(Number(shown?.[2])).toBeGreaterThan(perStep)
    expect(executed).toHaveLength(steps)
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('No tool steps remain')
    const budget = events.findLast(event => event.type === 'budget.updated')
    expect(budget).toMatchObject({ budget: { bytes_used: perStep * steps, bytes_limit: perStep * steps } })
  }

  test('[LOOP-04] a result is cut to 8,000 bytes, and a turn to 16,000', async () => {
    expectShown(await readBigFiles(undefined, 2), 8_000, 2)
  })

  test('[LOOP-05] a conference shows 12,000 and 48,000', async () => {
    expectShown(await readBigFiles('conf_1', 4), 12_000, 4)
  })

  test('[LOOP-07] in strict, prose after a result is rejected', async () => {
    const { code, text, executed } = await play({
      profile: 'strict',
      replies: [strictCall('file_read', { path: 'notes.md' }), 'It says that the lighthouse burned.'],
    })
    expect(executed).toEqual(['file_read'])
    expect(code).toBe('tool_call_invalid_format')
    expect(text).toMatch(/^STOP_HOOK: tool_call_rejected\nReason: tool_call_invalid_format/)
  })

  test('[LOOP-08] where the model can be held to a schema, the second request carries that of a decision', async () => {
    const { model } = await play({
      profile: 'strict',
      can: { jsonSchema: true },
      replies: [strictCall('file_read', { path: 'notes.md' }), final, 'It burned.'],
    })
    const [first, second, third] = model.requests
    expect(first?.responseSchema).toBeUndefined()
    expect(JSON.stringify(second?.responseSchema)).toContain('"final"')
    expect(third?.responseSchema).toBeUndefined()
  })

  test('[LOOP-09] a seventh call is not made: the answer is asked for instead', async () => {
    const replies = 'abcdefg'
      .split('')
      .map((name, index) =>
        index === 0 ? strictCall('file_read', { path: 'a.md' }) : decide('file_read', { path: `${name}.md` }),
      )
    const { executed, model, text } = await play({
      files,
      profile: 'strict',
      settings: UNPROVED,
      replies: [...replies, 'Six letters.'],
    })
    expect(executed).toHaveLength(6)
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('No tool steps remain')
    expect(text).toBe('Six letters.')
  })

  test('[LOOP-10] a tool outside the list is unknown, and a required call must come', async () => {
    const outside = await play({
      profile: 'strict',
      toolPolicy: { allowedTools: ['file_list'] },
      replies: [strictCall('file_read', { path: 'notes.md' })],
    })
    expect([outside.code, outside.executed]).toEqual(['tool_call_unknown_tool', []])
    const prose = await play({ toolPolicy: { requireTool: true }, replies: ['I would rather talk.'] })
    expect(prose.code).toBe('tool_call_invalid_format')
    expect(prose.model.requests[0]?.messages.at(-1)?.content).toContain('TOOL_CALL_REQUIRED: true')
  })

  test('[LOOP-11] skipTools: the message goes out as it is, and what comes back is text', async () => {
    const { model, text, executed, types } = await play({
      skipTools: true,
      message: 'Say hello.',
      replies: [readNotes],
    })
    expect(model.requests).toEqual([{ messages: [{ role: 'user', content: 'Say hello.' }] }])
    expect([text, executed]).toEqual([readNotes, []])
    expect(types).not.toContain('router.completed')
  })

  test('[LOOP-14] the steps of a run are a hard limit unless they are soft', async () => {
    const replies = 'abcdef'.split('').map(read)
    const hard = await play({ files, run: { id: 'run_1', maxSteps: 4 }, replies })
    expect([hard.executed.length, hard.code, hard.report.stopped?.status]).toEqual([4, 'budget_spent', 'SYSTEM_ERROR'])
    const soft = await play({
      files,
      run: { id: 'run_1', maxSteps: 4, soft: true },
      settings: UNPROVED,
      replies: [...replies.slice(0, 5), 'Five.'],
    })
    expect([soft.executed.length, soft.text]).toEqual([5, 'Five.'])
    expect(soft.events.filter(({ type }) => type === 'budget.exceeded')).toMatchObject([
      { budget: 'max_steps', limit: 4 },
    ])
  })

  test('[LOOP-15] every event carries the ids of run and step', async () => {
    const { events } = await play({ run: { id: 'run_7' }, replies: [readNotes, 'Done.'] })
    expect(events.length).toBeGreaterThan(10)
    for (const event of events)
      expect(event).toMatchObject({ run_id: 'run_7', step_id: expect.stringMatching(/^step_\d+$/) })
  })

  test('[LOOP-16] a model that never stops is stopped, with the name of the budget', async () => {
    const thinking = Array.from({ length: 40 }, () => ({
      calls: [{ id: 'c', name: 'file_read', arguments: '{"_tafc_think":"hm"}' }],
    }))
    const { text, report, model } = await play({ can: { nativeTools: true }, replies: thinking })
    expect(report.stopped).toMatchObject({ code: 'budget_spent', status: 'SYSTEM_ERROR' })
    expect(text).toContain(`The model was asked ${model.requests.length} times in this turn`)
    expect(model.requests.length).toBeLessThan(20)
  })

  test('[LOOP-13] a demand for a call in so many words makes it required, and the flag overrides either way', async () => {
    const demand = 'Return ONLY the JSON tool call object. Use the file_read tool first on notes.md.'
    for (const everyday of [
      'My doctor says you must use sunscreen every day. Is that true?',
      'I have to call mum tonight.',
    ])
      expect((await play({ message: everyday, replies: ['Yes.'] })).text).toBe('Yes.')
    const asked = await play({ message: demand, replies: ['No.'] })
    expect(asked.model.requests[0]?.messages.at(-1)?.content).toContain('TOOL_CALL_REQUIRED: true')
    const freed = await play({ message: demand, toolPolicy: { requireTool: false }, replies: ['No.'] })
    expect(freed.model.requests[0]?.messages.at(-1)?.content).not.toContain('TOOL_CALL_REQUIRED')
    expect(freed.text).toBe('No.')
  })
})

describe('several calls and errors', () => {
  const broken = countingTool({
    name: 'broken',
    description: 'Reads something and fails.',
    risk: 'read',
    capability: 'FileAccess',
    execute: () => {
      throw new Error('out of order')
    },
  })

  test('[LOOP-16] native: several calls in one reply, one of them unknown, each gets its answer', async () => {
    const { executed, model, text } = await play({
      can: { nativeTools: true },
      files,
      options: { tools: [broken] },
      replies: [
        {
          calls: [
            { id: 'c1', name: 'file_read', arguments: '{"path":"a.md"}' },
            { id: 'c2', name: 'file_nothing', arguments: '{}' },
            { id: 'c3', name: 'file_read', arguments: { path: 'b.md' } },
          ],
        },
        'Both read.',
      ],
    })
    expect(executed).toEqual(['file_read', 'file_read'])
    const answers = model.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(answers.map(answer => 'callId' in answer && answer.callId)).toEqual(['c1', 'c2', 'c3'])
    expect(answers[1]?.content).toContain('tool_call_unknown_tool')
    expect(text).toBe('Both read.')
  })
})

describe('a failed write that the model repeats', () => {
  const sending = (execute: () => string) =>
    countingTool({ name: 'send', description: 'Sends it.', risk: 'write', capability: 'MessageSend', execute })
  const scene = (tool: ReturnType<typeof sending>, replies: readonly string[]) =>
    play({
      options: { tools: [tool] },
      settings: { ...UNPROVED, 'tools.retry.max_attempts': 1 },
      profile: 'lenient',
      allow: ['MessageSend'],
      message: 'Use the send tool to send it to me@example.org.',
      replies,
    })
  const again = call('send', { to: 'me@example.org' })

  test('gets the first fault again, does not run again, and the turn goes on', async () => {
    const send = sending(() => {
      throw new Error('the line broke')
    })
    const { text, code, faults, model, events, runtime } = await scene(send, [again, again, 'It failed.'])
    expect([text, code, send.ran.length]).toEqual(['It failed.', null, 1])
    expect(faults).toEqual(['tool_failed', 'tool_failed'])
    const [first, second] = [1, 2].map(at => model.requests[at]?.messages.at(-1)?.content ?? '')
    expect(first).toContain('[tool_error]\ncategory: PermanentFailure\nmessage: the line broke')
    expect(first).not.toContain('given again')
    expect(second).toContain('[tool_error]\ncategory: PermanentFailure\nmessage: the line broke')
    expect(second).toContain('This is the first answer given again: the same call did not run a second time.')
    const ends = events.flatMap(event => (event.type === 'tool.failed' ? [event] : []))
    expect(ends.map(({ replayed }) => replayed)).toEqual([false, true])
    expect(ends[1]?.receipt_id).toBe(ends[0]?.receipt_id)
    expect(events.filter(({ type }) => type === 'receipt.minted')).toHaveLength(1)
    expect(entriesOf(runtime).map(({ type }) => type)).toContain('replay')
  })

  test('counts for the loop guard', async () => {
    const send = sending(() => {
      throw new Error('the line broke')
    })
    const { faults, code } = await scene(send, [again, again, again, again])
    expect(faults).toEqual(['tool_failed', 'tool_failed', 'loop_override', 'system_error'])
    expect([code, send.ran.length]).toEqual(['system_error', 1])
  })

  test('runs again after a fault that certainly changed nothing', async () => {
    let isFree = false
    const send = sending(() => {
      if (isFree) return 'sent'
      isFree = true
      throw Object.assign(new Error('too many requests'), { status: 429 })
    })
    const { executed, text } = await scene(send, [again, again, 'Sent.'])
    expect([executed, text, send.ran.length]).toEqual([['send', 'send'], 'Sent.', 2])
  })
})

test('[CFG-04] the limits of the loop follow the configuration', async () => {
  const { executed, model } = await play({
    files,
    settings: { 'turn.max_tool_steps': 2, 'turn.max_tool_bytes_per_step': 10 },
    replies: [read('a'), read('b'), 'Two.'],
  })
  expect(executed).toHaveLength(2)
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('shown: 10 of ')
})

describe('what the model is offered', () => {
  test('[PROV-06] first the catalog, then the message, then how to reply', async () => {
    const { model } = await play({ replies: ['Hm.'] })
    const prompt = model.requests[0]?.messages.map(({ content }) => content).join('\n') ?? ''
    const places = ['Tools (* = required argument)', 'Read the file notes.md', 'How to reply:'].map(part =>
      prompt.indexOf(part),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('[STRICT-21] a tool that nothing runs cannot be shown to a model: the start fails', async () => {
    const tools = [
      { name: 'pretend', risk: 'read' as const, capability: 'FileAccess' as const, input: { type: 'object' } },
    ]
    const place = testWorkspace()
    const opened = await openRuntime({
      ...place,
      config: configWith(),
      trust: 'Provisional',
      tools,
      models: { main: scripted([]) },
    })
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'tool_definition_invalid', message: expect.stringContaining('pretend') },
    })
    const { runtime } = await play({ replies: ['Hm.'] })
    for (const { name } of runtime.catalog.list()) expect(runtime.turns.executorOf(name)).toBeDefined()
  })
})
