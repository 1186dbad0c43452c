import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../core/index.ts'
import type { Entry } from '../entry.ts'
import { attemptStatistics } from './attempt-statistics.ts'
import type { KnownNames } from './corrections.ts'
import { type MinedAttempts, mineAttempts } from './mine-attempts.ts'

const PARAMETERS: { readonly [tool: string]: readonly string[] } = { file_read: ['path', 'from'], file_list: ['path'] }
const known: KnownNames = {
  tool: name => Object.hasOwn(PARAMETERS, name.toLowerCase()),
  parameter: (tool, key) => PARAMETERS[tool]?.includes(key) === true,
}

const entryOf = (body: JsonObject, more: Partial<Entry> = {}): Entry => ({
  seq: 1,
  at: '2026-07-01T00:00:00.000Z',
  type: 'attempt',
  body,
  ...more,
})

const record = (name: string, args: JsonObject, more: JsonObject = {}): JsonObject => ({
  turn_id: 't',
  attempt: 1,
  purpose: 'reply',
  model: 'm',
  outcome: 'accepted',
  raw_output: JSON.stringify({ name, args }),
  extracted: [{ name, args, dialect: 'order' }],
  fixups: [],
  aliases: [],
  requested: name,
  tool: name,
  first_failure: null,
  ...more,
})
const unknown = (name: string, args: JsonObject = {}): JsonObject =>
  record(name, args, { outcome: 'rejected', first_failure: 'tool_call_unknown_tool' })
const wrong = (name: string, args: JsonObject, more: JsonObject = {}): JsonObject =>
  record(name, args, { outcome: 'rejected', first_failure: 'tool_call_invalid_args', ...more })
const repaired = (name: string, args: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  record(name, args, { attempt: 2, purpose: 'repair', outcome: 'repaired', ...more })

const mined = (...records: readonly JsonObject[]): MinedAttempts =>
  mineAttempts(
    records.map(attempt => entryOf({ attempt })),
    { known },
  )
const times = (count: number, ...records: readonly JsonObject[]): readonly JsonObject[] =>
  Array.from({ length: count }, () => records).flat()
const aliases = (...records: readonly JsonObject[]): unknown =>
  mined(...records).tool_aliases.map(({ alias, tool, count }) => [alias, tool, count])
const keys = (...records: readonly JsonObject[]): unknown =>
  mined(...records).argument_aliases.map(({ tool, key, parameter, count }) => [tool, key, parameter, count])

describe('names for tools', () => {
  test('[GAPS-04] a name is proposed when it was put right three times, always to the same tool, and not before', () => {
    const once = [unknown('cat', { path: 'a' }), repaired('file_read', { path: 'a' })]
    expect(aliases(...times(2, ...once))).toEqual([])
    expect(mined(...times(3, ...once)).tool_aliases).toEqual([
      {
        alias: 'cat',
        tool: 'file_read',
        count: 3,
        example: { turn_id: 't', attempt: 1, raw_output: '{"name":"cat","args":{"path":"a"}}' },
      },
    ])
  })

  test('[GAPS-04] a name that ever led to another tool is ambiguous, in whichever case it was written', () => {
    const often = times(5, unknown('Open-It'), repaired('file_read'))
    expect(aliases(...often)).toEqual([['Open-It', 'file_read', 5]])
    expect(aliases(...often, unknown('open_it'), repaired('file_list'))).toEqual([])
  })

  test('[GAPS-04] what is a tool already, or leads to what is none, is not proposed', () => {
    expect(aliases(...times(3, unknown('file_list'), repaired('file_read')))).toEqual([])
    expect(aliases(...times(3, unknown('cat'), repaired('gone_tool')))).toEqual([])
  })

  test('a correction counts through further refusals, and not where the model went on to something else', () => {
    const refused = wrong('file_read', {}, { attempt: 2, purpose: 'repair' })
    expect(aliases(...times(3, unknown('cat'), refused, repaired('file_read', { path: 'a' }, { attempt: 3 })))).toEqual(
      [['cat', 'file_read', 3]],
    )
    expect(aliases(...times(3, unknown('cat'), record('file_read', {})))).toEqual([])
    expect(aliases(...times(3, unknown('cat'), record('', {}, { outcome: 'answer' }), repaired('file_read')))).toEqual(
      [],
    )
    expect(aliases(...times(3, unknown('cat'), repaired('file_read', {}, { turn_id: 'other' })))).toEqual([])
  })

  test('a reply with several calls tells nothing: which one became which is not known', () => {
    const two = {
      extracted: [
        { name: 'cat', args: {} },
        { name: 'ls', args: {} },
      ],
    }
    expect(aliases(...times(3, { ...unknown('cat'), ...two }, repaired('file_read')))).toEqual([])
    expect(aliases(...times(3, unknown('cat'), { ...repaired('file_read'), ...two }))).toEqual([])
  })

  test('what stood open when a turn ended is not put right by the next', () => {
    const end = entryOf({ event: 'turn', turnId: 't' }, { type: 'system' })
    const [before, after] = [entryOf({ attempt: unknown('cat') }), entryOf({ attempt: repaired('file_read') })]
    expect(mineAttempts([before, end, after, before, end, after, before, end, after], { known }).tool_aliases).toEqual(
      [],
    )
    expect(mineAttempts([before, after, before, after, before, after], { known }).tool_aliases).toHaveLength(1)
  })

  test('entries before the time do not count', () => {
    const entries = times(3, unknown('cat'), repaired('file_read')).map(attempt => entryOf({ attempt }))
    expect(mineAttempts(entries, { known, since: Date.parse('2026-07-01T00:00:00Z') }).tool_aliases).toHaveLength(1)
    expect(mineAttempts(entries, { known, since: Date.parse('2026-07-01T00:00:01Z') })).toEqual({
      tool_aliases: [],
      argument_aliases: [],
      fixups: [],
      proposals: [],
      models: [],
    })
  })
})

describe('names for arguments', () => {
  test('[GAPS-04] a key is proposed when its value moved to the same parameter three times', () => {
    const once = [wrong('file_read', { file: 'a' }), repaired('file_read', { path: 'a' })]
    expect(keys(...times(2, ...once))).toEqual([])
    expect(keys(...times(3, ...once))).toEqual([['file_read', 'file', 'path', 3]])
    expect(keys(...times(3, ...once), wrong('file_read', { FILE: 2 }), repaired('file_read', { from: 2 }))).toEqual([])
  })

  test('a value that changed, or that could have gone to two places, proves nothing', () => {
    expect(keys(...times(3, wrong('file_read', { file: 'a' }), repaired('file_read', { path: 'b' })))).toEqual([])
    expect(keys(...times(3, wrong('file_read', { file: 1 }), repaired('file_read', { path: 1, from: 1 })))).toEqual([])
    expect(keys(...times(3, wrong('file_read', { a: 1, b: 1 }), repaired('file_read', { path: 1 })))).toEqual([])
  })

  test('a parameter of the tool is no unknown key, and a call of another tool no correction', () => {
    expect(keys(...times(3, wrong('file_read', { from: 1 }), repaired('file_read', { path: 1 })))).toEqual([])
    expect(keys(...times(3, wrong('file_list', { file: 'a' }), repaired('file_read', { path: 'a' })))).toEqual([])
  })

  test('a correction that used another name itself leads to the parameter behind it', () => {
    const corrected = repaired('file_read', { filename: 'a' }, { aliases: ['args.filename→args.path'] })
    expect(keys(...times(3, wrong('file_read', { doc: 'a' }), corrected))).toEqual([['file_read', 'doc', 'path', 3]])
  })
})

describe('fixups', () => {
  const fixups = (...records: readonly JsonObject[]): unknown =>
    mined(...records).fixups.map(({ tool, key, change, count }) => [tool, key, change, count])
  const slash = [wrong('file_read', { path: '/a.md' }), repaired('file_read', { path: 'a.md' })]

  test('[GAPS-04] a value that was put right three times by the same small change is proposed, with an example', () => {
    expect(fixups(...times(2, ...slash))).toEqual([])
    expect(fixups(...times(3, ...slash))).toEqual([['file_read', 'path', 'leading slash or ./ cut', 3]])
    expect(mined(...times(3, ...slash)).fixups[0]?.example.raw_output).toBe(
      '{"name":"file_read","args":{"path":"/a.md"}}',
    )
  })

  test('[GAPS-04] a value that was ever put right in another way is not', () => {
    expect(
      fixups(...times(3, ...slash), wrong('file_read', { path: 'b' }), repaired('file_read', { path: 'c' })),
    ).toEqual([])
  })

  test.each<readonly [string, Json, Json | undefined]>([
    ['text made a number', '5', 5],
    ['put into a list', 'a', ['a']],
    ['taken out of a list', ['a'], 'a'],
    ['spaces around it cut', ' a', 'a'],
    ['backslashes made slashes', 'a\\b', 'a/b'],
    ['left out where it was null or empty', null, undefined],
  ])('%s', (change, before, after) => {
    const once = [
      wrong('file_read', { path: before }),
      repaired('file_read', after === undefined ? {} : { path: after }),
    ]
    expect(fixups(...times(3, ...once))).toEqual([['file_read', 'path', change, 3]])
  })

  test('a key that became another one is a matter of names', () => {
    expect(fixups(...times(3, wrong('file_read', { file: 'a' }), repaired('file_read', { path: 'a' })))).toEqual([])
  })
})

describe('settings and prompts', () => {
  const proposed = (...records: readonly JsonObject[]): unknown =>
    mined(...records).proposals.map(({ kind, because, command, count }) => [kind, because, command, count])

  test('[GAPS-04] what a model does three times gets the change that helps in its profile, with an example, and not before', () => {
    const refused = (profile: string): JsonObject =>
      record('', {}, { outcome: 'rejected', first_failure: 'tool_call_invalid_format', profile })
    expect(proposed(...times(2, refused('strict')))).toEqual([])
    expect(proposed(...times(3, refused('strict')))).toEqual([
      ['setting', 'tool_call_invalid_format', '--profile lenient', 3],
    ])
    expect(proposed(...times(3, refused('lenient')))).toEqual([
      ['setting', 'tool_call_invalid_format', '--profile native', 3],
    ])
    expect(proposed(...times(3, refused('native')))).toEqual([['prompt', 'tool_call_invalid_format', '--only TOOL', 3]])
    expect(mined(...times(3, refused('strict'))).proposals[0]).toMatchObject({
      model: 'm',
      example: { turn_id: 't', attempt: 1 },
    })
  })

  test('[GAPS-04] fixups and prompts that were cut short count as well', () => {
    const fenced = record('file_read', {}, { fixups: ['strip_fence'], profile: 'lenient' })
    expect(proposed(...times(3, fenced))).toEqual([['setting', 'strip_fence', '--profile native', 3]])
    const cut = record('', {}, { outcome: 'answer', prompt_cut: true })
    expect(proposed(...times(3, cut))).toEqual([
      ['setting', 'prompt_cut', 'countersign config set providers.num_ctx 16384', 3],
    ])
  })

  test('[GAPS-04] answers that fell are mined by what fell in them', () => {
    const fell = (...codes: readonly string[]): JsonObject =>
      record('', {}, { outcome: 'evidence_failed', evidence_codes: [...codes] })
    const { models, proposals } = mined(
      ...times(3, fell('line_missing')),
      fell('line_missing', 'quote_not_found'),
      record('', {}, { outcome: 'evidence_failed' }),
    )
    expect(models[0]?.evidence_failures.map(({ code, count }) => [code, count])).toEqual([
      ['line_missing', 4],
      ['quote_not_found', 1],
      ['evidence_failed', 1],
    ])
    expect(proposals).toMatchObject([
      { because: 'line_missing', count: 4, command: 'countersign config set evidence.require never' },
    ])
  })

  test('whatever a log holds, it is mined, and every proposal has its example and was seen three times', () => {
    const any = fc.record({
      outcome: fc.constantFrom('accepted', 'rejected', 'evidence_failed', 'withdrawn', 'repaired'),
      profile: fc.constantFrom('strict', 'native', '', '__proto__'),
      first_failure: fc.constantFrom('tool_call_nonce_invalid', 'constructor', '__proto__', 'tool_call_echoed'),
      evidence_codes: fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom('line_missing', 'toString'))),
      fixups: fc.oneof(fc.jsonValue(), fc.array(fc.constantFrom('strip_fence', 'comments'))),
      extracted: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), all => {
        const { proposals } = mined(...all.map(each => record('x', {}, each as JsonObject)))
        for (const { count, change, example } of proposals)
          expect([count >= 3, change !== '', example.turn_id]).toEqual([true, true, 't'])
      }),
    )
  })
})

describe('what a model gets wrong', () => {
  test('fixups and first failures are counted for each model, the commonest first, with the first as the example', () => {
    const fenced = record('file_read', {}, { fixups: ['strip_fence'], raw_output: 'x'.repeat(500) })
    const { models } = mined(
      record('file_read', {}, { fixups: ['comments'] }),
      fenced,
      fenced,
      { ...fenced, outcome: 'to be read again' },
      { ...unknown('cat'), model: 'b' },
    )
    expect(models).toMatchObject([
      {
        model: 'b',
        fixups: [],
        first_failures: [{ code: 'tool_call_unknown_tool', count: 1, example: { turn_id: 't' } }],
      },
      {
        model: 'm',
        fixups: [
          { fixup: 'strip_fence', count: 2, example: { raw_output: 'x'.repeat(200) } },
          { fixup: 'comments', count: 1 },
        ],
        first_failures: [],
      },
    ])
  })

  test('the first failures are those of the statistics', () => {
    const any = fc.record({
      turn_id: fc.constantFrom('a', 'b'),
      attempt: fc.nat(3),
      purpose: fc.constantFrom('reply', 'repair', 'second_reading', 'answer'),
      outcome: fc.constantFrom(
        'accepted',
        'repaired',
        'rejected',
        'withdrawn',
        'answer',
        'final',
        'empty',
        'to be read again',
      ),
      first_failure: fc.constantFrom('tool_call_unknown_tool', 'tool_call_invalid_args'),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), all => {
        const entries = all.map(each => entryOf({ attempt: { model: 'm', ...each } }))
        const [counted] = attemptStatistics(entries)
        const [found] = mineAttempts(entries, { known }).models
        const failures = Object.fromEntries((found?.first_failures ?? []).map(({ code, count }) => [code, count]))
        expect(failures).toEqual(counted?.first_failures ?? {})
      }),
    )
  })
})
