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

test('a finding on its line is its own; one in the order of the log counts for all behind it', () => {
  expect(checkedState(row(4), all([finding(4, 'signature')]))).toEqual({ kind: 'failed', check: 'signature' })
  expect(checkedState(row(5), all([finding(4, 'signature')]))).toEqual({ kind: 'ok' })
  expect(checkedState(row(5), all([finding(4, 'root')]))).toEqual({ kind: 'failed', check: 'root' })
  expect(checkedState(row(3), all([finding(4, 'root')]))).toEqual({ kind: 'ok' })
  expect(checkedState(row(4), all([finding(4, 'view', 'attempts.jsonl')]))).toEqual({ kind: 'ok' })
})

test('a key that is gone proves nothing, and refutes nothing', () => {
  expect(checkedState(row(4), all([], 1))).toEqual({ kind: 'unsure' })
})
