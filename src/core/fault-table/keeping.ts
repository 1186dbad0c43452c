import type { FaultRow } from '../categories.ts'

export type KeepingFault =
  | 'receipt_unknown'
  | 'ledger_unavailable'
  | 'ledger_cut'
  | 'ledger_unknown'
  | 'ledger_unverified'
  | 'storage_unavailable'
  | 'state_unsafe'
  | 'fact_unknown'
  | 'fact_refused'

/** Faults of the records. */
export const KEEPING_FAULTS: Readonly<Record<KeepingFault, FaultRow>> = {
  receipt_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'The ledger of this workspace has no receipt with this id.',
    advice: 'Run countersign receipts list.',
  },
  ledger_unavailable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The log cannot be written. Nothing runs that cannot be recorded.',
    advice: 'Make the log writable (space, permissions), then try again.',
  },
  ledger_cut: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The log is shorter or different than when this machine last wrote to it.',
    advice: 'Run countersign verify. If you caused the loss, countersign ledger accept records it and continues.',
  },
  ledger_unknown: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The folder contains a log that this machine did not write.',
    advice:
      'If you moved the folder here, run countersign ledger moved OLD_PATH. If you know where else it comes ' +
      'from, run countersign ledger accept.',
  },
  ledger_unverified: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The records were changed after they were written.',
    advice: 'Read the findings, and copy the folder before you do anything else.',
  },
  storage_unavailable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The database could not be opened or written.',
    advice: 'Check the named file, its permissions and the free disk space.',
  },
  state_unsafe: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The state folder holds keys and grants, but other users can access it or it is inside the workspace.',
    advice: 'Move it or change its mode as the message says.',
  },
  fact_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'There is no stored or proposed fact with this id.',
    advice: 'List the stored or proposed facts and use one of their ids.',
  },
  fact_refused: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: "The fact was not stored: it is a credential, too long, already known, or not in the user's own words.",
    advice: 'Leave it out of memory, or reword it.',
  },
}
