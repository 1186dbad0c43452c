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
    meaning: 'No receipt with this id stands in the ledger of this workspace.',
    advice: 'Run countersign receipts list.',
  },
  ledger_unavailable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The log cannot be written, and nothing runs that cannot be recorded.',
    advice: 'Make the log writable (space, permissions), then try again.',
  },
  ledger_cut: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The log is shorter or other than it was when this machine last wrote to it.',
    advice: 'Run countersign verify; if the loss is yours, countersign ledger accept records it and goes on.',
  },
  ledger_unknown: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The folder brings a log that this machine did not write.',
    advice:
      'If you moved the folder here, run countersign ledger moved OLD_PATH; if you know where else it comes ' +
      'from, countersign ledger accept.',
  },
  ledger_unverified: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'Something in the records is not what was written.',
    advice: 'Read the findings; keep a copy of the folder before anything else is done.',
  },
  storage_unavailable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The database could not be opened or written.',
    advice: 'Check the named file, its permissions and the space on its disk.',
  },
  state_unsafe: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The state folder, which holds keys and grants, is open to others or lies inside the workspace.',
    advice: 'Move it or set its mode as the message says.',
  },
  fact_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'No stored fact has this id, and nothing waits for an answer under it.',
    advice: 'List the facts, or those that wait for an answer, and use one of their ids.',
  },
  fact_refused: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning:
      'This is not kept as a fact: it is a credential, it is too long, it is known already, or it is not in the ' +
      'words of the user.',
    advice: 'Leave it out of the memory, or say it in other words.',
  },
}
