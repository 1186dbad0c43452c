import { describe, expect, test } from 'vitest'
import { createMac, newMacKey, newSigningKey, readSigningKey } from './keys.ts'

describe('keys', () => {
  test('a mac is HMAC-SHA256 (RFC 4231, test cases 1 and 2)', () => {
    expect(createMac(Buffer.alloc(20, 0x0b))('Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    expect(createMac(Buffer.from('Jefe'))('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
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
