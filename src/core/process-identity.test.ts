import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { isGone, isRunning, processSpace, processTag, thisProcess } from './process-identity.ts'

const here = thisProcess(systemClock, processSpace())

test('this process runs; one with its number that began at another time does not', () => {
  expect([isRunning(here, here), isGone(here, here)]).toEqual([true, false])
  const before = { ...here, started: '1' }
  expect(isRunning(before, here)).toBe(false)
  expect(isGone(before, here)).toBe(processSpace() !== '') // without /proc nobody is certainly gone
})

test('of a process before the last boot, or in another container, nobody can say that it runs, nor that it is gone', () => {
  for (const other of [
    { ...here, boot: 'another' },
    { ...here, space: 'another' },
  ]) {
    if (processSpace() !== '') expect(isRunning(other, here)).toBe(false)
    expect(isGone(other, here)).toBe(false)
  }
})

test('its tag is short, and another one for another process', () => {
  expect(processTag(here)).toMatch(/^[0-9a-f]{12}$/)
  expect(processTag(here)).not.toBe(processTag({ ...here, pid: 1 }))
})
