import { type Draft, type LedgerOptions, newSigningKey, readSigningKey } from '../src/ledger/index.ts'

/** Lines of one process are those of another, too; checkpoints are signed by each for itself. */
export const LEDGER_KEYS: Pick<LedgerOptions, 'macKey' | 'signingKey' | 'origin'> = {
  macKey: Buffer.alloc(32, 5),
  signingKey: readSigningKey(newSigningKey()),
  origin: 'countersign/test',
}

/** A call of a session that used nothing up. */
export const plainCall = (receipt_id: string): Draft => ({
  type: 'outcome',
  body: ({ at, seq }) => ({
    audit: { session_id: 's', ts: at },
    facts: { intent: null },
    receipt: { receipt_id, session_id: 's', seq, signature: '', outputs: { text: receipt_id, truncated: false } },
  }),
})
