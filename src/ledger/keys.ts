import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, hash, randomBytes } from 'node:crypto'

/** Hex of HMAC-SHA256 over a text. */
export type Mac = (text: string) => string

const BLOCK = 64
const KEY_BYTES = 32
const HASH_BYTES = 32

const LONGEST_SHORT = 16_384 // characters; nearly all lines are shorter

/** HMAC by two one-shot hashes over buffers that are made once, which is quicker than createHmac for something as short as a line. */
export function createMac(key: Uint8Array): Mac {
  const [inner, outer] = [padded(key, 0x36), padded(key, 0x5c)]
  const room = Buffer.concat([inner, Buffer.alloc(LONGEST_SHORT * 3)]) // a character has at most three bytes for each of its units
  const last = Buffer.concat([outer, Buffer.alloc(HASH_BYTES)])
  const innerHash = (text: string): string => {
    if (text.length > LONGEST_SHORT) return hash('sha256', Buffer.concat([inner, Buffer.from(text)]))
    return hash('sha256', room.subarray(0, BLOCK + room.write(text, BLOCK)))
  }
  return text => {
    last.write(innerHash(text), BLOCK, 'hex')
    return hash('sha256', last)
  }
}

function padded(key: Uint8Array, filler: number): Buffer {
  if (key.length > BLOCK) throw new RangeError('A mac key has at most 64 bytes.')
  const block = Buffer.alloc(BLOCK, filler)
  key.forEach((byte, index) => (block[index] = byte ^ filler))
  return block
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

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex') // RFC 8410: everything before the 32 bytes of the key

const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length)
export const publicKeyFrom = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
