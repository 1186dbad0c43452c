import type { Json, JsonObject, Trust } from '../../core/index.ts'

export type Audited = {
  readonly at: Json
  readonly session: string
  readonly tool: Json
  readonly result: 'success' | 'error' | 'blocked' | 'replayed' | 'rejected' | 'rollback'
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
  /** What the gates said. */
  readonly notes?: JsonObject
}

/** With the names of seed 003, in the order of canonical JSON, and behind them what the gates said, which can rewrite none of them. */
export function auditLine(audited: Audited): JsonObject {
  const line: Record<string, Json> = {
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
  }
  for (const [name, value] of Object.entries(audited.notes ?? {})) if (!Object.hasOwn(line, name)) line[name] = value
  return line
}
