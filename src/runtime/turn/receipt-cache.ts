import type { Receipt } from '../../core/index.ts'
import type { OpenLedger } from '../../ledger/index.ts'

/** The receipts of conversations, so that each is read once and not again in every turn. */
export type ReceiptCache = {
  /** Receipts of this process, which need not be read from the log. */
  readonly add: (session: string, made: readonly Receipt[]) => void
  /** Sound receipts of a session, the oldest first; the oldest of very many are left out. */
  readonly of: (session: string) => readonly Receipt[]
  /** One of this session, however old. */
  readonly find: (session: string, id: string) => Receipt | undefined
}

const MAX_SESSIONS = 50
const MAX_RECEIPTS = 1_000

/** What was read up to `next`, and what was made here and is not read yet. */
type Row = { readonly receipts: readonly Receipt[]; readonly next: number; readonly made: readonly Receipt[] }

const EMPTY: Row = { receipts: [], next: 0, made: [] }

export function createReceiptCache({
  receiptsOf,
  findReceipt,
}: Pick<OpenLedger, 'receiptsOf' | 'findReceipt'>): ReceiptCache {
  const rows = new Map<string, Row>()
  const keep = (session: string, row: Row): void => {
    rows.delete(session)
    rows.set(session, row)
    const oldest = rows.keys().next().value
    if (rows.size > MAX_SESSIONS && oldest !== undefined) rows.delete(oldest)
  }
  return {
    add(session, made) {
      const row = rows.get(session) ?? EMPTY
      const fresh = made.filter(receipt => !row.made.includes(receipt) && !row.receipts.includes(receipt))
      if (fresh.length > 0) keep(session, { ...row, made: [...row.made, ...fresh].slice(-MAX_RECEIPTS) })
    },
    of(session) {
      const row = rows.get(session) ?? EMPTY
      const { receipts, next } = receiptsOf(session, row.next, row.made)
      const all = receipts.length === 0 ? row.receipts : [...row.receipts, ...receipts].slice(-MAX_RECEIPTS)
      keep(session, { receipts: all, next, made: [] })
      return all
    },
    find(session, id) {
      const receipt = findReceipt(id)
      return receipt?.session_id === session ? receipt : undefined
    },
  }
}
