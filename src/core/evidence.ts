/**
 * The state of a citation. Only `verified` is proof; `failed` withholds the answer, the others are shown with their
 * mark.
 */
export type EvidenceVerdict = 'verified' | 'stale' | 'self_written' | 'unbacked' | 'failed'

/**
 * What was found out about one claim. The first four say how well a true claim is backed, the next three that nothing
 * more can be said.
 */
export type EvidenceCode =
  | 'verified'
  | 'stale'
  | 'self_written'
  | 'unbacked'
  | 'access_requested'
  | 'receipt_elsewhere'
  | 'absence_unsearched'
  | 'absence_false'
  | 'claims_too_many'
  | 'cot_leak'
  | 'count_wrong'
  | 'file_ambiguous'
  | 'file_missing'
  | 'file_unnamed'
  | 'line_missing'
  | 'line_multiple'
  | 'location_missing'
  | 'location_wrong'
  | 'memory_claim_unbacked'
  | 'quote_contradicts'
  | 'quote_missing'
  | 'quote_not_found'
  | 'quote_too_short'
  | 'quote_unverifiable'
  | 'quote_wrong_line'
  | 'receipt_invalid'
  | 'receipt_missing'
  | 'receipt_unknown'
  | 'scope_missing'
  | 'scope_unknown'
  | 'source_wrong'
  | 'tool_claim_unbacked'
  | 'tool_syntax'

/** One claim of an answer, and whether bytes and receipts bear it out. */
export type EvidenceFinding = {
  readonly claim: string
  readonly holds: boolean
  readonly because: string
  readonly code: EvidenceCode
  readonly file?: string
  readonly lines?: readonly [number, number]
  readonly receipt?: string
}
