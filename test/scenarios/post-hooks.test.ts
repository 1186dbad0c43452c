import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type TurnEvent, fault } from '../../src/core/index.ts'
import type { FinishedTurn, PostHook } from '../../src/runtime/index.ts'
import { type Play, type Played, attemptsOf, call, entriesOf, play, readNotes } from './play.ts'

/** Sees every turn that is over. */
function watcher(): { readonly hook: PostHook; readonly turns: FinishedTurn[] } {
  const turns: FinishedTurn[] = []
  return {
    turns,
    hook: { name: 'watcher', run: async turn => (turns.push(turn), { did: { seen: turn.history.length } }) },
  }
}

const filesBelow = (...folders: readonly string[]): readonly string[] =>
  folders
    .flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .flatMap(file => (file.isFile() ? [join(file.parentPath, file.name)] : []))

const hooksIn = (events: readonly TurnEvent[]): readonly string[] =>
  events.flatMap(event => (event.type === 'posthook.completed' ? [event.hook] : []))

const UNFOUNDED = 'It was dark.\n\nEvidence: "The lighthouse was dark all night." (notes.md:1)'

const ENDINGS: readonly (readonly [how: string, scene: Play, code: string | null])[] = [
  ['is answered', { replies: [readNotes, 'It burned.'] }, null],
  ['is answered after a call that was refused', { replies: [readNotes, 'I may not.'], allow: [] }, null],
  [
    'is stopped: the model breaks the protocol',
    { profile: 'strict', replies: Array.from({ length: 8 }, () => '{"tool":"nonsense"') },
    'any',
  ],
  [
    'is stopped: the model comes to no end',
    { replies: Array.from({ length: 40 }, (_, at) => call('file_read', { path: `${at}.md` })) },
    'any',
  ],
  [
    'ends with an answer that is withheld',
    { settings: { 'evidence.require': 'always' }, replies: [readNotes, UNFOUNDED, UNFOUNDED] },
    'evidence_failed',
  ],
  ['is cancelled before it begins', { signal: AbortSignal.abort(), replies: ['never'] }, 'tool_cancelled'],
  [
    'is cancelled while the model speaks',
    { signal: AbortSignal.timeout(30), replies: [{ stalls: true, text: 'It' }] },
    'tool_cancelled',
  ],
  [
    'ends because the model failed',
    { replies: [{ fault: fault('model_unreachable', 'Nobody is there.') }] },
    'model_unreachable',
  ],
  ['ends because the script of the model is empty', { replies: [] }, 'script_exhausted'],
  ['never begins: the names are wrong', { agent: '', replies: ['never'] }, 'usage_invalid'],
  ['is talk', { message: 'Good morning!', replies: ['Good morning.'] }, null],
]

describe('when a turn is over, however it ended', () => {
  test.each(ENDINGS)(
    '[AUDIT-09] one that %s runs every post-hook once, the memory first and the cleanup last',
    async (_how, scene, code) => {
      const { hook, turns } = watcher()
      const { events, runtime, report, code: stopped } = await play({ ...scene, options: { postHooks: [hook] } })
      expect(hooksIn(events)).toEqual(['memory', 'watcher', 'cleanup'])
      if (code === 'any') expect(stopped).not.toBeNull()
      else expect(stopped).toBe(code)
      expect(turns).toMatchObject([
        { session: report.session, turn: report.turn, stopped: turns[0]?.answer === null ? expect.any(String) : null },
      ])
      const ended = events.findIndex(
        ({ type }) => type === 'turn.completed' || type === 'turn.stopped' || type === 'turn.failed',
      )
      expect(events.findLastIndex(({ type }) => type === 'posthook.completed')).toBeLessThan(ended)
      expect(entriesOf(runtime).filter(({ body }) => body['event'] === 'turn')).toHaveLength(1)
    },
  )

  test.each(ENDINGS)('[ROUTE-26] the grants of one that %s are gone after it, and counted', async (_how, scene) => {
    const { runtime, report, events, types } = await play(scene)
    expect((await runtime.broker.list()).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
    // Every scene grants FileAccess for its turn, unless it says otherwise; a turn that ends before the permissions has none.
    const granted = scene.allow?.length === 0 || !types.includes('policy.decided') ? 0 : 1
    const cleanup = events.find(event => event.type === 'posthook.completed' && event.hook === 'cleanup')
    expect(cleanup).toMatchObject({ did: { permissions_revoked: granted } })
    const record = entriesOf(runtime).find(({ body }) => body['turnId'] === report.turn)
    expect(record?.body['pipeline']).toMatchObject({ postHooks: { permissionsRevoked: granted } })
  })

  test('[MEM-07] a hook receives the whole turn: what was said before, and this message with its calls and its answer', async () => {
    const { hook, turns } = watcher()
    const options = { postHooks: [hook] }
    const first = await play({ options, replies: [readNotes, 'It burned.'] })
    const { runtime, report } = first
    await play({ runtime, session: report.session, message: 'Thank you, and good night!', replies: ['Good night.'] })
    const { messages } = await runtime.sessions.load(report.session)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'call', 'assistant', 'user', 'assistant'])
    expect(turns.map(({ history }) => history)).toEqual([messages.slice(0, 3), messages])
    expect(turns.at(-1)).toMatchObject({
      message: 'Thank you, and good night!',
      answer: 'Good night.',
      stopped: null,
      receipts: [],
    })
    expect(turns[0]?.receipts).toEqual(first.report.receipts)
  })

  test('[MEM-07] what a model points at counts only if it stands in that history, however long ago in it', async () => {
    const first = await play({ message: "I've been restoring an old harmonium.", replies: ['Nice.'] })
    const { runtime, report } = first
    for (let at = 0; at < 5; at++)
      await play({ runtime, session: report.session, message: `Good morning ${at}!`, replies: ['Hello.'] })
    const save = (text: string): string => call('memory_save', { text, span: text, sensitivity: 'low' })
    await play({
      runtime,
      session: report.session,
      replies: [save('restoring an old harmonium'), save('restoring an old organ'), 'Done.'],
    })
    expect(await runtime.facts.pending()).toMatchObject([{ text: 'restoring an old harmonium' }])
  })

  test('no hook asks a model', async () => {
    const { model } = await play({ message: 'Remember that I live at 4 Hill Road.', replies: ['I will.'] })
    expect(model.requests).toHaveLength(1)
  })

  test('a hook that breaks is told of, the others run, and the turn ends as it did', async () => {
    const broken: PostHook = { name: 'broken', run: () => Promise.reject(new Error('no')) }
    const { events, text, code } = await play({ options: { postHooks: [broken] }, replies: ['It burned.'] })
    expect([hooksIn(events), text, code]).toEqual([['memory', 'broken', 'cleanup'], 'It burned.', null])
    expect(events.find(event => event.type === 'posthook.completed' && event.hook === 'broken')).toMatchObject({
      did: { failed: 'no' },
    })
  })

  test('what a hook says stands below the answer', async () => {
    const saying: PostHook = {
      name: 'saying',
      run: async () => ({ did: {}, says: 'By the way.', keeps: '(something)' }),
    }
    const { text, runtime, report } = await play({
      message: 'Good morning!',
      options: { postHooks: [saying] },
      replies: ['Hello.'],
    })
    expect(text).toBe('Hello.\n\nBy the way.')
    expect((await runtime.sessions.load(report.session)).messages.at(-1)).toMatchObject({
      text: 'Hello.\n\n(something)',
    })
  })
})

describe('forgetting in a conversation', () => {
  const say = (played: Played, message: string): Promise<Played> =>
    play({ runtime: played.runtime, session: played.report.session, message, replies: ['All right.'] })

  test('"forget that …" is done after the answer, reported, recorded, and not written down once more', async () => {
    const first = await play({
      message: 'Remember that I play the cello.',
      settings: { 'memory.consent': 'silent' },
      replies: ['I will.'],
    })
    const { runtime, report } = first
    const [fact] = await runtime.facts.list({ limit: 5 })
    expect(fact?.text).toBe('I play the cello')
    const second = await play({
      runtime,
      message: 'Please forget what you know about my flute and kazoo.',
      replies: ['Hm.'],
    })
    expect(second.text).toBe('Hm.\n\nNothing is remembered about “what you know about my flute and kazoo”.')
    const { text, events } = await say(first, 'Forget everything you know about me.')
    expect(text).toBe('All right.\n\nForgot: “I play the cello”.')
    expect(events.find(event => event.type === 'posthook.completed' && event.hook === 'memory')).toMatchObject({
      did: { forgotten: [fact?.id] },
    })
    expect(await runtime.facts.list({ limit: 5 })).toEqual([])
    const { messages } = await runtime.sessions.load(report.session)
    expect(messages.at(-1)).toMatchObject({ text: 'All right.\n\nForgot 1 fact.' })
    expect(JSON.stringify(entriesOf(runtime))).toContain('MEMORY_FORGOTTEN')
  })

  test('of a forgotten fact only the conversation in which it was said is left, and the log has none of its words', async () => {
    const first = await play({
      message: 'Remember that I play the cello.',
      settings: { 'memory.consent': 'silent' },
      replies: ['I will.'],
    })
    await say(first, 'forget everything you know about me')
    expect(JSON.stringify(entriesOf(first.runtime)).toLowerCase()).not.toContain('cello')
    expect(JSON.stringify(attemptsOf(first.runtime)).toLowerCase()).not.toContain('cello')
    const holding = filesBelow(...first.folders).filter(file =>
      readFileSync(file, 'latin1').toLowerCase().includes('cello'),
    )
    expect(new Set(holding.map(file => basename(file).replace(/-wal$/, '')))).toEqual(new Set(['sessions.db']))
  })

  test('"don’t remember that" in the same message keeps nothing of what the model points at', async () => {
    const { runtime, text } = await play({
      message: "I live in Leeds. Don't remember that. Read the file notes.md.",
      replies: [call('memory_save', { text: 'I live in Leeds', sensitivity: 'low' }), 'All right.'],
    })
    expect([await runtime.facts.list({ limit: 5 }), await runtime.facts.pending()]).toEqual([[], []])
    expect(text).toBe('All right.')
  })

  test('it is done also where the model fails', async () => {
    const first = await play({ message: 'Remember that I like pie.', replies: ['I will.'] })
    const { code } = await play({ runtime: first.runtime, message: 'forget that I like pie', replies: [] })
    expect([code, await first.runtime.facts.list({ limit: 5 })]).toEqual(['script_exhausted', []])
  })
})

test('what stands in a prompt counts as asked for when the turn is over, once', async () => {
  const first = await play({ message: 'Remember that my dog is called Rex.', replies: ['I will.'] })
  const { runtime } = first
  await play({ runtime, message: '/recall What is my dog called?', replies: ['Rex.'] })
  expect(await runtime.facts.list({ limit: 5 })).toMatchObject([{ used: 1, lastUsed: expect.any(String) }])
  const search = call('memory_search', { query: 'dog' })
  await play({ runtime, replies: [search, 'Rex.'] })
  expect(await runtime.facts.list({ limit: 5 })).toMatchObject([{ used: 2 }])
})
