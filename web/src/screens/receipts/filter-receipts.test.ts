import { expect, test } from 'vitest'
import type { ReceiptRow } from 'shapes'
import { filterReceipts } from './filter-receipts.ts'

const row = (part: Partial<ReceiptRow>): ReceiptRow => ({
  receipt_id: 'rcpt_1',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  session_id: 'sess_a',
  turn_id: 'turn_1',
  agent_id: 'main',
  tool: 'file_read',
  outcome: 'done',
  code: null,
  risk: 'read',
  decided_by: 'opened',
  inputs: {},
  bytes: 1,
  files: [],
  undoable: false,
  ...part,
})
const rows = [
  row({}),
  row({ receipt_id: 'rcpt_2', tool: 'file_write', files: ['Story/Notes.md'], outcome: 'failed' }),
  row({ receipt_id: 'rcpt_3', session_id: 'sess_b' }),
]
const ids = (filter: Partial<Parameters<typeof filterReceipts>[1]>): readonly string[] =>
  filterReceipts(rows, { text: '', session: '', outcome: '', ...filter }).map(({ receipt_id: id }) => id)

test('every word of the filter must stand somewhere in the row, whatever its case', () => {
  expect(ids({ text: 'NOTES write' })).toEqual(['rcpt_2'])
  expect(ids({ text: 'notes read' })).toEqual([])
  expect(ids({ text: 'rcpt_3' })).toEqual(['rcpt_3'])
})

test('session and outcome are exact, and together they narrow', () => {
  expect(ids({ session: 'sess_a' })).toEqual(['rcpt_1', 'rcpt_2'])
  expect(ids({ session: 'sess_a', outcome: 'failed' })).toEqual(['rcpt_2'])
  expect(ids({})).toEqual(['rcpt_1', 'rcpt_2', 'rcpt_3'])
})
