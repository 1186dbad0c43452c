import { randomBytes } from 'node:crypto'

const NONCE_BYTES = 9 // 72 bits: cannot be guessed, and costs a small model few tokens
const PROCESS_BYTES = 12 // 96 bits: no two processes ever share it

export type IdPrefix = 'call' | 'sess' | 'turn' | 'run' | 'step' | 'event'
/** Names that must not be guessed: whoever knows one may use what it names. */
export type SecretPrefix = 'rcpt' | 'res' | 'plan' | 'appr' | 'grant'

/**
 * Unique names, not secrets: a random part for each generator, then a counter, which is much cheaper than random bytes.
 */
export function createIds(): (prefix: IdPrefix) => string {
  const process = randomBytes(PROCESS_BYTES).toString('hex')
  let count = 0
  return prefix => `${prefix}_${process}${(count++).toString(36).padStart(6, '0')}`
}

export const newId: (prefix: IdPrefix) => string = createIds()

const SECRET_BYTES = 12 // 96 bits
const POOL_BYTES = 4_096

/** Random bytes are drawn many at a time, because asking for twelve costs as much as asking for thousands. */
function createRandomText(encoding: 'hex' | 'base64url'): (bytes: number) => string {
  let pool = randomBytes(POOL_BYTES)
  let used = 0
  return bytes => {
    if (used + bytes > POOL_BYTES) [pool, used] = [randomBytes(POOL_BYTES), 0]
    used += bytes
    return pool.toString(encoding, used - bytes, used)
  }
}

export function createSecretIds(): (prefix: SecretPrefix) => string {
  const random = createRandomText('hex')
  return prefix => `${prefix}_${random(SECRET_BYTES)}`
}

export function createNonces(): () => string {
  const random = createRandomText('base64url')
  return () => `n_${random(NONCE_BYTES)}`
}

/** What the prompt shows and a strict call must repeat; a new one for every step. */
export const newNonce: () => string = createNonces()

export const newSecretId: (prefix: SecretPrefix) => string = createSecretIds()
