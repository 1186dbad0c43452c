import type { Json, JsonObject, Receipt } from '../../../core/index.ts'
import type { CursorPage } from './access.ts'
import type { AttemptView } from './attempts.ts'
import type { ChangeView } from './permissions.ts'

export type ReceiptOutcome = 'done' | 'failed' | 'refused'

/** `GET /api/receipts`, the newest first */
export type ReceiptRow = {
  readonly receipt_id: string
  readonly seq: number
  readonly at: string
  readonly session_id: string
  readonly turn_id: string
  readonly agent_id: string
  readonly tool: string
  readonly outcome: ReceiptOutcome
  readonly code: string | null
  /** The risk of this call: `read`, `write`, `destroy`; null for entries of older versions. */
  readonly risk: string | null
  readonly decided_by: string
  readonly inputs: JsonObject
  /** Of the whole result. */
  readonly bytes: number
  readonly files: readonly string[]
  /** It changed a file, which `POST /api/receipts/{id}/undo` may undo. */
  readonly undoable: boolean
}
export type ReceiptRowPage = CursorPage & { readonly receipts: readonly ReceiptRow[] }

/** `GET /api/receipts/{id}` */
export type ReceiptView = {
  readonly row: ReceiptRow
  /** Exactly as signed. */
  readonly receipt: Receipt
  /** Its line in the log. */
  readonly line: number
  readonly facts: JsonObject
  readonly files_now: readonly {
    readonly path: string
    readonly state: 'unchanged' | 'changed' | 'missing' | 'unreadable'
    readonly sha256_then: string
    readonly sha256_now: string | null
  }[]
  /** The model's reply with the call; null if a person made it. */
  readonly attempt: AttemptView | null
  /** The same check without this server. */
  readonly verify_command: string
} & ReceiptLinks

/** Where a receipt leads to. */
export type ReceiptLinks = {
  /** The grant it ran under; null if none was needed, or for entries of older versions. */
  readonly grant: { readonly grant_id: string; readonly capability: string } | null
  /** Citations of the turn's answer that were checked against it, as long as the turn's events are stored. */
  readonly cited_by: readonly {
    readonly claim: string
    readonly holds: boolean
    readonly because: string
    readonly code: string
  }[]
  /** Issues to which it was linked. */
  readonly issues: readonly string[]
}

/** `GET /api/receipts/{id}/changes` */
export type ReceiptChanges = {
  readonly receipt_id: string
  readonly changes: readonly FileChangeView[]
  /** How many others there are. */
  readonly more: number
  /** All changes were rolled back. */
  readonly rolled_back: boolean
}
export type FileChangeView = {
  readonly path: string
  readonly what: 'created' | 'changed' | 'deleted'
  readonly change: ChangeView | null
  /** Why there is no diff, if there is none. */
  readonly says: string | null
}

/** `POST /api/audit/verify`; with neither, everything. */
export type VerifyRecordsRequest = { readonly session_id?: string; readonly receipt_id?: string }
/** What `countersign ledger verify --json` prints, and when it was done. */
export type VerifyReply = {
  readonly entries: number
  readonly receipts: number
  readonly verified: number
  readonly uncheckable: number
  readonly failed: readonly VerifyFinding[]
  readonly checkpoint: { readonly size: number; readonly root: string } | null
  readonly at: string
  readonly duration_ms: number
  readonly command: string
  readonly unknown: readonly UnknownOutcomeView[]
}
export type VerifyFinding = {
  readonly session: string | null
  readonly file: string
  readonly line: number | null
  readonly check: string
  readonly expected: string
  readonly actual: string
}

/** `GET /api/audit/unknown` */
export type UnknownOutcomes = { readonly unknown: readonly UnknownOutcomeView[] }
/** A call that began and whose end was never recorded; no process is running it any more. */
export type UnknownOutcomeView = {
  readonly call_id: string
  /** The line of its intent. */
  readonly seq: number
  readonly at: string
  readonly session_id: string
  readonly tool: string
  readonly summary: string
  readonly target: string | null
  /** What its file is like now; null if it was about no file. */
  readonly file: 'as_before' | 'written' | 'changed' | 'gone' | 'new' | 'unreadable' | null
  /** What to look at, in a sentence. */
  readonly look: string
  readonly command: string
}
/** `POST /api/audit/unknown/{id}/looked-at` */
export type LookedAtReply = { readonly call_id: string; readonly looked_at: true; readonly seq: number }

/** `POST /api/audit/break`: verifies an in-memory copy with one flipped bit. Nothing on disk changes. */
export type BreakRequest = { readonly receipt_id: string }
export type BreakReply = {
  readonly receipt_id: string
  readonly line: number
  /** The changed byte of the line, with the letter before and after. */
  readonly byte: number
  readonly before: string
  readonly after: string
  readonly around: string
  readonly result: VerifyReply
}

/** `POST /api/receipts/{id}/undo`, and calls of `POST /api/tools/{name}/call` */
export type CallReply = {
  readonly ok: boolean
  readonly text: string
  readonly data: Json | null
  readonly receipt: Receipt | null
  readonly fault: { readonly code: string; readonly message: string; readonly detail?: JsonObject } | null
  readonly replayed: boolean
  readonly session: string
}

/** `GET /api/audit/sessions/{id}/receipts` */
export type SessionReceiptIds = { readonly session_id: string; readonly receipts: readonly string[] }
/** `GET /api/audit/sessions/{id}/tool-receipts?cursor=`; without a cursor it is the raw file, JSON Lines. */
export type SessionReceiptPage = CursorPage & { readonly receipts: readonly Receipt[] }
/** `POST /api/audit/sessions/{id}/link-issue` */
export type LinkIssueRequest = { readonly issue_id: string }
export type LinkIssueReply = {
  readonly session_id: string
  readonly issue_id: string
  readonly receipts: readonly string[]
  /** Inside the workspace. */
  readonly file: string
}

/** `GET /api/files?path=&from=&to=` */
export type FileView = {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly total_lines: number
  readonly lines: readonly string[]
  readonly bytes: number
  readonly sha256: string
}
