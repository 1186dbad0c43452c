import { describe, expect, test } from 'vitest'
import { countingTool } from '../open-test-runtime.ts'
import { attemptsOf, call, decide, entriesOf, final, play, strictCall } from './play.ts'

const path = { path: 'notes.md' }
/** Whether an answer is proved is none of these scenes' business. */
const strict = { profile: 'strict', settings: { 'evidence.require': 'never' } } as const
const nonceOf = (prompt: string | undefined): string | undefined => /TOOL_NONCE: (\S+)/.exec(prompt ?? '')?.[1]

/** A strict turn with one tool that needs the path of a scene. */
async function sceneCheck(reply: string) {
  const tool = countingTool({
    name: 'scene_check',
    risk: 'read',
    capability: 'FileAccess',
    input: { type: 'object', properties: { scene_path: { type: 'string' } }, required: ['scene_path'] },
  })
  const turn = await play({ ...strict, options: { tools: [tool] }, replies: [reply, final, 'Checked.'] })
  return { turn, tool }
}

describe('strict', () => {
  test('call, decision, answer: each with a nonce of its own', async () => {
    const { executed, text, model } = await play({
      ...strict,
      replies: [strictCall('file_read', path), final, 'It burned all night.'],
    })
    expect([executed, text]).toEqual([['file_read'], 'It burned all night.'])
    const nonces = model.requests.slice(0, 2).map(({ messages }) => nonceOf(messages.at(-1)?.content))
    expect(new Set(nonces).size).toBe(2)
    expect(nonces).not.toContain(undefined)
  })

  test.each([
    ['text beside it', `${strictCall('file_read', path)} ok`, 'tool_call_invalid_format'],
    ['an unknown tool', strictCall('file_grep', path), 'tool_call_unknown_tool'],
    ['wrong arguments', strictCall('file_read', { paht: 'x' }), 'tool_call_invalid_args'],
    ['two objects', strictCall('file_read', path).repeat(2), 'tool_call_multiple'],
    ['a wrong nonce', strictCall('file_read', path, 'n_forged'), 'tool_call_nonce_invalid'],
    ["another profile's envelope", call('file_read', path), 'tool_call_invalid_format'],
  ])('[STRICT-09] %s: nothing runs, the model is not asked again', async (_what, reply, code) => {
    const { executed, model, report, runtime } = await play({
      ...strict,
      replies: [reply, strictCall('file_read', path)],
    })
    expect(executed).toEqual([])
    expect(model.requests).toHaveLength(1)
    expect(report.stopped).toMatchObject({ code, status: 'tool_call_rejected' })
    expect(attemptsOf(runtime)).toMatchObject([{ first_failure: code, result: 'rejected' }])
  })

  test.each([
    ['STRICT-03', `${strictCall('scene_check', { scene_path: 'a.md' })} ok`, 'tool_call_invalid_format'],
    ['STRICT-04', strictCall('nope', { scene_path: 'a.md' }), 'tool_call_unknown_tool'],
    ['STRICT-05', strictCall('scene_check', {}), 'tool_call_invalid_args'],
    ['STRICT-06', strictCall('scene_check', { scene_path: 'a.md' }).repeat(2), 'tool_call_multiple'],
    ['STRICT-07', strictCall('scene_check', { scene_path: 'a.md' }, 'n_forged'), 'tool_call_nonce_invalid'],
  ])(
    '[STRICT-03] [STRICT-04] [STRICT-05] [STRICT-06] [STRICT-07] %s: %s runs nothing and leaves no receipt: %s',
    async (_id, reply, code) => {
      const { turn, tool } = await sceneCheck(reply)
      expect([turn.code, tool.ran, turn.report.receipts]).toEqual([code, [], []])
      expect(entriesOf(turn.runtime).filter(({ body }) => body['receipt'] !== undefined)).toEqual([])
      const right = await sceneCheck(strictCall('scene_check', { scene_path: 'a.md' }))
      expect([right.tool.ran, right.turn.report.receipts.length]).toEqual([[{ scene_path: 'a.md' }], 1])
    },
  )

  test('[STRICT-10] the text is the stop hook with its reason', async () => {
    const { text, report } = await play({ ...strict, replies: [strictCall('file_read', path, 'n_forged')] })
    expect(text).toMatch(/^STOP_HOOK: tool_call_rejected\nReason: tool_call_nonce_invalid \(.+\)$/)
    expect(report.stopped?.message).toBe(text)
  })

  test('[STRICT-14] a call of the turn before is worth nothing in the next', async () => {
    const first = await play({ ...strict, replies: [strictCall('file_read', path), final, 'It burned.'] })
    const old = nonceOf(first.model.requests[0]?.messages.at(-1)?.content) ?? ''
    const second = await play({
      ...strict,
      runtime: first.runtime,
      session: first.report.session,
      replies: [strictCall('file_read', path, old)],
    })
    expect([second.code, second.executed]).toEqual(['tool_call_nonce_invalid', []])
    expect(nonceOf(second.model.requests[0]?.messages.at(-1)?.content)).not.toBe(old)
  })

  test('[STRICT-14] the nonce stands in the schema, too', async () => {
    const { model } = await play({
      toolPolicy: { requireTool: true },
      can: { jsonSchema: true },
      replies: [strictCall('file_read', path), final, 'It burned.'],
    })
    for (const { messages, responseSchema } of model.requests.slice(0, 2))
      expect(JSON.stringify(responseSchema)).toContain(`"const":"${nonceOf(messages.at(-1)?.content)}"`)
  })

  test('[STRICT-08] a turn that has shown all it may says so in its attempts', async () => {
    const files = Object.fromEntries(['a', 'b', 'c'].map(name => [`${name}.md`, `${name.repeat(79)}\n`.repeat(200)]))
    const read = (name: string) => ({ path: `${name}.md` })
    const { runtime, executed, text } = await play({
      ...strict,
      files,
      replies: [strictCall('file_read', read('a')), decide('file_read', read('b')), 'Two files were shown.'],
    })
    expect([executed.length, text]).toEqual([2, 'Two files were shown.'])
    expect(attemptsOf(runtime)).toContainEqual(expect.objectContaining({ first_failure: 'tool_call_output_limit' }))
  })

  test('asked for prose, a model that calls again is asked once more and then stopped', async () => {
    const again = await play({
      ...strict,
      replies: [strictCall('file_read', path), final, decide('file_read', path), 'It burned.'],
    })
    expect([again.text, again.executed]).toEqual(['It burned.', ['file_read']])
    const never = await play({
      ...strict,
      replies: [strictCall('file_read', path), final, call('file_read', path), call('file_read', path)],
    })
    expect(never.report.stopped).toMatchObject({ status: 'tool_call_rejected' })
  })
})
