import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainJson } from '../../test/plain-json.ts'
import { runs } from '../../test/soak-scale.ts'
import { readObject } from './index.ts'

describe('an object that is no call', () => {
  test('any object comes back as it was, alone or out of prose', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom('', 'Here: ', '```json\n'),
        fc.constantFrom(undefined, 2),
        (object, before, indent) => {
          const text = JSON.stringify(object, null, indent)
          const expected = plainJson(object)
          expect(readObject(`${before}${text}`)).toEqual(
            text.includes('"__proto__":')
              ? expect.objectContaining({ ok: false })
              : { ok: true, value: { value: expected, fixups: [] } },
          )
        },
      ),
      { seed: 11, numRuns: runs(1000, 100_000) },
    )
  })

  test.each(['{"a":1,"a":2}', '{"a\\u0061":1,"aa":2}', '{"__proto__":{}}', '{"a":1', '[1]', 'nothing', ''])(
    '%j is none, or not for certain',
    raw => {
      expect(readObject(raw)).toMatchObject({ ok: false, error: { code: 'output_invalid' } })
    },
  )

  test.each([200, 100_000])('an object nested %j deep is refused', depth => {
    expect(readObject(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toMatchObject({
      ok: false,
      error: { code: 'output_invalid' },
    })
  })

  test('nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\ a1\n<>`'.split('')) }), raw => {
        expect(() => readObject(raw)).not.toThrow()
      }),
      { seed: 12, numRuns: runs(2000, 100_000) },
    )
  })
})
