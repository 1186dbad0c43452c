import type { ReceiptRow, VerifyReply } from 'shapes'

/** What the last check of this window said about one receipt; null: it was not part of it. */
export type CheckedState = { readonly kind: 'ok' | 'unsure' } | { readonly kind: 'failed'; readonly check: string } | null

export type Checked = { readonly result: VerifyReply; readonly session: string }

const LOG = 'log' // findings in the copies for reading have lines of their own
const CHAIN: ReadonlySet<string> = new Set(['root', 'seq', 'cut', 'line'])

/** A finding on its own line names it; one in the order of the log leaves nothing behind it proven. */
export function checkedState(row: ReceiptRow, checked: Checked | null): CheckedState {
  if (checked === null || row.at > checked.result.at || (checked.session !== '' && checked.session !== row.session_id)) return null
  const { failed, uncheckable } = checked.result
  const found =
    failed.find(({ file, line }) => line === row.seq && file === LOG) ??
    failed.find(({ file, check, line }) => file === LOG && CHAIN.has(check) && line !== null && line <= row.seq)
  if (found) return { kind: 'failed', check: found.check }
  return { kind: uncheckable > 0 ? 'unsure' : 'ok' }
}
