import type { Json, JsonObject, Trust } from '../../core/index.ts'

/** With the names of seed 003; what is left out has nothing to say. */
type AuditLine = {
  readonly ts: string
  readonly session_id: string
  readonly tool: Json
  readonly trust: Trust
  readonly result: 'success' | 'error' | 'blocked' | 'replayed' | 'rejected' | 'rollback'
  /** Redacted arguments. */
  readonly call: Json
} & JsonObject

const UNSAID = {
  approved_by: null,
  call_id: null,
  caller_id: null,
  error_category: null,
  exit_code: null,
  phase: 'Executor',
  receipt_id: null,
  truncated: false,
} as const

/** What the gates said stands in the line, too, and can rewrite none of it. */
export const auditLine = (line: AuditLine, notes: JsonObject = {}): JsonObject => ({ ...notes, ...UNSAID, ...line })
