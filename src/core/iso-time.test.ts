import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from './iso-time.ts'

const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map(date => date.getTime()),
  fc.integer({ min: 1_790_000_000_000, max: 1_790_000_003_000 }),
  fc.integer({ min: -3_000, max: 3_000 }),
  fc.double({ min: -1e13, max: 1e13, noNaN: true }),
)

test('every time is written as dates write it, whatever was written before', () => {
  fc.assert(
    fc.property(fc.array(anyTime, { maxLength: 100 }), times => {
      expect(times.map(isoTime)).toEqual(times.map(time => new Date(time).toISOString()))
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1_000, -8.64e15 - 1_000])('%d is no time', time => {
  expect(() => isoTime(time)).toThrow(RangeError)
})
