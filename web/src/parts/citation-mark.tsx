import type { JSX } from 'preact'
import type { EvidenceCode } from 'shapes'
import { words } from '../words.ts'
import type { IconName } from './icon.tsx'
import { Status, type Tone } from './status.tsx'

/** How a finding is shown. `unsure`: nobody can tell. `form`: the answer itself is not what its contract requires. */
type FindingMark = keyof typeof words.evidence.marks

const LOOK: { readonly [mark in FindingMark]: { readonly tone: Tone; readonly icon: IconName } } = {
  verified: { tone: 'ok', icon: 'check' },
  stale: { tone: 'warn', icon: 'approx' },
  self_written: { tone: 'warn', icon: 'pencil' },
  unbacked: { tone: 'warn', icon: 'question' },
  access: { tone: 'quiet', icon: 'question' },
  unsure: { tone: 'warn', icon: 'question' },
  failed: { tone: 'bad', icon: 'cross' },
  form: { tone: 'bad', icon: 'cross' },
}

const MARK: { readonly [code: string]: FindingMark } = {
  verified: 'verified',
  stale: 'stale',
  self_written: 'self_written',
  unbacked: 'unbacked',
  access_requested: 'access',
  absence_unsearched: 'unsure',
  file_ambiguous: 'unsure',
  file_unknown: 'unsure',
  file_unnamed: 'unsure',
  quote_too_short: 'unsure',
  scope_unknown: 'unsure',
  line_missing: 'form',
  line_multiple: 'form',
  citations_too_many: 'form',
  location_missing: 'form',
  quote_missing: 'form',
  scope_missing: 'form',
  source_wrong: 'form',
  cot_leak: 'form',
  tool_syntax: 'form',
} satisfies { readonly [code in EvidenceCode]?: FindingMark }

/** A code without a row of its own says that a citation is false. */
export const markOf = (code: string): FindingMark => MARK[code] ?? 'failed'

export function CitationMark({ code }: { readonly code: string }): JSX.Element {
  const mark = markOf(code)
  return (
    <Status tone={LOOK[mark].tone} icon={LOOK[mark].icon}>
      {words.evidence.marks[mark]}
    </Status>
  )
}
