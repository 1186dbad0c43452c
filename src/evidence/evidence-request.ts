import type { EvidenceFinding, EvidenceVerdict, Receipt, Result } from '../core/index.ts'

export type ListedReceipt = { readonly receipt: Receipt; readonly valid: boolean }

/** What a turn leaves in the memory: facts that are stored or were known already, those that the person is asked about, and those that are gone. */
export type Kept = {
  readonly stored: readonly string[]
  readonly asked: readonly string[]
  readonly forgotten: readonly string[]
}

/** Everything that the check may look at. */
export type EvidenceSources = {
  /** The file as it is now, by workspace path; a fault if it is not there or may not be read. */
  readonly readFile: (path: string) => Promise<Result<{ readonly text: string; readonly sha256: string }>>
  /** Workspace paths below a folder; `.` is the workspace. Bounded by whoever gives it. */
  readonly listFiles: (folder: string) => Promise<Result<readonly string[]>>
  /** Receipts of this session, executed calls only, oldest first; `valid`: its signature verifies and it stands in the log. */
  readonly receipts: readonly ListedReceipt[]
  /** Files that this session has written, by workspace path. */
  readonly written: ReadonlySet<string>
  /** A text as tools and people are shown it. Without it, only the marks in receipts tell what was hidden. */
  readonly redact?: (text: string) => string
  /** What the memory makes of this turn; looked up only if the answer speaks of it. Without it nothing is remembered. */
  readonly kept?: () => Promise<Kept>
}

export type EvidenceRequest = {
  readonly text: string
  /** What the person wrote; undefined where nobody knows. */
  readonly asked?: string
  /** Must the answer carry the line? Conferences: always; chat: when tools of the workspace were used in this turn. */
  readonly required: boolean
  /** Whose sources count; undefined is the assistant. */
  readonly role?: string
  readonly toolNames: readonly string[]
  /** False where no tool was on offer: a call that stands in the answer is then an example. */
  readonly mayCall?: boolean
  /** Those of them that do more than look, by their definitions; left out where nobody knows, and then their names are judged. */
  readonly actingTools?: readonly string[]
  /** Receipts of the calls of this very turn. */
  readonly turnReceipts: readonly string[]
  /** In a conference; the first phase is for calls and expects no line. */
  readonly phase?: 1 | 2
  readonly sources: EvidenceSources
}

export type EvidenceReport = {
  /** With no findings at all there was nothing to prove, and `verified` is no proof: see `needsNoCheck`. */
  readonly verdict: EvidenceVerdict
  readonly findings: readonly EvidenceFinding[]
  /** The answer without the Evidence line. */
  readonly text: string
  /** The line as people see it, in short; undefined without one. */
  readonly mark: string | undefined
  readonly abstained: boolean
}
