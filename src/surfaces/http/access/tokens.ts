import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, sha256 } from '../../../core/index.ts'
import type { LoginReply } from '../shapes.ts'
import type { Caller } from './caller.ts'

/** One-time codes for the printed address, and the console tokens they are exchanged for. They end with the process. */
export type Tokens = {
  /** A fresh code. It works once; the oldest codes expire. */
  readonly newCode: () => string
  readonly exchange: (code: string) => LoginReply | undefined
  readonly find: (token: string) => Caller | undefined
  readonly drop: (caller: Caller) => void
}

type Console = { readonly hash: string; readonly caller: Caller; readonly endsAt: number }

const SECRET_BYTES = 32 // 256 bits
const MAX_CODES = 16
const MAX_CONSOLES = 64
const HOUR = 3_600_000

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export function createTokens({ clock, hours }: { readonly clock: Clock; readonly hours: () => number }): Tokens {
  let codes: readonly string[] = []
  let consoles: readonly Console[] = []
  const alive = (): readonly Console[] => consoles.filter(({ endsAt }) => endsAt > clock.monotonic())
  return {
    newCode() {
      const code = newSecret()
      codes = [...codes, sha256(code)].slice(-MAX_CODES)
      return code
    },
    exchange(code) {
      const hash = sha256(code)
      const used = codes.filter(known => isSameSecret(known, hash))
      if (used.length === 0) return undefined
      codes = codes.filter(known => !used.includes(known))
      const lifeMs = hours() * HOUR
      const token = `cs_${newSecret()}`
      consoles = [
        ...alive(),
        { hash: sha256(token), caller: consoleCaller(), endsAt: clock.monotonic() + lifeMs },
      ].slice(-MAX_CONSOLES)
      return { token, scopes: ['use', 'approve'], expires_at: new Date(clock.now() + lifeMs).toISOString() }
    },
    find(token) {
      const hash = sha256(token)
      return alive().find(each => isSameSecret(each.hash, hash))?.caller
    },
    drop(caller) {
      consoles = consoles.filter(each => each.caller !== caller)
    },
  }
}

const consoleCaller = (): Caller => ({
  who: 'console',
  name: 'console',
  scopes: ['use', 'approve'],
  principal: 'user:local',
  credential: `console:${randomBytes(9).toString('base64url')}`,
  allow: [],
  approval: 'hold',
})

/** Compares in constant time. Both are hashes, so their length is no secret. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
