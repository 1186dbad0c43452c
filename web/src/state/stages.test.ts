import { expect, test } from 'vitest'
import { PERMISSION } from '../../test/fake-data.ts'
import {
  accepted,
  attempt,
  call,
  checked,
  closing,
  completed,
  eventsOf,
  opening,
  rejected,
} from '../../test/fake-turn.ts'
import { foldEvent } from './fold-event.ts'
import { type StageView, stagesOf } from './stages.ts'
import type { ConsoleEvent } from './turn-event.ts'
import { type TurnState, newTurn, pendingQuestions, ranIn, receiptsOf } from './turn-state.ts'

type Parts = Parameters<typeof eventsOf>[1]

function play(parts: Parts): TurnState {
  const turn = newTurn('turn_1')
  for (const event of eventsOf('turn_1', parts)) foldEvent(turn, event)
  return turn
}
const strip = (parts: Parts): readonly string[] => stagesOf(play(parts)).map(({ status }: StageView) => status)
const saysOf = (parts: Parts, name: string): string =>
  stagesOf(play(parts)).find(stage => stage.name === name)?.says ?? ''

const repaired: Parts = [
  ...opening('How many?'),
  attempt(1),
  completed(1, 'rejected', 'tool_call_invalid_args'),
  rejected(1, 'tool_call_invalid_args', '"query" is required.'),
  { type: 'attempt.repaired', attempt: 1, repair: 1, limit: 2 },
  attempt(2, 'repair'),
  completed(2, 'calls'),
  accepted(2),
  ...call('call_1', 'two files'),
  attempt(3),
  completed(3, 'answer'),
  ...closing('Two.'),
]

test('a turn that had to be repaired says so, and everything else is ok', () => {
  expect(strip(repaired)).toEqual(['ok', 'ok', 'ok', 'repaired', 'ok', 'ok', 'skipped', 'ok'])
  expect(saysOf(repaired, 'attempts')).toBe('1 of 3 corrected')
  expect(saysOf(repaired, 'evidence')).toBe('not checked')
  expect(receiptsOf(play(repaired))).toEqual(['rcpt_call_1'])
})

test('before anything is told, the router runs and the rest waits', () => {
  expect(strip([])).toEqual(['running', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
  expect(strip([...opening('x'), attempt(1)])).toEqual([
    'ok',
    'ok',
    'ok',
    'running',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
})

test('a rejected strict turn is stopped at its attempts', () => {
  const parts: Parts = [
    ...opening('x'),
    attempt(1),
    completed(1, 'rejected', 'tool_call_nonce_invalid'),
    rejected(1, 'tool_call_nonce_invalid', 'an older turn'),
    { type: 'turn.stopped', code: 'tool_call_rejected', message: 'STOP_HOOK: tool_call_rejected', usage: {} },
  ]
  expect(strip(parts)[3]).toBe('denied')
  expect(play(parts).stop?.code).toBe('tool_call_rejected')
})

test('an open question is shown until it is decided, and one that nobody decided ends with the turn', () => {
  const asked: Parts = [...opening('x'), { type: 'permission.pending', permission: PERMISSION('appr_1') }]
  expect(strip(asked)[2]).toBe('asking')
  const decided: Parts = [
    ...asked,
    { type: 'permission.decided', permission_id: 'appr_1', state: 'approved', decided_by: 'console', for: 'once' },
  ]
  expect(pendingQuestions(play(decided))).toEqual([])
  expect(strip(decided)[2]).toBe('ok')
  const stopped: Parts = [...asked, { type: 'turn.failed', code: 'cancelled', message: 'stopped', usage: {} }]
  expect(pendingQuestions(play(stopped))).toEqual([])
})

test('evidence says what was checked and what was not, and what is not verified is no success', () => {
  const told = (report: Parameters<typeof checked>[1], more: Parts = []): string => {
    const parts = [...opening('x'), ...more, checked(2, report), ...closing('An answer.')]
    return `${strip(parts)[6]}: ${saysOf(parts, 'evidence')}`
  }
  const corrected = [checked(1, { verdict: 'failed', then: 'corrected' })]
  const none = { verdict: null, coverage: { citations: 0, verified: 0, unchecked_sentences: 2 } }
  expect(told({})).toBe('ok: 1 verified, 3 not checked')
  expect(told({}, corrected)).toBe('repaired: 1 verified, 3 not checked')
  expect(told({ coverage: { citations: 1, verified: 1, unchecked_sentences: 0 } })).toBe('ok: 1 verified')
  expect(told({ verdict: 'stale', coverage: { citations: 2, verified: 1, unchecked_sentences: 0 } })).toBe(
    'warning: 1 of 2 verified',
  )
  expect(told(none)).toBe('skipped: 2 sentences not checked')
  expect(told({ ...none, remarks: ['says it searched; no search ran'] })).toBe('warning: claimed call never ran')
  expect(told({ verdict: 'failed', then: 'withheld' })).toBe('failed: answer withheld')
  expect(strip([...opening('x'), ...corrected])[6]).toBe('repaired')
})

test('a report of an older version, which says nothing of coverage, is passed over', () => {
  const old = { type: 'evidence.checked', attempt: 1, verdict: 'verified', findings: [], mark: '✓', then: 'delivered' }
  expect(play([...opening('x'), old, ...closing('An answer.')]).evidence).toEqual([])
})

test('what ran is what the report says; without one, what the events say', () => {
  const parts = [...opening('x'), ...call('a', 'Two files.')]
  expect(ranIn(play(parts))).toEqual([{ tool: 'file_search', outcome: 'done', receipt: 'rcpt_a', files: 0 }])
  const ran = [{ tool: 'file_search', outcome: 'done', receipt: 'rcpt_a', files: 2 }] as const
  expect(ranIn(play([...parts, checked(1, { ran: [], then: 'corrected' })]))).toHaveLength(1)
  expect(ranIn(play([...parts, checked(1, { ran })]))).toEqual(ran)
  const failed = (code: string): Parts => [
    ...opening('x'),
    { type: 'tool.failed', call_id: 'c', tool: 't', text: '', data: null, code, replayed: false, receipt_id: null },
  ]
  expect(ranIn(play(failed('confirmation_required')))[0]?.outcome).toBe('waiting')
  expect(ranIn(play(failed('permission_denied')))[0]?.outcome).toBe('denied')
})

test('a gate that refused, and a tool that failed, are told with their codes', () => {
  const refused: Parts = [
    ...opening('x'),
    {
      type: 'gate.decided',
      call_id: 'c',
      tool: 't',
      verdict: 'deny',
      by: 'quota',
      code: 'quota_blocked',
      risk: 'read',
      grant_id: null,
      summary: '',
      override: null,
    },
  ]
  expect(saysOf(refused, 'gates')).toBe('1 denied: quota_blocked')
  const failed: Parts = [
    ...opening('x'),
    {
      type: 'tool.failed',
      call_id: 'c',
      tool: 't',
      args: {},
      text: 'no',
      data: null,
      code: 'edit_mismatch',
      replayed: false,
      duration_ms: 3,
      receipt_id: 'rcpt_1',
    },
  ]
  expect(strip(failed)[5]).toBe('failed')
})

test('text that comes in pieces is put together, and pieces are not kept as events', () => {
  const turn = play([...opening('x'), { type: 'message.delta', text: 'Hel' }, { type: 'message.delta', text: 'lo' }])
  expect(turn.draft).toBe('Hello')
  expect(turn.events.map((event: ConsoleEvent) => event.type)).not.toContain('message.delta')
  for (const event of eventsOf('turn_1', closing('Hello'))) foldEvent(turn, event)
  expect([turn.draft, turn.answer, turn.status]).toEqual(['', 'Hello', 'completed'])
})

test('an event that nobody knows changes nothing and breaks nothing', () => {
  const turn = play([...opening('x'), { type: 'something.new', field: 1 }])
  expect(turn.status).toBe('running')
  expect(turn.events).toHaveLength(5)
})
