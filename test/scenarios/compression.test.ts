import { describe, expect, test } from 'vitest'
import type { Model } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { callTool } from '../../src/runtime/index.ts'
import { startTestServer } from '../http-server.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { type Play, call, play } from './play.ts'

describe('a conversation that is compressed', () => {
  const long = 'The keeper climbed the stairs once more and counted them. '.repeat(40)
  const settings = { 'agent.context_compression': true }
  const compress = call('compress_context', {})
  /** Two long messages, and then one in which the model asks for room as often as it is told to. */
  async function squeezed(summaries: Parameters<typeof scripted>[0], replies: Play['replies']) {
    const compressor = scripted(summaries, { id: 'compressor' })
    const first = await play({
      message: `Hello. ${long}`,
      settings,
      options: { models: { compress: compressor } },
      replies: ['Yes.'],
    })
    const { runtime, report } = first
    const { session } = report
    const say = (message: string, said: Play['replies']) => play({ runtime, session, message, replies: said ?? [] })
    await say(`Hello once more. ${long}`, ['Yes.'])
    const before = await runtime.sessions.load(session)
    const turn = await say('Read the file notes.md, but make room first.', replies)
    return { ...turn, before, after: await runtime.sessions.load(session), compressor, say, runtime, session }
  }

  test('[MEM-14] tells the three ways apart: by the model, by a person, by the size of the window', async () => {
    const compressor = scripted(['SUMMARY: one', 'SUMMARY: two', 'SUMMARY: three'], { id: 'compressor' })
    const runtime = await openTestRuntime({ settings, models: { compress: compressor } })
    const main = scripted(['Yes.', 'Yes.', compress, 'Done.', 'Yes.', 'Yes.', 'Yes.'], { id: 'main' })
    const small = scripted(['Yes.'], { contextTokens: 2_100 })
    const { api } = await startTestServer({ runtime, models: { main, small } })
    const say = async (message: string, model = 'main'): Promise<void> => {
      const { json } = await api('POST', '/api/ai/chat', { message, model, session_id: 'sess_c', approval: 'deny' })
      expect(json['stopped']).toBeNull()
    }
    for (const message of ['Hello.', 'Hello once more.']) await say(`${message} ${long}`)
    await say('Read the file notes.md, but make room first.')
    await say(`Another. ${long}`)
    expect((await api('POST', '/api/sessions/sess_c/compact')).status).toBe(200)
    for (const message of ['One more.', 'And one more.']) await say(`${message} ${long}`)
    await say('And now?', 'small')
    const rows = await runtime.sessions.summaries('sess_c')
    expect(rows.map(row => row.compaction_method)).toEqual(['Autonomous', 'Manual', 'Triggered'])
  })

  test('[MEM-15] adds each summary to those before', async () => {
    const { after, say, runtime, session } = await squeezed(
      ['SUMMARY: one', 'SUMMARY: two'],
      [compress, 'There is room.'],
    )
    expect(after.knowledge).toEqual(['SUMMARY: one'])
    await say(`Another. ${long}`, ['Yes.'])
    await say('Make room again in notes.md.', [compress, 'There is room.'])
    expect((await runtime.sessions.load(session)).knowledge).toEqual(['SUMMARY: one', 'SUMMARY: two'])
  })

  test.each<[string, Parameters<typeof scripted>[0][number]]>([
    ['fails', { fault: { code: 'tool_network', message: 'gone' }, text: 'half' }],
    ['says nothing', ' \n'],
    ['is cut', { end: { finish: 'length' }, text: 'half' }],
  ])('[MEM-16] loses nothing where the model that should do it %s', async (_what, reply) => {
    const { before, after, faults, runtime, session } = await squeezed([reply], [compress, 'There is no room.'])
    expect(faults).toHaveLength(1)
    expect(after.knowledge).toEqual([])
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages)
    expect(await runtime.sessions.summaries(session)).toEqual([])
  })

  test('[MEM-17] runs anew each time, and a call in the summary itself is only text', async () => {
    const { executed, compressor, events } = await squeezed(
      [`SUMMARY: ${compress}`, 'SUMMARY: two'],
      [compress, compress, 'Done.'],
    )
    expect(executed).toEqual(['compress_context', 'compress_context'])
    expect(compressor.requests.every(({ tools }) => tools === undefined)).toBe(true)
    const ends = events.flatMap(event => (event.type === 'tool.completed' ? [event.replayed] : []))
    expect(ends).toEqual([false, false])
  })

  test('[MEM-17] while one is at work for a conversation, a second is refused', async () => {
    let release = (): void => {}
    const held = new Promise<void>(resolve => (release = resolve))
    const compressor: Model = {
      ...scripted([]),
      async *reply() {
        await held
        yield { kind: 'text', text: 'SUMMARY: one' }
        yield { kind: 'end' }
      },
    }
    const options = { models: { compress: compressor } }
    const { runtime, report } = await play({ message: `Hello. ${long}`, settings, options, replies: ['Yes.'] })
    const { session } = report
    await play({ runtime, session, message: `Hello once more. ${long}`, replies: ['Yes.'] })
    const order = { tool: 'compress_context', args: {}, session, allow: ['FileAccess'] as const }
    const first = callTool(order, runtime)
    const second = await callTool(order, runtime)
    release()
    expect([second.fault?.code, (await first).ok]).toEqual(['policy_blocked', true])
    expect((await runtime.sessions.load(session)).knowledge).toEqual(['SUMMARY: one'])
  })
})
