export { acceptLedger } from './accept-ledger.ts'
export { openCheckpoint, readVerifierKey, verifierKey } from './checkpoint.ts'
export type { Disk } from './disk.ts'
export type { Entry, EntryType } from './entry.ts'
export { segmentPath } from './head.ts'
export type { Finding } from './finding.ts'
export { type SigningKey, createMac, newMacKey, newSigningKey, readSigningKey } from './keys.ts'
export type { Draft, EntryStamp } from './ledger.ts'
export {
  type KeyState,
  type LedgerOptions,
  type OpenLedger,
  findReceipt,
  openLedger,
  writeCheckpoint,
} from './open-ledger.ts'
export { isLogEmpty, readEntries, readStoredLines } from './read-log.ts'
export {
  type BackEntry,
  type LogPlace,
  type OwnPart,
  knownSize,
  readNewestEntries,
  readOwnBack,
  readOwnEntries,
  readOwnOn,
} from './read-own.ts'
export { type UnsignedReceipt, receiptIn, signReceipt } from './receipt.ts'
export type { ModelStatistics } from './statistics/attempt-counts.ts'
export {
  type DayStatistics,
  type StatisticsRequest,
  attemptStatistics,
  statisticsByDay,
} from './statistics/attempt-statistics.ts'
export { type AttemptTally, createAttemptTally } from './statistics/attempt-tally.ts'
export type { ArgumentAliasProposal, KnownNames, ToolAliasProposal } from './statistics/corrections.ts'
export type { FixupProposal } from './statistics/repaired-values.ts'
export type { HabitProposal } from './statistics/proposals.ts'
export { type MinedAttempts, type MiningRequest, type ModelHabits, mineAttempts } from './statistics/mine-attempts.ts'
export { type Share, shareOf, wilsonInterval } from './statistics/wilson.ts'
export { systemDisk } from './system-disk.ts'
export { type IsActing, type LookedBy, markLookedAt, unknownCalls } from './unknown-calls.ts'
export { verifyAll, verifyBesideOthers } from './verify-all.ts'
export type { Verification } from './verify.ts'
export { safeSegment } from './views.ts'
