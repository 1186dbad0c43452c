import { expect, test } from 'vitest'
import { age, countdown, duration, limitOf, percent, shortId, size, time, timeExact } from './format.ts'

test('durations and sizes have at most three significant digits', () => {
  expect([0.2, 7, 812, 4210, 61_400, 3_700_000].map(duration)).toEqual([
    '<1 ms',
    '7 ms',
    '812 ms',
    '4.21 s',
    '1 min 1 s',
    '1 h 1 min',
  ])
  expect([12, 7912, 2_600_000, 2_600_000_000].map(size)).toEqual(['12 B', '7.91 kB', '2.6 MB', '2.6 GB'])
})

test('a time of today is a clock, another day is named, and what is no time stays', () => {
  const now = new Date('2026-03-04T12:00:00')
  expect(time('2026-03-04T09:05:07', now)).toBe('09:05:07')
  expect(time('2026-03-03T09:05:07', now)).toBe('2026-03-03 09:05')
  expect(time('soon', now)).toBe('soon')
  expect(timeExact('2026-03-04T09:05:07.123Z')).toBe('2026-03-04 09:05:07 UTC')
})

test('a countdown never goes below zero', () => {
  expect([108_000, 500, -3, 43_100_000].map(countdown)).toEqual(['1:48', '0:01', '0:00', '11 h 58 min'])
})

test('shares and ids are short', () => {
  expect([percent(null), percent(0.666)]).toEqual(['–', '67 %'])
  expect([shortId('rcpt_547825fa60829c8320e06946'), shortId('att_38')]).toEqual(['rcpt_…e06946', 'att_38'])
})

test('how old something is takes one unit, and is never below zero', () => {
  expect([-500, 0, 3_400, 59_999, 61_000, 3_599_000, 7_300_000].map(age)).toEqual([
    '0 s',
    '0 s',
    '3 s',
    '59 s',
    '1 min',
    '59 min',
    '2 h',
  ])
})

test('a limit has only the parts that it needs', () => {
  expect([0, 30, 60, 90, 900].map(limitOf)).toEqual(['0 s', '30 s', '1 min', '1 min 30 s', '15 min'])
})
