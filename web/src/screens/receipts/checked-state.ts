import type { ReceiptRow, VerifyReply } from 'shapes'

/** What a check said about one side of a receipt. */
export type SideState = { readonly kind: 'ok' | 'unsure' } | { readonly kind: 'failed'; readonly check: string }

/** What the last check of this window said about one receipt; null: it was not part of it. */
export type CheckedState = { readonly signature: SideState; readonly chain: SideState } | null

export type Checked = { readonly result: VerifyReply; readonly session: string }

const LOG = 'log' // findings in the copies for reading have lines of their own
const OF_SIGNATURE: ReadonlySet<string> = new Set(['signature', 'line'])
const OF_PLACE: ReadonlySet<string> = new Set(['root', 'seq', 'cut', 'line', 'mac'])
const OF_ORDER: ReadonlySet<string> = new Set(['root', 'seq', 'cut', 'line'])

/** A finding on its own line names it; one in the order of the log, or of the log as a whole, leaves nothing behind it proven. */
export function checkedState(row: ReceiptRow, checked: Checked | null): CheckedState {
  if (checked === null || row.at > checked.result.at || (checked.session !== '' && checked.session !== row.session_id))
    return null
  const { failed, uncheckable } = checked.result
  if (failed.some(({ check }) => check === 'unknown_log')) return { signature: UNSURE, chain: UNSURE }
  const inLog = failed.filter(({ file }) => file === LOG)
  const own = inLog.filter(({ line }) => line === row.seq)
  const forged = own.find(({ check }) => OF_SIGNATURE.has(check))
  const moved =
    own.find(({ check }) => OF_PLACE.has(check)) ??
    inLog.find(({ check, line }) => OF_ORDER.has(check) && (line === null || line <= row.seq))
  return {
    signature: forged ? { kind: 'failed', check: forged.check } : uncheckable > 0 ? UNSURE : OK,
    chain: moved ? { kind: 'failed', check: moved.check } : OK,
  }
}

const OK: SideState = { kind: 'ok' }
const UNSURE: SideState = { kind: 'unsure' }
