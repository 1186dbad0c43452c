import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMac, newMacKey, newSigningKey, readSigningKey } from './keys.ts'

describe('keys', () => {
  test('a mac is HMAC-SHA256, for keys and texts of any kind', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'binary' }), (key, text) => {
        expect(createMac(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  test('a mac key longer than a block is refused instead of used in another way', () => {
    expect(() => createMac(Buffer.alloc(65))).toThrow(RangeError)
  })

  test('each new key is another', () => {
    expect(newMacKey()).toHaveLength(32)
    expect(newMacKey()).not.toEqual(newMacKey())
    const key = newSigningKey()
    expect(readSigningKey(key).publicKey).toEqual(readSigningKey(key).publicKey)
    expect(readSigningKey(key).publicKey).toHaveLength(32)
    expect(readSigningKey(newSigningKey()).publicKey).not.toEqual(readSigningKey(key).publicKey)
  })
})
