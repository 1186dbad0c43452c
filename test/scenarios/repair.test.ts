import { describe, expect, test } from 'vitest'
import { scripted } from '../../src/providers/index.ts'
import { countingTool } from '../open-test-runtime.ts'
import { attemptsOf, call, play, readNotes, writtenBelow } from './play.ts'

const bad = call('file_read', { paht: 'notes.md' })
const unknown = call('file_grep', { pattern: 'x' })

describe('a reply that cannot be read', () => {
  test('[REPAIR-03] two corrections are asked for, and no third', async () => {
    const { model, types } = await play({ replies: [bad, bad, bad] })
    expect(model.requests).toHaveLength(3)
    expect(types.filter(type => type === 'attempt.repaired')).toHaveLength(2)
  })

  test('[REPAIR-04] after them the last text is delivered, and the turn ends', async () => {
    const { text, code, executed } = await play({ replies: [bad, bad, `Perhaps so: ${bad}`] })
    expect([code, executed]).toEqual([null, []])
    const END = '\n\nThe model tried to call a tool, but the call could not be used. It did not run.'
    expect(text).toBe(`Perhaps so:${END}`)
    const labelled = async (said: string): Promise<string> =>
      (await play({ replies: [bad, bad, `${said} ${bad}`] })).text.replace(END, '')
    expect([await labelled('I make this call:'), await labelled('I read it.\nAction:')]).toEqual([
      'I make this call:',
      'I read it.',
    ])
  })

  test.each([
    ['an object', bad],
    ['an object in a fence', `\`\`\`json\n${bad}\n\`\`\``],
    ['an object that was cut', '{"type":"tool_call","name":"file_read","args":{"path":'],
    ['a tag', '<tool_call>\n{"name":"file_read","arguments":{"pth":1}}\n</tool_call>'],
    ['a tag that was cut', '<tool_call>{"name": "file_read", '],
    ['tags within tags', '<function=nope><parameter=a>\nx\n</parameter></function>'],
    ['a name before its arguments', '[TOOL_CALLS]nope{"a":1}'],
  ])('[REPAIR-04] of nothing but %s the person reads a sentence, and the records keep the rest', async (_what, raw) => {
    const { text, code, runtime, faults } = await play({ profile: 'lenient', replies: [raw, raw, raw] })
    expect([text, code]).toEqual([
      'The model tried to call a tool, but the call could not be used. It did not run.',
      null,
    ])
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(attemptsOf(runtime))).toContain(JSON.stringify(raw.slice(0, 20)).slice(1, -1))
  })

  test.each([0, 1, 2, 3])('[REPAIR-07] repair_max_attempts = %i asks as often', async max => {
    const { model } = await play({
      settings: { 'guardrails.repair_max_attempts': max },
      replies: Array.from({ length: 6 }, () => bad),
    })
    expect(model.requests).toHaveLength(max + 1)
  })

  test('[REPAIR-08] in a run it ends as SYSTEM_ERROR, and every failed attempt is on record', async () => {
    const { report, runtime } = await play({ run: { id: 'run_1' }, replies: [bad, bad, bad] })
    expect(report.stopped).toMatchObject({ code: 'tool_call_invalid_args', status: 'SYSTEM_ERROR' })
    expect(attemptsOf(runtime)).toMatchObject(
      Array.from({ length: 3 }, () => ({ first_failure: 'tool_call_invalid_args', run_id: 'run_1' })),
    )
  })

  test('[REPAIR-09] each failure and each correction is an event with its number', async () => {
    const { events } = await play({ replies: [bad, unknown, readNotes, 'It burned.'] })
    const told = events.flatMap(event =>
      event.type === 'attempt.rejected'
        ? [['rejected', event.attempt, event.reason]]
        : event.type === 'attempt.repaired'
          ? [['repaired', event.attempt, event.repair]]
          : [],
    )
    expect(told).toEqual([
      ['rejected', 1, 'tool_call_invalid_args'],
      ['repaired', 1, 1],
      ['rejected', 2, 'tool_call_unknown_tool'],
      ['repaired', 2, 2],
    ])
  })

  test('[REPAIR-10] wrong parameters go to the model that was named for them, other faults do not', async () => {
    const reformat = scripted([readNotes], { id: 'reformatter' })
    const { executed, model } = await play({ options: { models: { reformat } }, replies: [bad, 'It burned.'] })
    expect([executed, reformat.requests.length, model.requests.length]).toEqual([['file_read'], 1, 2])
    const unused = scripted([], { id: 'reformatter' })
    await play({ options: { models: { reformat: unused } }, replies: [unknown, readNotes, 'It burned.'] })
    expect(unused.requests).toEqual([])
  })

  test('[GUARD-01] an unknown tool is told with its name and the candidates, and one correction follows', async () => {
    const { events, model, executed } = await play({ replies: [unknown, readNotes, 'It burned.'] })
    expect(events.find(({ type }) => type === 'attempt.rejected')).toMatchObject({
      reason: 'tool_call_unknown_tool',
      requested: 'file_grep',
      candidates: expect.arrayContaining(['file_read', 'file_list', 'file_search']),
    })
    expect(model.requests[1]?.messages[0]?.content).toContain('There is no tool "file_grep"')
    expect(executed).toEqual(['file_read'])
  })
})

describe('a call that changes something and had to be mended', () => {
  const write = "{'type': 'tool_call', 'name': 'file_write', 'args': {'path': 'new.md', 'content': 'x'}}"
  const message = 'Write the file new.md with an x in it.'
  const allow = ['FileAccess', 'FileWrite'] as const

  test('runs when the model says the same again by itself', async () => {
    const { executed, model } = await play({ message, allow, replies: [write, write, 'Done.'] })
    expect(executed).toEqual(['file_write'])
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('send that call once more')
    expect(model.requests[1]?.messages.at(-1)?.content).not.toContain('new.md')
  })

  test('does not run when the second reply says something else', async () => {
    const other = write.replace("'x'", "'y'")
    const { executed, faults } = await play({ message, allow, replies: [write, other, 'I could not.'] })
    expect(executed).toEqual([])
    expect(faults).toEqual(['confirmation_required'])
  })

  test('a call that was written right runs at once, and so does one that only reads', async () => {
    const right = await play({
      message,
      allow,
      replies: [call('file_write', { path: 'new.md', content: 'x' }), 'Done.'],
    })
    expect([right.executed, right.model.requests.length]).toEqual([['file_write'], 2])
    const reads = await play({ replies: [readNotes.replaceAll('"', "'"), 'It burned.'] })
    expect([reads.executed, reads.model.requests.length]).toEqual([['file_read'], 2])
  })
})

describe('a field to think in', () => {
  const tool = countingTool({
    name: 'search_notes',
    description: 'Searches notes.',
    risk: 'read',
    capability: 'FileAccess',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        kind: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] },
        filter: { anyOf: [{ type: 'string' }, { type: 'object', properties: { deep: { type: 'object' } } }] },
      },
      required: ['query'],
    },
  })
  const settings = { 'tools.tafc.enabled': true }
  const thinking = (args: object) => ({ calls: [{ id: 'c1', name: 'search_notes', arguments: JSON.stringify(args) }] })

  test('[TAFC-07] [PROV-10] is added for models with native tools only; others see every tool as it is', async () => {
    const native = await play({
      can: { nativeTools: true },
      settings,
      options: { tools: [tool] },
      replies: ['Nothing.'],
    })
    expect(JSON.stringify(native.model.requests[0]?.tools)).toContain('_tafc_think')
    const text = await play({ settings, options: { tools: [tool] }, replies: ['Nothing.'] })
    expect(JSON.stringify(text.model.requests[0])).not.toContain('_tafc_think')
    for (const name of ['file-read', 'file-list', 'file-search', 'search-notes'])
      expect(text.model.requests[0]?.messages[0]?.content).toContain(name)
  })

  test('[TAFC-05] a call of nothing but thoughts is skipped without a word', async () => {
    const { executed, faults, model, text } = await play({
      can: { nativeTools: true },
      settings,
      options: { tools: [tool] },
      replies: [thinking({ _tafc_think: 'hm' }), thinking({ _tafc_think: 'so', query: 'x' }), 'Found.'],
    })
    expect([executed, faults, text]).toEqual([['search_notes'], [], 'Found.'])
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', callId: 'c1', content: '' })
  })

  test('[TAFC-06] what was thought there is neither logged nor passed on', async () => {
    const { folders, events } = await play({
      can: { nativeTools: true },
      settings,
      options: { tools: [tool] },
      replies: [
        thinking({ _tafc_think: 'CANARY-4711', query: 'x' }),
        thinking({ _tafc_think: 'CANARY-4711' }),
        'Found.',
      ],
    })
    expect(tool.ran.at(-1)).toEqual({ query: 'x' })
    expect(writtenBelow(...folders)).not.toContain('CANARY')
    expect(JSON.stringify(events)).not.toContain('CANARY')
  })
})

describe('the attempt log', () => {
  test('[AUDIT-07] of several native calls each is an attempt of its own, the refused one, too', async () => {
    const { runtime } = await play({
      can: { nativeTools: true },
      replies: [
        {
          calls: [
            { id: 'c1', name: 'file_grep', arguments: '{}' },
            { id: 'c2', name: 'file_read', arguments: "{'path': 'notes.md'}" },
            { id: 'c3', name: 'file_list', arguments: '{}' },
          ],
        },
        'Done.',
      ],
    })
    const told = attemptsOf(runtime).map(({ requested, first_failure, fixups, result }) => ({
      requested,
      first_failure,
      fixups,
      result,
    }))
    expect(told).toEqual([
      { requested: 'file_grep', first_failure: 'tool_call_unknown_tool', fixups: [], result: 'rejected' },
      { requested: 'file_read', first_failure: null, fixups: ['single_quotes'], result: 'success' },
      { requested: 'file_list', first_failure: null, fixups: [], result: 'success' },
      { requested: null, first_failure: null, fixups: [], result: 'answer' },
    ])
  })

  test('[AUDIT-07] an answer that was given out again is an attempt, too', async () => {
    const write = call('file_write', { path: 'new.md', content: 'x' })
    const { runtime } = await play({
      message: 'Write the file new.md.',
      allow: ['FileAccess', 'FileWrite'],
      replies: [write, write, 'Done.'],
    })
    expect(attemptsOf(runtime).map(({ result }) => result)).toEqual(['success', 'replayed', 'answer'])
  })
})
