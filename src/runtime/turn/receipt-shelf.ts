import type { Receipt } from '../../core/index.ts'
import type { OpenLedger } from '../../ledger/index.ts'

/** The receipts of conversations, so that each is read once and not again in every turn. */
export type ReceiptShelf = {
  /** These were made here just now, so nobody has to look them up. */
  readonly add: (made: readonly Receipt[]) => void
  /** Sound receipts of a session, the oldest first; the oldest of very many are left out. */
  readonly of: (session: string) => readonly Receipt[]
  /** One of this session, however old. */
  readonly find: (session: string, id: string) => Receipt | undefined
}

const MAX_SESSIONS = 50
const MAX_RECEIPTS = 1_000
const MAX_ADDED = 200

type Row = { readonly receipts: readonly Receipt[]; readonly next: number }

export function createReceiptShelf({ receiptsOf, findReceipt }: Pick<OpenLedger, 'receiptsOf' | 'findReceipt'>): ReceiptShelf {
  const rows = new Map<string, Row>()
  const added = new Map<string, Receipt>()
  return {
    add(made) {
      for (const receipt of made) putLast(added, receipt.receipt_id, receipt, MAX_ADDED)
    },
    of(session) {
      const row = rows.get(session) ?? { receipts: [], next: 0 }
      const { receipts, next } = receiptsOf(session, row.next, id => added.get(id))
      const all = receipts.length === 0 ? row.receipts : [...row.receipts, ...receipts].slice(-MAX_RECEIPTS)
      putLast(rows, session, { receipts: all, next }, MAX_SESSIONS)
      return all
    },
    find(session, id) {
      const receipt = findReceipt(id)
      return receipt?.session_id === session ? receipt : undefined
    },
  }
}

/** Whoever was put there the longest ago leaves first. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next().value
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
