import { expect, test } from 'vitest'
import { attemptCsv } from './attempt-csv.ts'

const rowOf = (raw_output: string): string => [...attemptCsv([{ raw_output }])][1]?.replace(/^,+/, '') ?? ''

test('the first line names the columns, and every other line has as many cells', () => {
  const [head = '', row = ''] = attemptCsv([{ model: 'm', fixups: ['single_quotes', 'no_id'], repairs: 1 }])
  expect(head.split(',').length).toBe(row.split(',').length)
  expect(Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]))).toMatchObject({
    model: 'm',
    fixups: 'single_quotes no_id',
    repairs: '1',
    raw_output: '',
  })
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(rowOf('{"a": 1,\n"b": 2}')).toBe('"{""a"": 1,\n""b"": 2}"')
})

test('what a spreadsheet would run as a formula is text', () => {
  for (const text of ['=HYPERLINK(1)', '+1', '-1', '@x']) expect(rowOf(text)).toBe(`'${text}`)
})
