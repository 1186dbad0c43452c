import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { findReceipts } from '../reply/places.ts'
import { type Case, finding } from './case.ts'

/** Every receipt that a reply names must be one of this session that verifies. Only faults are told. */
export function judgeReceipts(text: string, { request }: Case): readonly EvidenceFinding[] {
  return findReceipts(text).flatMap(id => {
    const listed = request.sources.receipts.find(({ receipt }) => receipt.receipt_id === id)
    if (listed === undefined) return [finding(id, 'receipt_unknown', 'This session has no such receipt.')]
    return listed.valid
      ? []
      : [finding(id, 'receipt_invalid', { because: 'This receipt does not verify.', receipt: id })]
  })
}

/** Those of them that are sound. */
export function citedReceipts(text: string, { sound }: Case): readonly Receipt[] {
  const ids = findReceipts(text)
  return sound.flatMap(({ receipt }) => (ids.includes(receipt.receipt_id) ? [receipt] : []))
}
