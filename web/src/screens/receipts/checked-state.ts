import type { ReceiptRow, VerifyReply } from 'shapes'

/** The result of one check of a receipt. */
export type SideState = { readonly kind: 'ok' | 'unsure' } | { readonly kind: 'failed'; readonly check: string }

/** The result of this window's last verification for one receipt; null if it was not included. */
export type CheckedState = { readonly signature: SideState; readonly chain: SideState } | null

export type Checked = { readonly result: VerifyReply; readonly session: string }

const LOG = 'log' // findings in readable copies have their own lines
const OF_SIGNATURE: ReadonlySet<string> = new Set(['signature', 'line'])
const OF_PLACE: ReadonlySet<string> = new Set(['root', 'seq', 'cut', 'line', 'mac'])
const OF_ORDER: ReadonlySet<string> = new Set(['root', 'seq', 'cut', 'line'])

/** A finding on the receipt's own line concerns it; one about the log's order concerns everything after it. */
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
