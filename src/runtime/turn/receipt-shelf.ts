import type { Receipt } from '../../core/index.ts'
import type { OpenLedger } from '../../ledger/index.ts'

/** The receipts of conversations, so that each is read once and not again in every turn. */
export type ReceiptShelf = {
  /** Sound receipts of a session, the oldest first; the oldest of very many are left out. */
  readonly of: (session: string) => readonly Receipt[]
  /** One of this session, however old. */
  readonly find: (session: string, id: string) => Receipt | undefined
}

const MAX_SESSIONS = 50
const MAX_RECEIPTS = 1_000

type Row = { readonly receipts: readonly Receipt[]; readonly next: number }

export function createReceiptShelf({ receiptsOf, findReceipt }: Pick<OpenLedger, 'receiptsOf' | 'findReceipt'>): ReceiptShelf {
  const rows = new Map<string, Row>()
  const keep = (session: string, row: Row): void => {
    rows.delete(session)
    rows.set(session, row)
    const oldest = rows.keys().next().value
    if (rows.size > MAX_SESSIONS && oldest !== undefined) rows.delete(oldest)
  }
  return {
    of(session) {
      const row = rows.get(session) ?? { receipts: [], next: 0 }
      const { receipts, next } = receiptsOf(session, row.next)
      const all = receipts.length === 0 ? row.receipts : [...row.receipts, ...receipts].slice(-MAX_RECEIPTS)
      keep(session, { receipts: all, next })
      return all
    },
    find(session, id) {
      const receipt = findReceipt(id)
      return receipt?.session_id === session ? receipt : undefined
    },
  }
}
