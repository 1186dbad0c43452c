import { randomBytes } from 'node:crypto'

const NONCE_BYTES = 9 // 72 bits: cannot be guessed, and costs a small model few tokens
const PROCESS_BYTES = 12 // 96 bits: no two processes ever share it

export type IdPrefix = 'call' | 'sess' | 'turn' | 'run' | 'step' | 'event'
/** Names that must not be guessed: knowing one is enough to use what it names. */
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

export const newSecretId = (prefix: SecretPrefix): string => `${prefix}_${randomBytes(SECRET_BYTES).toString('hex')}`

/** What the prompt shows and a strict call must repeat; a new one for every step. */
export const newNonce = (): string => `n_${randomBytes(NONCE_BYTES).toString('base64url')}`
