import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { type Json, type JsonObject, type Model, fault } from '../../core/index.ts'
import { type ScriptedReply, scripted } from '../../providers/index.ts'
import { type CheckCase, type CheckedCall, spreadCases } from './check-case.ts'
import type { CheckReport } from './check-report.ts'
import { windowFor } from './context-fit.ts'
import { runCheck } from './run-check.ts'

const TIMER = {
  name: 'set_timer',
  description: 'Starts a timer.',
  input: {
    type: 'object',
    properties: { minutes: { type: 'integer' }, label: { type: 'string' } },
    required: ['minutes'],
    additionalProperties: false,
  },
  risk: 'write',
  capability: 'FileWrite',
} as const
const WIPE = { ...TIMER, name: 'wipe_timers', description: 'Deletes all timers.', risk: 'destroy' } as const

const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)
const wanted = (id: string, expected: readonly CheckedCall[], message = `Do ${id}.`): CheckCase => ({
  id,
  kind: 'timer',
  tools: [TIMER, WIPE],
  message,
  expects: expected.length,
  isRight: calls => same(calls, expected),
})
const five: CheckedCall = { tool: 'set_timer', args: { minutes: 5 } }
const plainCall = (args: JsonObject, name = 'set_timer'): string => JSON.stringify({ name, arguments: args })
const ownCall = (args: JsonObject, name = 'set_timer'): string => JSON.stringify({ type: 'tool_call', name, args })

async function checked(
  cases: readonly CheckCase[],
  model: Model,
  signal = new AbortController().signal,
): Promise<CheckReport> {
  return runCheck({ model, cases, signal })
}
const says = (...replies: readonly ScriptedReply[]): Model => scripted(replies)

describe('a check', () => {
  test('a model that writes every call as it should is right both ways, and there is nothing to rescue', async () => {
    const report = await checked(
      [wanted('a', [five]), wanted('b', [])],
      says(plainCall({ minutes: 5 }), ownCall({ minutes: 5 }), 'Hello.', 'Hello.'),
    )
    expect(report).toMatchObject({
      cases: 2,
      plain: { right: 2, share: 1, interval: [0.3424, 1], asked: 'prompt' },
      guarded: { right: 2, profile: 'lenient' },
      rescued: [],
      lost: [],
      neither: [],
      stopped: null,
    })
  })

  test('what was rescued is shown as it was written and as it ran', async () => {
    const fenced = `Sure!\n\`\`\`json\n{'name': 'set_timer', 'args': {'minutes': '5'}}\n\`\`\``
    const report = await checked([wanted('a', [five], 'Five minutes, please.')], says(fenced, fenced))
    expect([report.plain.right, report.guarded.right]).toEqual([0, 1])
    expect(report.rescued).toEqual([
      {
        id: 'a',
        kind: 'timer',
        message: 'Five minutes, please.',
        plain: { wrote: fenced, because: null, calls: [] },
        guarded: {
          wrote: fenced,
          calls: [five],
          dialect: expect.any(String) as string,
          fixups: expect.arrayContaining(['single_quotes', 'string_to_number']) as string[],
          aliases: [],
          repairs: 0,
          refused: [],
        },
      },
    ])
  })

  test('a correction is counted and its reason told', async () => {
    const report = await checked([wanted('a', [five])], says(plainCall({}), ownCall({}), ownCall({ minutes: 5 })))
    expect(report.rescued).toMatchObject([
      {
        plain: { because: expect.stringContaining('minutes') as string },
        guarded: { repairs: 1, refused: ['tool_call_invalid_args'], calls: [five] },
      },
    ])
  })

  test('what only the plain way got right is told as lost', async () => {
    const report = await checked([wanted('a', [five])], says(plainCall({ minutes: 5 }), ownCall({ minutes: 6 })))
    expect(report.lost).toMatchObject([
      { id: 'a', plain: { calls: [five] }, guarded: { calls: [{ tool: 'set_timer', args: { minutes: 6 } }] } },
    ])
    expect(report.rescued).toEqual([])
  })

  test('a call where none was wanted is wrong both ways', async () => {
    const report = await checked([wanted('a', [])], says(plainCall({ minutes: 5 }), ownCall({ minutes: 5 })))
    expect(report).toMatchObject({ plain: { right: 0 }, guarded: { right: 0 }, neither: [{ id: 'a' }] })
  })

  test('a model with a field for tools is asked there, and its native calls count both ways', async () => {
    const native = { calls: [{ id: 'c1', name: 'set_timer', arguments: '{"minutes":5}' }] }
    const model = scripted([native, native], { can: { nativeTools: true } })
    const report = await checked([wanted('a', [five])], model)
    expect(report).toMatchObject({
      plain: { right: 1, asked: 'tools field' },
      guarded: { right: 1, profile: 'native' },
    })
    expect(model.requests.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([
      ['set_timer', 'wipe_timers'],
      ['set_timer', 'wipe_timers'],
    ])
  })

  test('a native model that writes its call as text is right only here', async () => {
    const model = scripted([plainCall({ minutes: 5 }), plainCall({ minutes: 5 })], { can: { nativeTools: true } })
    const report = await checked([wanted('a', [five])], model)
    expect([report.plain.right, report.guarded.right]).toEqual([0, 1])
  })

  test('once the calls that a case expects have come, the model is not asked any more', async () => {
    const model = scripted([plainCall({ minutes: 5 }), ownCall({ minutes: 5 })])
    await checked([wanted('a', [five])], model)
    expect(model.requests).toHaveLength(2)
  })

  test('several calls may come one after the other, both ways', async () => {
    const six: CheckedCall = { tool: 'set_timer', args: { minutes: 6 } }
    const replies = [
      plainCall({ minutes: 5 }),
      plainCall({ minutes: 6 }),
      ownCall({ minutes: 5 }),
      ownCall({ minutes: 6 }),
    ]
    expect(await checked([wanted('a', [five, six])], says(...replies))).toMatchObject({
      plain: { right: 1 },
      guarded: { right: 1 },
    })
  })

  test('what destroys runs here without a person, because nothing is behind it', async () => {
    const wiped: CheckedCall = { tool: 'wipe_timers', args: { minutes: 1 } }
    const args = { minutes: 1 }
    expect(
      await checked([wanted('a', [wiped])], says(plainCall(args, 'wipe_timers'), ownCall(args, 'wipe_timers'))),
    ).toMatchObject({
      guarded: { right: 1 },
    })
  })

  test('a tool may have the name of one that every workspace has', async () => {
    const named: CheckCase = {
      ...wanted('a', [{ tool: 'file_read', args: { minutes: 5 } }]),
      tools: [{ ...TIMER, name: 'file_read' }],
    }
    expect(
      await checked([named], says(plainCall({ minutes: 5 }, 'file_read'), ownCall({ minutes: 5 }, 'file_read'))),
    ).toMatchObject({
      plain: { right: 1 },
      guarded: { right: 1 },
    })
  })
})

describe('names that the policy knows', () => {
  const renamed = (...names: readonly string[]): CheckCase => ({
    ...wanted('a', [{ tool: names[0] ?? '', args: { minutes: 5 } }]),
    tools: names.map(name => ({ ...TIMER, name })),
  })
  const replies = (name: string): Model => says(plainCall({ minutes: 5 }, name), ownCall({ minutes: 5 }, name))

  test.each(['web_search', 'search_issues', 'system_execute', 'memory_search', 'file_write', 'screen_capture'])(
    '%s is on offer like any other',
    async name => {
      expect(await checked([renamed(name, 'other')], replies(name))).toMatchObject({
        plain: { right: 1 },
        guarded: { right: 1 },
      })
    },
  )

  test('a case whose tools are never offered is told, not counted as a mistake of the model alone', async () => {
    const report = await checked([renamed('memory_store_facts')], replies('memory_store_facts'))
    expect(report.results).toEqual([{ id: 'a', kind: 'timer', plain: true, guarded: false, fault: 'policy_blocked' }])
  })
})

describe('a check that does not come to its end', () => {
  const unreachable = { fault: fault('model_unreachable', 'Nobody answers.') }

  test('a server that is gone ends it, and the cases before count', async () => {
    const report = await checked([wanted('a', []), wanted('b', [])], says('Hello.', 'Hello.', unreachable))
    expect(report).toMatchObject({ cases: 1, stopped: { code: 'model_unreachable' } })
  })

  test('a script that is spent ends it, too', async () => {
    expect(await checked([wanted('a', [])], says('Hello.'))).toMatchObject({
      cases: 0,
      stopped: { code: 'script_exhausted' },
    })
  })

  test('a reply that fails counts against its case alone', async () => {
    const broken = { fault: fault('model_timeout', 'Too slow.') }
    const report = await checked([wanted('a', []), wanted('b', [])], says(broken, 'Hello.', 'Hello.', 'Hello.'))
    expect(report).toMatchObject({
      cases: 2,
      plain: { right: 1 },
      guarded: { right: 2 },
      results: [{ fault: 'model_timeout' }, { fault: null }],
    })
  })

  test('an interruption tells what there is so far, and leaves no folder behind', async () => {
    const stop = new AbortController()
    const before = readdirSync(tmpdir()).filter(name => name.startsWith('countersign-check-'))
    const report = await runCheck({
      model: says('Hello.', 'Hello.', { stalls: true }),
      cases: [wanted('a', []), wanted('b', [])],
      signal: stop.signal,
      onCase: done => void (done === 1 && setTimeout(() => stop.abort(), 20)),
    })
    expect(report).toMatchObject({
      cases: 1,
      plain: { right: 1 },
      guarded: { right: 1 },
      stopped: { code: 'tool_cancelled' },
    })
    expect(readdirSync(tmpdir()).filter(name => name.startsWith('countersign-check-'))).toEqual(before)
  })
})

describe('the context of a check', () => {
  test('the longest prompt is held against the window', async () => {
    const roomy = await checked([wanted('a', [])], scripted(['Hello.', 'Hello.'], { contextTokens: 8_192 }))
    expect(roomy.context).toMatchObject({ window: 8_192, fits: true, cut: false })
    expect(roomy.context.needed).toBeGreaterThan(1_024 + 100)
    const long = wanted('b', [], 'word '.repeat(2_000))
    expect((await checked([long], scripted(['Hello.', 'Hello.'], { contextTokens: 2_900 }))).context).toMatchObject({
      fits: false,
    })
  })

  test('a server that says it read less than it was sent has cut the prompt, whatever the window', async () => {
    const cut: ScriptedReply = { end: { promptCut: true }, text: 'Hello.' }
    expect((await checked([wanted('a', [])], says('Hello.', cut))).context).toMatchObject({ fits: false, cut: true })
  })

  test.each([
    [1, 4_096],
    [4_096, 4_096],
    [4_097, 8_192],
    [20_000, 32_768],
  ])('%i tokens go into a window of %i', (tokens, size) => {
    expect(windowFor(tokens)).toBe(size)
  })
})

describe('the choice of cases', () => {
  const all = Array.from('aaaabbbccd').map((kind, index) => ({ kind, index }))
  const kinds = (count: number): string =>
    spreadCases(all, count)
      .map(({ kind }) => kind)
      .join('')

  test('takes from every kind in turn, keeps the order, and is the same every time', () => {
    expect(kinds(4)).toBe('abcd')
    expect(kinds(6)).toBe('aabbcd')
    expect(kinds(100)).toBe('aaaabbbccd')
    expect(spreadCases(all, 7)).toEqual(spreadCases(all, 7))
  })
})
