import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf, wilsonInterval } from './wilson.ts'

describe('the interval of a share', () => {
  // Taken from the formula in the literature, worked out with another program to six places.
  test.each([
    [7, 10, 0.3968, 0.8922],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1, 0.2065, 1],
    [50, 100, 0.4038, 0.5962],
    [998, 1000, 0.9927, 0.9995],
  ])('%i of %i lies between %d and %d', (n, total, low, high) => {
    expect(wilsonInterval(n, total)).toEqual([low, high])
  })

  test('without a trial everything is possible, and there is no share', () => {
    expect(shareOf(0, 0)).toEqual({ n: 0, share: null, interval: [0, 1] })
  })

  test('it holds the share itself, never leaves 0 to 1, and grows narrower with ten times as many', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (one, other) => {
        const [n, total] = [Math.min(one, other), Math.max(one, other, 1)]
        const [low, high] = wilsonInterval(n, total)
        const [narrowLow, narrowHigh] = wilsonInterval(10 * n, 10 * total)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(n / total).toBeGreaterThanOrEqual(low - 1e-4)
        expect(n / total).toBeLessThanOrEqual(high + 1e-4)
        expect(narrowHigh - narrowLow).toBeLessThan(high - low + 1e-4)
      }),
    )
  })
})
