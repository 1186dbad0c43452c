import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../entry.ts'
import { type JsonObject } from '../../core/index.ts'
import type { ModelStatistics } from './attempt-counts.ts'
import { attemptStatistics, statisticsByDay } from './attempt-statistics.ts'
import { createAttemptTally } from './attempt-tally.ts'

const record = (more: JsonObject = {}): JsonObject => ({
  turn_id: 'turn_1',
  attempt: 1,
  purpose: 'reply',
  model: 'm',
  provider: 'p',
  profile: 'lenient',
  outcome: 'accepted',
  fixups: [],
  first_failure: null,
  duration_ms: 100,
  ...more,
})
const refused = (code: string, more: JsonObject = {}): JsonObject =>
  record({ outcome: 'rejected', first_failure: code, ...more })
const repair = (attempt: number, more: JsonObject = {}): JsonObject =>
  record({ attempt, purpose: 'repair', outcome: 'repaired', ...more })

function tallied(...records: readonly JsonObject[]): readonly ModelStatistics[] {
  const tally = createAttemptTally()
  for (const each of records) tally.add(each)
  return tally.statistics()
}

function figures(...records: readonly JsonObject[]): unknown {
  const [row] = tallied(...records)
  return row && [row.first_try.n, row.after_fixup.n, row.after_repair.n, row.rejected.n]
}

describe('what the attempts of a model come to', () => {
  test('a call is valid at the first try, after a fixup, after a repair, or never', () => {
    expect(figures(record())).toEqual([1, 0, 0, 0])
    expect(figures(record({ fixups: ['trailing_comma'] }))).toEqual([0, 1, 0, 0])
    expect(figures(refused('tool_call_invalid_args'), repair(2))).toEqual([0, 0, 1, 0])
    expect(figures(refused('tool_call_invalid_args'))).toEqual([0, 0, 0, 1])
  })

  test('a reply that was refused twice and then put right is one call with one first failure and two corrections', () => {
    const [row] = tallied(
      refused('tool_call_unknown_tool'),
      refused('tool_call_invalid_args', { attempt: 2, purpose: 'repair' }),
      repair(3, { fixups: ['strip_fence'] }),
    )
    expect(row).toMatchObject({
      attempts: 1,
      after_repair: { n: 1 },
      first_failures: { tool_call_unknown_tool: 1 },
      mean_repairs: 2,
    })
  })

  test('what corrections took is counted apart: the time of each, and tokens where a server said how many', () => {
    const [row] = tallied(
      refused('tool_call_unknown_tool', { usage: { inputTokens: 900, outputTokens: 90 } }),
      refused('tool_call_invalid_args', { attempt: 2, purpose: 'repair', duration_ms: 300, usage: null }),
      repair(3, { duration_ms: 100, usage: { inputTokens: 200, outputTokens: 40 } }),
      record({ turn_id: 'turn_2', duration_ms: 700 }),
    )
    expect(row).toMatchObject({ mean_repairs: 1, mean_ms: 300, repair_ms: 200, repair_tokens: 240 })
    expect(tallied(record())[0]).toMatchObject({ mean_repairs: 0, repair_ms: null, repair_tokens: null })
  })

  test('prose and empty replies are no calls, and they end what was waiting for a correction', () => {
    const [row] = tallied(
      record({ outcome: 'answer' }),
      refused('tool_call_invalid_format', { turn_id: 'turn_2' }),
      record({ turn_id: 'turn_2', attempt: 2, purpose: 'repair', outcome: 'empty' }),
      record({ turn_id: 'turn_2', attempt: 3, purpose: 'repair', outcome: 'answer' }),
    )
    expect(row).toMatchObject({ attempts: 1, rejected: { n: 1 }, answers: 2, empty: 1 })
  })

  test('a call where an answer was asked for is not a failed call', () => {
    expect(figures(refused('tool_call_unknown_tool', { purpose: 'answer' }))).toEqual([0, 0, 0, 0])
  })

  test('a mended call that was read twice counts once, and one that the model takes back never was valid', () => {
    const first = record({ fixups: ['single_quotes'], outcome: 'to be read again' })
    expect(figures(first, record({ fixups: ['single_quotes'] }))).toEqual([0, 1, 0, 0])
    const [row] = tallied(first, record({ attempt: 2, purpose: 'second_reading', outcome: 'withdrawn' }))
    expect(row).toMatchObject({ attempts: 1, rejected: { n: 1 }, first_failures: { withdrawn: 1 } })
  })

  test('several calls of one reply are several calls, and the time of the reply counts once', () => {
    const [row] = tallied(record(), record(), record({ attempt: 2, duration_ms: 300 }))
    expect(row).toMatchObject({ attempts: 3, first_try: { n: 3 }, mean_ms: 200 })
  })

  test('turns that go on at the same time are kept apart, and an end of a turn settles only its own', () => {
    const tally = createAttemptTally()
    tally.add(refused('tool_call_invalid_args', { turn_id: 'a' }))
    tally.add(refused('tool_call_multiple', { turn_id: 'b' }))
    tally.endTurn('a')
    tally.add(repair(2, { turn_id: 'b' }))
    expect(tally.statistics()[0]).toMatchObject({ rejected: { n: 1 }, after_repair: { n: 1 } })
  })

  test('a call is charged to the model that began it, whoever puts it right', () => {
    const rows = tallied(refused('tool_call_invalid_args', { model: 'small' }), repair(2, { model: 'large' }))
    expect(rows.map(({ model, after_repair }) => [model, after_repair.n])).toEqual([
      ['large', 0],
      ['small', 1],
    ])
  })

  test('each model and profile has its own line, and a call that no model made has none', () => {
    const rows = tallied(record(), record({ turn_id: 't', profile: 'native' }), record({ model: 'b' }), {
      tool: 'x',
      result: 'rejected',
    })
    expect(rows.map(({ model, profile }) => `${model} ${profile}`)).toEqual(['b lenient', 'm lenient', 'm native'])
  })

  test('below thirty calls the shares are marked as too few', () => {
    const calls = (count: number): readonly JsonObject[] =>
      Array.from({ length: count }, (_, attempt) => record({ attempt }))
    expect(tallied(...calls(29))[0]?.too_few).toBe(true)
    expect(tallied(...calls(30))[0]?.too_few).toBe(false)
  })

  test('whatever a log holds, nothing is thrown and every call ends in exactly one way', () => {
    const word = fc.constantFrom(
      'accepted',
      'repaired',
      'rejected',
      'withdrawn',
      'answer',
      'final',
      'empty',
      'to be read again',
      '?',
    )
    const any = fc.record({
      turn_id: fc.constantFrom('a', 'b', ''),
      attempt: fc.oneof(fc.nat(4), fc.string()),
      purpose: fc.constantFrom('reply', 'decision', 'answer', 'repair', 'second_reading', 'x'),
      model: fc.constantFrom('m', 'n', ''),
      outcome: word,
      fixups: fc.oneof(fc.constant(['x']), fc.constant([]), fc.constant(null)),
      first_failure: fc.oneof(fc.constant('tool_call_multiple'), fc.constant(null)),
      duration_ms: fc.oneof(fc.nat(), fc.constant(null)),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), records => {
        for (const row of tallied(...records)) {
          const { first_try, after_fixup, after_repair, rejected, attempts } = row
          expect(first_try.n + after_fixup.n + after_repair.n + rejected.n).toBe(attempts)
          expect(attempts).toBeLessThanOrEqual(records.length)
        }
      }),
    )
  })
})

describe('the statistics of a log', () => {
  const entry = (at: string, body: JsonObject, type: Entry['type'] = 'attempt'): Entry => ({ seq: 1, at, type, body })

  test('only entries since a time count', () => {
    const entries = [
      entry('2026-07-01T00:00:00.000Z', { attempt: record() }),
      entry('2026-07-02T00:00:00.000Z', { attempt: record({ attempt: 2 }) }),
    ]
    expect(attemptStatistics(entries)[0]?.attempts).toBe(2)
    expect(attemptStatistics(entries, { since: Date.parse('2026-07-02') })[0]?.attempts).toBe(1)
    expect(attemptStatistics(entries, { since: Date.parse('2026-07-03') })).toEqual([])
  })

  test('it takes the attempts beside receipts, and a turn that has ended waits for no correction', () => {
    const entries = [
      entry('2026-07-01T00:00:00.000Z', { attempt: record(), receipt: {} }, 'outcome'),
      entry('2026-07-01T00:00:01.000Z', { attempt: refused('tool_call_multiple', { attempt: 2 }) }),
      entry('2026-07-01T00:00:02.000Z', { event: 'turn', turnId: 'turn_1' }, 'system'),
      entry('2026-07-01T00:00:03.000Z', { attempt: repair(3) }),
    ]
    expect(attemptStatistics(entries)[0]).toMatchObject({
      first_try: { n: 1 },
      rejected: { n: 1 },
      after_repair: { n: 1 },
    })
  })

  test('each day has its own figures, the oldest first, and a day without calls has none', () => {
    const entries = [
      entry('2026-07-01T23:59:59.000Z', { attempt: record() }),
      entry('2026-07-02T00:00:00.000Z', { attempt: refused('tool_call_multiple', { turn_id: 'turn_2' }) }),
      entry('2026-07-03T00:00:00.000Z', { event: 'opened' }, 'system'),
      entry('2026-07-04T08:00:00.000Z', { attempt: record({ turn_id: 'turn_3' }) }),
      entry('2026-07-04T09:00:00.000Z', { attempt: record({ turn_id: 'turn_4' }) }),
    ]
    const days = (since?: number): readonly unknown[] =>
      statisticsByDay(entries, { since }).map(({ day, first_try: first, rejected }) => [day, first.n, rejected.n])
    expect(days()).toEqual([
      ['2026-07-01', 1, 0],
      ['2026-07-02', 0, 1],
      ['2026-07-04', 2, 0],
    ])
    expect(days(Date.parse('2026-07-04T08:30:00Z'))).toEqual([['2026-07-04', 1, 0]])
  })

  test('400,000 entries are counted in seconds', () => {
    function* log(): Generator<Entry> {
      for (let turn = 0; turn < 200_000; turn += 1) {
        yield entry('2026-07-01T00:00:00.000Z', { attempt: refused('tool_call_multiple', { turn_id: `turn_${turn}` }) })
        yield entry('2026-07-01T00:00:00.000Z', { event: 'turn', turnId: `turn_${turn}` }, 'system')
      }
    }
    const started = performance.now()
    expect(attemptStatistics(log())[0]?.attempts).toBe(200_000)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
