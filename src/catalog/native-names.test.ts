import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNativeNames } from './native-names.ts'

describe('names for providers that take few characters', () => {
  test('a dot becomes two underscores and comes back', () => {
    const names = createNativeNames(['memory.gc_plan', 'file_locator'])
    expect(names.encode('memory.gc_plan')).toBe('memory__gc_plan')
    expect(names.decode('memory__gc_plan')).toBe('memory.gc_plan')
    expect(names.encode('file_locator')).toBe('file_locator')
  })

  test('a name that is already fine keeps its form even if another one would encode to it', () => {
    const names = createNativeNames(['a.b', 'a__b'])
    expect(names.encode('a__b')).toBe('a__b')
    expect(names.encode('a.b')).toMatch(/^a__b_[0-9a-f]{8}$/)
  })

  test('other characters and long names are told apart by a hash', () => {
    const long = `server.${'x'.repeat(100)}`
    const names = createNativeNames(['größe', 'gr__e', long, `${long}y`])
    expect(names.encode('größe')).toMatch(/^gr__e_[0-9a-f]{8}$/)
    expect(names.encode(long)).toHaveLength(64)
    expect(names.encode(long)).not.toBe(names.encode(`${long}y`))
  })

  test('the code of a name does not depend on the order of the others', () => {
    const all = ['a.b', 'a__b', 'a..b', 'a.__b', 'ü', 'x']
    const codes = (names: string[]) => all.map(name => createNativeNames(names).encode(name))
    expect(codes(all.toReversed())).toEqual(codes(all))
  })

  test('what was never encoded is not decoded', () => {
    const names = createNativeNames(['a.b'])
    expect([names.decode('a.b'), names.decode('nobody'), names.encode('nobody')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('every set of names makes the round trip within the allowed characters', () => {
    const name = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', '.', '_', '-', '__', 'é'), minLength: 1, maxLength: 8 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), all => {
        const names = createNativeNames(all)
        const codes = all.map(one => names.encode(one) ?? '')
        expect(new Set(codes).size).toBe(all.length)
        for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
        expect(codes.map(code => names.decode(code))).toEqual(all)
      }),
      { numRuns: 1_000, seed: 2 },
    )
  })
})
