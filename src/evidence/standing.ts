import type { EvidenceCode, EvidenceFinding, EvidenceVerdict } from '../core/index.ts'

/** Where the statistics count a rejected answer. */
export type EvidenceBucket = 'quote_not_found' | 'tool_syntax' | 'cot_leak' | 'format_error' | 'evidence_invalid'

/** What a code makes of the whole answer. Whatever is not listed as something else fails it. */
const STANDING: Readonly<Partial<Record<EvidenceCode, EvidenceVerdict>>> = {
  verified: 'verified',
  access_requested: 'verified',
  self_written: 'self_written',
  stale: 'stale',
  unbacked: 'unbacked',
  absence_unsearched: 'unbacked',
}

export const standingOf = (code: EvidenceCode): EvidenceVerdict => STANDING[code] ?? 'failed'

const ORDER: readonly EvidenceVerdict[] = ['failed', 'unbacked', 'stale', 'self_written', 'verified']

/** An answer stands as well as its weakest claim. */
export function verdictOf(findings: readonly EvidenceFinding[]): EvidenceVerdict {
  const standings = new Set(findings.map(({ code }) => standingOf(code)))
  return ORDER.find(verdict => standings.has(verdict)) ?? 'verified'
}

const BUCKETS: Readonly<Partial<Record<EvidenceCode, EvidenceBucket>>> = {
  quote_not_found: 'quote_not_found',
  tool_syntax: 'tool_syntax',
  cot_leak: 'cot_leak',
  line_multiple: 'format_error',
  line_missing: 'format_error',
}

export const bucketOf = (code: EvidenceCode): EvidenceBucket => BUCKETS[code] ?? 'evidence_invalid'
