import { expect, test } from 'vitest'
import { indented, nestedLines } from './nested-lines.ts'

const read = (text: string): unknown => nestedLines(indented(text.split('\n')))

test('lines are lists and objects by their indentation', () => {
  expect(read('- a\n- "b: c"\n- 3')).toEqual(['a', 'b: c', 3])
  expect(read('page: 3\nnames:\n  - Ana\n  - Bö\nwhere:\n  town: Bern\n  exact: false')).toEqual({
    page: 3,
    names: ['Ana', 'Bö'],
    where: { town: 'Bern', exact: false },
  })
})

test.each([
  '',
  'a: 1\n    b: 2',
  'a: 1\na: 2',
  '__proto__: 1',
  '- a\nb: 1',
  '- a: 1',
  'a: <the value>',
  'a:\n',
  'some words',
])('what is neither is none: %j', text => {
  expect(read(text)).toBeUndefined()
})

test('nobody writes a call so deep that it could hurt', () => {
  const deep = Array.from({ length: 2000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
  expect(read(deep)).toBeUndefined()
})
