import { type HeldIndex, sha256, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { SECRET } from './index-rows.ts'
import { type Mac, createMac, newMacKey } from './keys.ts'

export const SECRET_PATH = 'secret.key'
const ID_LENGTH = 16

/** Signs receipts. It lies beside the log, so it proves nothing to outsiders; its hash is in the state folder. */
export type ReceiptKey = { readonly id: string; readonly mac: Mac }

/** The key of this workspace. One that this machine did not make is put aside and never used. */
export function loadReceiptKey(disk: Disk, held: HeldIndex): ReceiptKey {
  const content = readSecret(disk)
  const known = textOf(held.get(SECRET)?.['sha256'])
  if (content !== undefined && known === sha256(content)) return receiptKey(content)
  if (content !== undefined) disk.setAside(SECRET_PATH, `${SECRET_PATH}.unknown-${sha256(content).slice(0, 8)}`)
  const fresh = Buffer.from(`${newMacKey().toString('base64')}\n`)
  disk.replace(SECRET_PATH, fresh)
  held.set(SECRET, { sha256: sha256(fresh) })
  return receiptKey(fresh)
}

/** The key as it lies there, if it is the one that this machine made. */
export function knownReceiptKey(disk: Disk, knownHash: string): ReceiptKey | undefined {
  const content = readSecret(disk)
  return content !== undefined && sha256(content) === knownHash ? receiptKey(content) : undefined
}

const MAX_BYTES = 4_096 // ours has 45

/** No more of it than any key has: it may be anything that somebody put there. */
function readSecret(disk: Disk): Uint8Array | undefined {
  const size = disk.size(SECRET_PATH)
  return size === undefined ? undefined : disk.read(SECRET_PATH, 0, Math.min(size, MAX_BYTES))
}

function receiptKey(content: Uint8Array): ReceiptKey {
  const secret = Buffer.from(Buffer.from(content).toString(), 'base64')
  return { id: sha256(content).slice(0, ID_LENGTH), mac: createMac(secret.subarray(0, 64)) }
}
