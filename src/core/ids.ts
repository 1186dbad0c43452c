import { randomBytes } from 'node:crypto'

const ID_BYTES = 12 // 96 bits: no clash among the calls of any workspace
const NONCE_BYTES = 9 // 72 bits: cannot be guessed, and costs a small model few tokens

export type IdPrefix = 'call' | 'rcpt' | 'sess' | 'turn' | 'run' | 'step'

export const newId = (prefix: IdPrefix): string => `${prefix}_${randomBytes(ID_BYTES).toString('hex')}`

/** What the prompt shows and a strict call must repeat; a new one for every step. */
export const newNonce = (): string => `n_${randomBytes(NONCE_BYTES).toString('base64url')}`
