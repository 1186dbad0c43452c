import { hash, sign, verify } from 'node:crypto'
import { type Result, fail, succeed } from '../core/index.ts'
import { type SigningKey, publicKeyFrom } from './keys.ts'

/** What a checkpoint says: so many lines, and the root of the tree over them. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

const ED25519 = 0x01 // C2SP signed-note: the algorithm's number in a key id
const ID_BYTES = 4

/** A signed note in the form of C2SP tlog-checkpoint; any tool that knows that form can check it. */
export function signCheckpoint({ origin, size, root }: Checkpoint, key: SigningKey): string {
  const body = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = sign(null, Buffer.from(body), key.privateKey)
  const blob = Buffer.concat([keyId(origin, key.publicKey), signature]).toString('base64')
  return `${body}\n— ${origin} ${blob}\n`
}

const BODY = /(?<body>(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n)/
const SIGNATURE = /— (?<name>\S+) (?<blob>[A-Za-z0-9+/]+=*)\n/
const NOTE = new RegExp(`^${BODY.source}\n${SIGNATURE.source}$`)

/** The checkpoint in a note, if this public key has signed it. */
export function openCheckpoint(note: string, publicKey: Uint8Array): Result<Checkpoint> {
  const parts = NOTE.exec(note)?.groups
  if (!parts)
    return fail('ledger_unverified', 'This is not a checkpoint: a name, a size, a root and one signature are expected.')
  const { body = '', origin = '', size = '', root = '', name = '', blob = '' } = parts
  const bytes = Buffer.from(blob, 'base64')
  const isSpelledOut = bytes.toString('base64') === blob && Buffer.from(root, 'base64').toString('base64') === root
  if (!isSpelledOut)
    return fail('ledger_unverified', 'This is not a checkpoint: its base64 is not written in the one way that counts.')
  const isOurs = name === origin && bytes.subarray(0, ID_BYTES).equals(keyId(origin, publicKey))
  if (!isOurs) return fail('ledger_unverified', 'The checkpoint is signed with another key.')
  const holds = verify(null, Buffer.from(body), publicKeyFrom(publicKey), bytes.subarray(ID_BYTES))
  if (!holds) return fail('ledger_unverified', 'The signature of the checkpoint is wrong.')
  return succeed({ origin, size: Number(size), root: Buffer.from(root, 'base64') })
}

function keyId(name: string, publicKey: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicKey]), 'buffer').subarray(
    0,
    ID_BYTES,
  )
}

/** The public key as one line that people can keep elsewhere: name, key id and key. */
export function verifierKey(origin: string, publicKey: Uint8Array): string {
  const key = Buffer.concat([Buffer.of(ED25519), publicKey])
  return `${origin}+${keyId(origin, publicKey).toString('hex')}+${key.toString('base64')}`
}

export function readVerifierKey(line: string): Result<Uint8Array> {
  const parts = /^(?<name>[^+\s]+)\+(?<id>[0-9a-f]{8})\+(?<key>[A-Za-z0-9+/]+=*)$/.exec(line.trim())?.groups
  const bytes = Buffer.from(parts?.['key'] ?? '', 'base64')
  const isKey = parts !== undefined && bytes.length === 33 && bytes[0] === ED25519
  if (!isKey || keyId(parts['name'] ?? '', bytes.subarray(1)).toString('hex') !== parts['id'])
    return fail('ledger_unverified', 'This is not a public key of the form name+id+key.')
  return succeed(bytes.subarray(1))
}
