import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, hashJson, sha256 } from './index.ts'

describe('canonical JSON (RFC 8785)', () => {
  test.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    ],
    [[333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0], '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]'],
    ['\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ])('%j', (value, expected) => {
    expect(canonicalJson(value)).toBe(expected)
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [{ '\udc00': 1 }]])(
    'what JSON cannot say has no form: %j',
    value => {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    },
  )

  test('the order of keys makes no difference, anything else does', () => {
    expect(hashJson({ a: 1, b: 2 })).toBe(hashJson({ b: 2, a: 1 }))
    expect(hashJson({ a: 1, b: 2 })).not.toBe(hashJson({ a: 2, b: 1 }))
  })

  test('it parses back to the same value, and its own form is itself', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), value => {
        const json = JSON.parse(JSON.stringify(value).replaceAll(/\\ud[89a-f]../gi, ''))
        const text = canonicalJson(json)
        expect(JSON.parse(text)).toEqual(json)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
      { seed: 8785, numRuns: 500 },
    )
  })

  test('hashes are those of SHA-256', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
