import { expect, test } from 'vitest'
import type { ReceiptRow, VerifyFinding, VerifyReply } from 'shapes'
import { checkedState } from './checked-state.ts'

const row = (seq: number, at = '2026-01-01T00:00:00Z'): ReceiptRow => ({ seq, at, session_id: 'sess_a' }) as ReceiptRow
const finding = (line: number | null, check: string, file = 'log'): VerifyFinding => ({
  session: null,
  file,
  line,
  check,
  expected: '',
  actual: '',
})
const said = (failed: readonly VerifyFinding[], uncheckable = 0): VerifyReply => ({
  entries: 9,
  receipts: 3,
  verified: 3,
  uncheckable,
  failed,
  checkpoint: null,
  at: '2026-01-02T00:00:00Z',
  duration_ms: 1,
  command: '',
  unknown: [],
})
const all = (failed: readonly VerifyFinding[] = [], uncheckable = 0): Parameters<typeof checkedState>[1] => ({
  result: said(failed, uncheckable),
  session: '',
})

test('nothing is said of a receipt that was not checked: none yet, written later, or of another conversation', () => {
  expect(checkedState(row(4), null)).toBeNull()
  expect(checkedState(row(4, '2026-01-03T00:00:00Z'), all())).toBeNull()
  expect(checkedState(row(4), { result: said([]), session: 'sess_b' })).toBeNull()
})

const OK = { kind: 'ok' }
const failed = (check: string): object => ({ kind: 'failed', check })

test('a finding on its line is its own; one in the order of the log counts for all behind it', () => {
  expect(checkedState(row(4), all([finding(4, 'signature')]))).toEqual({ signature: failed('signature'), chain: OK })
  expect(checkedState(row(5), all([finding(4, 'signature')]))).toEqual({ signature: OK, chain: OK })
  expect(checkedState(row(5), all([finding(4, 'root')]))).toEqual({ signature: OK, chain: failed('root') })
  expect(checkedState(row(3), all([finding(4, 'root')]))).toEqual({ signature: OK, chain: OK })
  expect(checkedState(row(4), all([finding(4, 'mac')]))).toEqual({ signature: OK, chain: failed('mac') })
  expect(checkedState(row(5), all([finding(4, 'mac')]))).toEqual({ signature: OK, chain: OK })
  expect(checkedState(row(4), all([finding(4, 'line')]))).toEqual({ signature: failed('line'), chain: failed('line') })
  expect(checkedState(row(4), all([finding(4, 'view', 'attempts.jsonl')]))).toEqual({ signature: OK, chain: OK })
})

test('a log whose root is another one without a line to blame leaves no receipt in its place', () => {
  expect(checkedState(row(1), all([finding(null, 'root')]))).toEqual({ signature: OK, chain: failed('root') })
})

test('a key that is gone proves nothing, and refutes nothing; the place in the log can be checked without it', () => {
  expect(checkedState(row(4), all([], 1))).toEqual({ signature: { kind: 'unsure' }, chain: OK })
})

test('of a log that comes from elsewhere nothing can be said', () => {
  expect(checkedState(row(4), all([finding(1, 'unknown_log')]))).toEqual({
    signature: { kind: 'unsure' },
    chain: { kind: 'unsure' },
  })
})
