import { expect, test } from 'vitest'
import { createCallCounter } from './counters.ts'

test('calls that run at the same time get numbers of their own', () => {
  let recorded = 3
  const counter = createCallCounter(() => recorded)
  expect([counter.begin('s'), counter.begin('s'), counter.begin('other')]).toEqual([4, 5, 4])
  recorded = 4
  counter.end('s')
  expect(counter.begin('s')).toBe(6)
})

test('a call that was never recorded gives its number back', () => {
  const counter = createCallCounter(() => 0)
  counter.begin('s')
  counter.end('s')
  expect(counter.begin('s')).toBe(1)
})

test('a number that is asked for later is the same, whatever has ended meanwhile', () => {
  let recorded = 3
  const counter = createCallCounter(() => recorded)
  counter.begin('s')
  const second = counter.beginUnasked('s')
  const third = counter.beginUnasked('s')
  expect(third()).toBe(6)
  recorded = 4
  counter.end('s')
  expect([second(), third()]).toEqual([5, 6])
})
