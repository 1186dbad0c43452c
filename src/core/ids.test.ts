import { describe, expect, test } from 'vitest'
import { newId, newNonce } from './index.ts'
import { createIds } from './ids.ts'

describe('ids', () => {
  test('are unique, and say what they name', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('call'))
    expect(new Set(ids).size).toBe(10_000)
    expect(ids[0]).toMatch(/^call_[0-9a-f]{24}[0-9a-z]{6}$/)
  })

  test('of two generators never meet', () => {
    const [one, other] = [createIds(), createIds()]
    expect(one('turn').slice(0, 29)).not.toBe(other('turn').slice(0, 29))
  })

  test('[STRICT-14] no two nonces are the same, and none can be guessed from another', () => {
    const nonces = Array.from({ length: 10_000 }, newNonce)
    expect(new Set(nonces).size).toBe(10_000)
    expect(new Set(nonces.map(nonce => nonce.slice(0, 8))).size).toBeGreaterThan(9_900)
    expect(nonces[0]).toMatch(/^n_[\w-]{12}$/)
  })
})
