import type { Json, JsonObject, Trust } from '../../core/index.ts'

export type Audited = {
  readonly at: Json
  readonly session: string
  readonly tool: Json
  readonly result: 'success' | 'error' | 'blocked' | 'replayed' | 'rejected'
  readonly trust: Trust
  /** Redacted arguments. */
  readonly inputs: Json
  readonly category?: string | null
  readonly approvedBy?: string | null
  readonly callId?: string | null
  readonly callerId?: string | null
  readonly exitCode?: number | null
  readonly phase?: string
  readonly receiptId?: Json
  readonly truncated?: boolean
}

/** With the names of seed 003, in the order of canonical JSON. */
export const auditLine = (audited: Audited): JsonObject => ({
  approved_by: audited.approvedBy ?? null,
  call: audited.inputs,
  call_id: audited.callId ?? null,
  caller_id: audited.callerId ?? null,
  error_category: audited.category ?? null,
  exit_code: audited.exitCode ?? null,
  phase: audited.phase ?? 'Executor',
  receipt_id: audited.receiptId ?? null,
  result: audited.result,
  session_id: audited.session,
  tool: audited.tool,
  trust: audited.trust,
  truncated: audited.truncated ?? false,
  ts: audited.at,
})
