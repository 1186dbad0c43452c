import type { EvidenceCode, EvidenceVerdict } from '../../core/index.ts'

/** What a code makes of its citation. Whatever is not listed fails it. */
const VERDICTS: Readonly<Partial<Record<EvidenceCode, EvidenceVerdict>>> = {
  verified: 'verified',
  self_written: 'self_written',
  stale: 'stale',
  unbacked: 'unbacked',
  access_requested: 'unbacked',
  absence_unsearched: 'unbacked',
  file_ambiguous: 'unbacked',
  file_unknown: 'unbacked',
  file_unnamed: 'unbacked',
  quote_too_short: 'unbacked',
  scope_unknown: 'unbacked',
}

export const verdictOf = (code: EvidenceCode): EvidenceVerdict => VERDICTS[code] ?? 'failed'

const HOLDS: ReadonlySet<EvidenceCode> = new Set(['verified', 'stale', 'self_written', 'unbacked', 'access_requested'])

/** True as far as it was looked at. The codes between these and `failed` say that nobody can tell. */
export const holdsTrue = (code: EvidenceCode): boolean => HOLDS.has(code)

const ORDER: readonly EvidenceVerdict[] = ['failed', 'unbacked', 'stale', 'self_written', 'verified']

/** An answer stands as well as its weakest citation. */
export const weakestOf = (verdicts: readonly EvidenceVerdict[]): EvidenceVerdict | null =>
  ORDER.find(verdict => verdicts.includes(verdict)) ?? null
