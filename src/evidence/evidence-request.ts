import type { Receipt, Result } from '../core/index.ts'
import type { EvidenceContract } from './contract.ts'

export type ListedReceipt = { readonly receipt: Receipt; readonly valid: boolean }

/** Everything that the check may look at. */
export type EvidenceSources = {
  /** The file as it is now, by workspace path; a fault if it is not there or may not be read. */
  readonly readFile: (path: string) => Promise<Result<{ readonly text: string; readonly sha256: string }>>
  /** Workspace paths below a folder; `.` is the workspace. Bounded by whoever gives it. */
  readonly listFiles: (folder: string) => Promise<Result<readonly string[]>>
  /** Receipts of this session, oldest first; `valid`: its signature verifies and it stands in the log. */
  readonly receipts: readonly ListedReceipt[]
  /** Files that this session has written, by workspace path. */
  readonly written: ReadonlySet<string>
  /** A text as tools and people are shown it: what it hides cannot be quoted. */
  readonly redact?: (text: string) => string
}

export type EvidenceRequest = {
  readonly text: string
  /** What the person wrote: a receipt that they named themselves is no citation of the answer. */
  readonly asked?: string
  /** Undefined where no line is demanded; what the answer cites is checked all the same. */
  readonly contract?: EvidenceContract | undefined
  readonly toolNames: readonly string[]
  /** Opened only for an answer that may cite something. */
  readonly sources: () => EvidenceSources
}
