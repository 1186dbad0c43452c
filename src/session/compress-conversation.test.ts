import { describe, expect, test } from 'vitest'
import { testClock } from '../../test/test-clock.ts'
import { type Model, type ModelRequest, type Store, StorageFailure, fault } from '../core/index.ts'
import { summaryRequest } from '../protocol/index.ts'
import { type ScriptedReply, scripted } from '../providers/index.ts'
import { createMemoryStore } from '../storage/index.ts'
import {
  type CompressOptions,
  type Remembered,
  type SessionStore,
  compressConversation,
  createSessionStore,
} from './index.ts'

const never = new AbortController().signal
const turn = (n: number, text = `question ${n}`): Remembered[] => [
  { role: 'user', text, turn: `t${n}` },
  { role: 'assistant', text: `answer ${n}`, turn: `t${n}` },
]

async function sessionsWith(
  turns: readonly (readonly Remembered[])[],
  store: Store = createMemoryStore({ clock: testClock() }),
): Promise<SessionStore> {
  const sessions = createSessionStore({ store, clock: testClock() })
  for (const messages of turns) await sessions.remember('s', messages, { model: 'm', agent: 'a' })
  return sessions
}
type Given = Partial<CompressOptions> & { readonly sessions: SessionStore }
const compress = (given: Given, replies: readonly ScriptedReply[] = ['They talked.']) =>
  compressConversation({
    model: scripted(replies),
    session: 's',
    method: 'Manual',
    signal: never,
    summaryRequest,
    ...given,
  })

describe('compressing', () => {
  test('[MEM-13] puts a summary from the model in the place of all but the last turn', async () => {
    const sessions = await sessionsWith([turn(1), turn(2), turn(3)])
    const model = scripted(['  They talked.\n'], { id: 'summariser' })
    const done = await compress({ sessions, model, method: 'Autonomous' })
    expect(done).toMatchObject({ ok: true, value: { replaced: 4 } })
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['They talked.'], messages: turn(3) })
    expect(await sessions.summaries('s')).toMatchObject([
      { compaction_method: 'Autonomous', model: 'summariser', replaced: 4 },
    ])
    const asked = model.requests[0]?.messages[0]?.content ?? ''
    expect([1, 2, 3].map(n => asked.includes(`question ${n}`))).toEqual([true, true, false])
  })

  test('says how much there was before and is now', async () => {
    const sessions = await sessionsWith([turn(1, 'long '.repeat(500)), turn(2)])
    const done = await compress({ sessions })
    expect(done.ok && done.value.before).toBeGreaterThan(500)
    expect(done.ok && done.value.after).toBeLessThan(100)
  })

  test.each([
    [0, []],
    [2, [...turn(2), ...turn(3)]],
  ])('keeps the %s newest turns as they are', async (keepTurns, kept) => {
    const sessions = await sessionsWith([turn(1), turn(2), turn(3)])
    await compress({ sessions, keepTurns })
    expect((await sessions.load('s')).messages).toEqual(kept)
  })

  test('where there is nothing to replace no model is asked', async () => {
    const sessions = await sessionsWith([turn(1)])
    const model = scripted([])
    expect(await compress({ sessions, model })).toMatchObject({ ok: true, value: { replaced: 0 } })
    expect(model.requests).toEqual([])
  })

  test('[MEM-15] earlier summaries stay, and the model is shown them', async () => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    await compress({ sessions }, ['First part.'])
    await sessions.remember('s', turn(3), { model: 'm', agent: 'a' })
    const model = scripted(['Second part.'])
    await compress({ sessions, model })
    expect((await sessions.load('s')).knowledge).toEqual(['First part.', 'Second part.'])
    expect(model.requests[0]?.messages[0]?.content).toContain('First part.')
  })

  test('what was said while the model wrote stays', async () => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    const model: Model = {
      ...scripted([]),
      async *reply() {
        await sessions.remember('s', turn(3), { model: 'm', agent: 'a' })
        yield { kind: 'text', text: 'Summary.' }
        yield { kind: 'end' }
      },
    }
    await compress({ sessions, model })
    expect(await sessions.load('s')).toMatchObject({ knowledge: ['Summary.'], messages: [...turn(2), ...turn(3)] })
  })

  test('thoughts can be taken out of the summary', async () => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    await compress({ sessions, readSummary: text => text.replace(/<think>.*<\/think>/s, '') }, [
      '<think>hm</think>Short.',
    ])
    expect((await sessions.load('s')).knowledge).toEqual(['Short.'])
  })
})

describe('[MEM-16] nothing changes when', () => {
  const throwing: Model = {
    ...scripted([]),
    reply() {
      throw new Error('no such host')
    },
  }
  const silent: Model = {
    ...scripted([]),
    async *reply() {
      yield { kind: 'text', text: 'half a' }
    },
  }
  test.each<[string, Model, string]>([
    ['the provider fails', scripted([{ fault: fault('tool_network', 'gone'), text: 'half' }]), 'tool_network'],
    ['the provider throws', throwing, 'tool_failed'],
    ['the reply breaks off', silent, 'tool_network'],
    ['the reply is empty', scripted([' \n']), 'output_invalid'],
    ['the reply was cut', scripted([{ end: { finish: 'length' }, text: 'half' }]), 'output_invalid'],
    ['the reply was filtered', scripted([{ end: { finish: 'filtered' }, text: 'half' }]), 'output_invalid'],
    ['the model did not read all of it', scripted([{ end: { promptCut: true }, text: 'half' }]), 'context_full'],
    ['the reply does not end', scripted(['x'.repeat(100_000)], { chunkLength: 1_000 }), 'output_invalid'],
  ])('%s', async (_what, model, code) => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    const before = await sessions.load('s')
    expect(await compress({ sessions, model })).toMatchObject({ ok: false, error: { code } })
    expect(await sessions.load('s')).toEqual(before)
    expect(await sessions.summaries('s')).toEqual([])
  })

  test('it is cancelled, also after the last word', async () => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    const stop = new AbortController()
    const model: Model = {
      ...scripted([]),
      async *reply() {
        yield { kind: 'text', text: 'Summary.' }
        stop.abort()
        yield { kind: 'end' }
      },
    }
    expect(await compress({ sessions, model, signal: stop.signal })).toMatchObject({
      error: { code: 'tool_cancelled' },
    })
    expect((await sessions.load('s')).messages.length).toBe(4)
  })

  test('the conversation was cleared while the model wrote', async () => {
    const sessions = await sessionsWith([turn(1), turn(2)])
    const model: Model = {
      ...scripted([]),
      async *reply() {
        await sessions.clear('s')
        await sessions.remember('s', [...turn(3), ...turn(4)], { model: 'm', agent: 'a' })
        yield { kind: 'text', text: 'Of what is gone.' }
        yield { kind: 'end' }
      },
    }
    expect(await compress({ sessions, model })).toMatchObject({ error: { code: 'turn_busy' } })
    expect(await sessions.load('s')).toMatchObject({ knowledge: [], messages: { length: 4 } })
  })

  test('the store cannot be read', async () => {
    const store = createMemoryStore({ clock: testClock() })
    const sessions = await sessionsWith([turn(1), turn(2)], {
      ...store,
      get: () => Promise.reject(new StorageFailure('gone')),
    })
    expect(await compress({ sessions })).toMatchObject({ error: { code: 'storage_unavailable' } })
  })
})

describe('a part that is too long for the model', () => {
  const lengthOf = (request: ModelRequest | undefined): number => request?.messages[0]?.content.length ?? 0

  test('is summarised as far as it can be read, and the rest stays', async () => {
    const sessions = await sessionsWith(Array.from({ length: 6 }, (_, n) => turn(n, `${n} ${'word '.repeat(400)}`)))
    const model = scripted(['Part.'], { contextTokens: 2_000 })
    expect(await compress({ sessions, model })).toMatchObject({ value: { replaced: 6 } })
    expect((await sessions.load('s')).messages[0]).toMatchObject({ turn: 't3' })
    expect(lengthOf(model.requests[0])).toBeLessThan(8_000)
  })

  test('in a single turn is shown without the middle of its texts', async () => {
    const call: Remembered = {
      role: 'call',
      turn: 't1',
      tool: 'file_write',
      args: { content: 'c'.repeat(50_000) },
      text: 'word '.repeat(10_000),
      ok: true,
    }
    const sessions = await sessionsWith([[...turn(1), call], turn(2)])
    const model = scripted(['Part.'], { contextTokens: 2_000 })
    expect(await compress({ sessions, model })).toMatchObject({ value: { replaced: 3 } })
    expect(lengthOf(model.requests[0])).toBeLessThan(9_000)
    expect(model.requests[0]?.messages[0]?.content).toContain('characters not kept')
  })
})
