/** What was found out about a citation; an answer has that of its weakest one. `failed` is false to the bytes. */
export type EvidenceVerdict = 'verified' | 'stale' | 'self_written' | 'unbacked' | 'failed'

/** What a contract may demand: words of a file, a place in one, or where something was looked for in vain. */
export type EvidenceKind = 'quote' | 'place' | 'scope'

/** The first four say how a true citation is backed, those to `scope_unknown` that nobody can tell; others withhold. */
export type EvidenceCode =
  | 'verified'
  | 'stale'
  | 'self_written'
  | 'unbacked'
  | 'access_requested'
  | 'absence_unsearched'
  | 'file_ambiguous'
  | 'file_unknown'
  | 'file_unnamed'
  | 'quote_too_short'
  | 'scope_unknown'
  | 'absence_false'
  | 'citations_too_many'
  | 'cot_leak'
  | 'file_missing'
  | 'line_missing'
  | 'line_multiple'
  | 'location_missing'
  | 'location_wrong'
  | 'quote_missing'
  | 'quote_not_found'
  | 'quote_unverifiable'
  | 'quote_wrong_line'
  | 'receipt_elsewhere'
  | 'receipt_invalid'
  | 'receipt_unknown'
  | 'scope_missing'
  | 'source_wrong'
  | 'tool_syntax'

/** One citation of an answer, or its form, and whether it holds. */
export type EvidenceFinding = {
  readonly claim: string
  readonly holds: boolean
  readonly because: string
  readonly code: EvidenceCode
  readonly file?: string
  readonly lines?: readonly [number, number]
  readonly receipt?: string
}

/** How much of an answer was checked: the sentences without a citation were not. */
export type EvidenceCoverage = {
  readonly citations: number
  readonly verified: number
  readonly unchecked_sentences: number
}

/** A call of the turn, from its receipt; `files` are those that it read or wrote. */
export type RanTool = {
  readonly tool: string
  readonly outcome: 'done' | 'replayed' | 'failed' | 'denied' | 'waiting'
  readonly receipt: string | null
  readonly files: number
}

/** What a model made of each sentence beside the cited passages. It changes neither verdict nor answer. */
export type EvidenceJudgement = {
  readonly model: string
  readonly sentences: readonly { readonly text: string; readonly says: 'supported' | 'contradicted' | 'not_stated' }[]
}

/** What was checked of an answer, what was not, and what really ran in its turn. */
export type EvidenceReport = {
  /** That of the weakest citation; null if there is none. */
  readonly verdict: EvidenceVerdict | null
  readonly coverage: EvidenceCoverage
  readonly findings: readonly EvidenceFinding[]
  /** Claims of tool use that no receipt bears out: "says it searched; no search ran". */
  readonly remarks: readonly string[]
  /** In one line, for people: "1 quote verified · 3 sentences not checked". */
  readonly summary: string
  readonly ran: readonly RanTool[]
  readonly judged: EvidenceJudgement | null
}
