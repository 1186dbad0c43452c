import { expect, test } from 'vitest'
import { fault } from '../../core/index.ts'
import { REPAIR_BUDGETS, isRepairable, mayRepair } from './repair-budgets.ts'

test('each profile has its number of repairs and its own end', () => {
  expect(REPAIR_BUDGETS).toEqual({
    strict: { repairs: 0, afterRepairs: 'reject' },
    lenient: { repairs: 2, afterRepairs: 'degrade' },
    run: { repairs: 2, afterRepairs: 'stop' },
    native: { repairs: 1, afterRepairs: 'tell' },
  })
})

test('repairs end when the budget is used up, configured or not', () => {
  expect([0, 1, 2].map(used => mayRepair('lenient', used))).toEqual([true, true, false])
  expect([0, 1].map(used => mayRepair('native', used))).toEqual([true, false])
  expect([0, 1, 2, 3].map(used => mayRepair('run', used, 3))).toEqual([true, true, true, false])
  expect(mayRepair('lenient', 0, 0)).toBe(false)
})

test('no setting makes strict ask twice', () => {
  expect([mayRepair('strict', 0), mayRepair('strict', 0, 5)]).toEqual([false, false])
})

test.each([Number.NaN, Infinity, 1.5, -1])('a maximum of %s allows nothing', max => {
  expect(mayRepair('lenient', 0, max)).toBe(false)
})

test('only slips of form are worth a rewrite', () => {
  expect(isRepairable(fault('tool_call_invalid_args', 'x'))).toBe(true)
  expect(isRepairable(fault('tool_call_echoed', 'x'))).toBe(false)
  expect(isRepairable(fault('tool_call_output_limit', 'x'))).toBe(false)
})
