export { openCheckpoint, readVerifierKey, verifierKey } from './checkpoint.ts'
export type { Disk } from './disk.ts'
export type { Entry, EntryType } from './entry.ts'
export type { Finding } from './finding.ts'
export { type SigningKey, createMac, newMacKey, newSigningKey, readSigningKey } from './keys.ts'
export type { Draft, Place } from './ledger.ts'
export {
  type KeyState,
  type LedgerOptions,
  type OpenLedger,
  acceptLedger,
  findReceipt,
  openLedger,
  readOwnEntries,
  verifyAll,
  verifyBesideOthers,
  writeCheckpoint,
} from './open-ledger.ts'
export { readEntries, readStoredLines } from './read-log.ts'
export { type UnsignedReceipt, receiptIn, signReceipt } from './receipt.ts'
export { systemDisk } from './system-disk.ts'
export type { Verification } from './verify.ts'
export { safeSegment } from './views.ts'
