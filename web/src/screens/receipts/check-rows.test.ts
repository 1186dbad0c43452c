import type { ReceiptView, VerifyReply } from 'shapes'
import { expect, test } from 'vitest'
import { checkRows, linkRows } from './check-rows.ts'

const GOOD: VerifyReply = {
  entries: 12,
  receipts: 9,
  verified: 9,
  uncheckable: 0,
  failed: [],
  checkpoint: { size: 10, root: 'ab' },
  at: '2026-01-02T09:00:00.000Z',
  duration_ms: 3,
  command: 'countersign ledger verify',
  unknown: [],
}
const finding = (check: string): VerifyReply['failed'][number] => ({
  session: null,
  file: 'log',
  line: 4,
  check,
  expected: 'a',
  actual: 'b',
})
const states = (result: VerifyReply): readonly string[] =>
  checkRows(result).map(({ name, state }) => `${name}: ${state}`)

test('each check that holds says so, and on how much', () => {
  expect(checkRows(GOOD).map(({ name, tone, says }) => [name, tone, says])).toEqual([
    ['Can be read', 'ok', '12 log lines, all well formed'],
    ['Signatures', 'ok', '9 of 9 receipts'],
    ['Order and chain', 'ok', '12 lines in order; none missing, none changed'],
    ['Signed checkpoint', 'ok', 'up to line 10'],
    ['Readable copies of the log', 'ok', 'They match the log.'],
  ])
})

test('every finding that verify knows fails the check to which it belongs, and no other', () => {
  const failing = (check: string): readonly string[] =>
    checkRows({ ...GOOD, failed: [finding(check)] }).flatMap(({ name, tone }) => (tone === 'bad' ? [name] : []))
  const told = ['line', 'file', 'signature', 'secret', 'receipt', 'seq', 'cut', 'root', 'mac', 'checkpoint', 'view']
  expect(told.map(check => `${check}: ${failing(check).join(', ')}`)).toEqual([
    'line: Can be read',
    'file: Can be read',
    'signature: Signatures',
    'secret: Signatures',
    'receipt: Signatures',
    'seq: Order and chain',
    'cut: Order and chain',
    'root: Order and chain',
    'mac: Order and chain',
    'checkpoint: Signed checkpoint',
    'view: Readable copies of the log',
  ])
})

test('a key that is gone is no failure, a missing checkpoint is none either, and of a foreign log nothing is said to hold', () => {
  expect(states({ ...GOOD, uncheckable: 2, verified: 7 })[1]).toBe('Signatures: cannot check')
  expect(states({ ...GOOD, checkpoint: null })[3]).toBe('Signed checkpoint: none')
  expect(states({ ...GOOD, failed: [finding('unknown_log')] })).toEqual([
    'Can be read: cannot check',
    'Signatures: cannot check',
    'Order and chain: failed',
    'Signed checkpoint: cannot check',
    'Readable copies of the log: cannot check',
  ])
})

test('a receipt says whether its files are as they were, and what came of the citations of it', () => {
  const view = (files: readonly string[], cited: readonly string[]): ReceiptView =>
    ({
      files_now: files.map(state => ({ state })),
      cited_by: cited.map(code => ({ code })),
    }) as unknown as ReceiptView
  const told = (files: readonly string[], cited: readonly string[]): readonly string[] =>
    linkRows(view(files, cited)).map(({ state, says }) => `${state}: ${says}`)
  expect(told([], [])).toEqual(['none: It names no files.', 'none: The answer does not cite it.'])
  expect(told(['unchanged'], ['verified'])).toEqual(['holds: 1 file unchanged', 'holds: 1 of 1 citation verified'])
  expect(told(['unchanged'], ['verified', 'stale'])[1]).toBe('not all: 1 of 2 citations verified')
  expect(told(['unchanged', 'missing', 'changed'], ['verified', 'quote_not_found'])).toEqual([
    'changed since: 2 of 3 files',
    'failed: 1 of 2 citations false',
  ])
})
