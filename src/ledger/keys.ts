import {
  type KeyObject,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'

/** Hex of HMAC-SHA256 over a text. */
export type Mac = (text: string) => string

const MAX_KEY_BYTES = 64
const KEY_BYTES = 32

export function createMac(key: Uint8Array): Mac {
  if (key.length > MAX_KEY_BYTES) throw new RangeError('A mac key has at most 64 bytes.')
  return text => createHmac('sha256', key).update(text).digest('hex')
}

/** Each workspace has a key of its own, made from the user's: a line of one log cannot be put into another. */
export const lineMac = ({ macKey, origin }: { readonly macKey: Uint8Array; readonly origin: string }): Mac =>
  createMac(Buffer.from(createMac(macKey)(origin), 'hex'))

export const newMacKey = (): Buffer => randomBytes(KEY_BYTES)

/** What signs checkpoints, and what anyone needs to check them. */
export type SigningKey = { readonly privateKey: KeyObject; readonly publicKey: Buffer }

export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function readSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('The signing key is not an Ed25519 key.')
  return { privateKey, publicKey: rawPublicKey(createPublicKey(privateKey)) }
}

// RFC 8410: everything before the 32 bytes of the key.
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length)
export const publicKeyFrom = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
