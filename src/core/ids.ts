import { randomBytes, randomUUID } from 'node:crypto'

const NONCE_BYTES = 9 // 72 bits: cannot be guessed, and costs a small model few tokens

export type IdPrefix = 'call' | 'rcpt' | 'sess' | 'turn' | 'run' | 'step'

/** 122 random bits; randomUUID draws them from Node's own pool, ten times faster than asking for bytes each time. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomUUID()}`

/** What the prompt shows and a strict call must repeat; a new one for every step. */
export const newNonce = (): string => `n_${randomBytes(NONCE_BYTES).toString('base64url')}`
