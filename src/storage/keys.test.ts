import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareKeys, keyBytes, keyText, rangeBytes } from './keys.ts'
import { createSortedKeys } from './sorted-keys.ts'

const anyKey = fc.string({ unit: 'binary', maxLength: 6 })
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

test('keys are ordered as their bytes are', () => {
  fc.assert(
    fc.property(anyKey, anyKey, (a, b) => Math.sign(compareKeys(a, b)) === byBytes(a, b)),
    { numRuns: 2_000 },
  )
})

test('a key comes back from its bytes as it was', () => {
  fc.assert(fc.property(anyKey, key => keyText(keyBytes(key)) === key))
})

test('a range holds exactly the keys with the prefix that come behind', () => {
  const few = fc.string({ unit: fc.constantFrom('\0', 'a', 'b', '\u{10ffff}'), maxLength: 3 })
  fc.assert(
    fc.property(few, few, fc.option(few, { nil: undefined }), (key, prefix, after) => {
      const [from, to] = rangeBytes({ prefix, after })
      const inside = Buffer.compare(from, keyBytes(key)) <= 0 && Buffer.compare(keyBytes(key), to) < 0
      expect(inside).toBe(key.startsWith(prefix) && (after === undefined || byBytes(key, after) > 0))
    }),
    { numRuns: 2_000 },
  )
})

test('sorted keys hold what was added and not removed, in order, however many there are', () => {
  const keys = createSortedKeys()
  const plain = new Set<string>()
  // 7919 is prime to 5000, so every key comes once, in a scattered order.
  const scattered = Array.from({ length: 5_000 }, (_, n) => `k${(n * 7_919) % 5_000}`)
  for (const key of scattered) {
    keys.add(key)
    keys.add(key)
    plain.add(key)
  }
  for (const key of scattered.slice(1_000, 4_500)) {
    keys.remove(key)
    keys.remove(key)
    plain.delete(key)
  }
  const sorted = [...plain].toSorted(byBytes)
  expect([...keys.within({})]).toEqual(sorted)
  expect([...keys.within({ after: sorted[700]! })]).toEqual(sorted.slice(701))
  expect([...keys.within({ prefix: 'k3', after: 'k30' })]).toEqual(
    sorted.filter(key => key.startsWith('k3') && key > 'k30'),
  )
  for (const key of plain) keys.remove(key)
  expect([...keys.within({})]).toEqual([])
})

test('sorted keys take twenty thousand keys in no more than a moment', () => {
  const keys = createSortedKeys()
  const started = performance.now()
  for (let n = 0; n < 20_000; n++) keys.add(`k${(n * 7_919) % 20_000}`)
  let paged = 0
  for (let after: string | undefined = ''; after !== undefined;) {
    const [next] = keys.within({ after })
    after = next
    paged++
  }
  expect(paged).toBe(20_001)
  expect(performance.now() - started).toBeLessThan(2_000)
})
