import { textOf } from '../core/index.ts'
import { SECRET } from './index-rows.ts'
import { lineMac } from './keys.ts'
import type { LedgerOptions } from './open-ledger.ts'
import { type ReceiptKey, knownReceiptKey } from './secret.ts'
import { type Verification, verifyLedger } from './verify.ts'

/** Narrows what is told, not what is checked: a log holds as a whole or not. */
export type VerifyRequest = { readonly note?: string; readonly session?: string; readonly receipt?: string }

/** Compares everything with everything; see `Verification`. Needs no open log, and changes nothing. */
export function verifyAll(options: LedgerOptions, request: VerifyRequest = {}): Verification {
  const { disk, index, signingKey } = options
  const current = knownReceiptKey(disk, textOf(index.get(SECRET)?.['sha256']))
  const receiptMac = (id: string): ReceiptKey['mac'] | undefined => (current?.id === id ? current.mac : undefined)
  return verifyLedger({
    disk,
    index,
    mac: lineMac(options),
    receiptMac,
    publicKey: signingKey.publicKey,
    ...request,
  })
}

/**
 * The same while others may be writing. After a finding everything is checked again with writers kept out, because a
 * line written during the first check is no finding.
 */
export async function verifyBesideOthers(options: LedgerOptions, request: VerifyRequest = {}): Promise<Verification> {
  const found = verifyAll(options, request)
  return found.failed.length === 0 ? found : options.index.exclusively(async () => verifyAll(options, request))
}
