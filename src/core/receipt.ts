import type { JsonObject } from './json.ts'

/** The proof of one call, with exactly the fields that other programs rely on. */
export type Receipt = {
  readonly receipt_id: string
  readonly session_id: string
  readonly conference_id: string | null
  readonly task_id: string | null
  readonly turn_id: string
  readonly agent_id: string
  readonly tool_id: string
  readonly inputs: JsonObject
  readonly outputs: ReceiptOutputs
  readonly file_refs: readonly FileRef[]
  readonly timestamp: string
  /** Its number in the log. */
  readonly seq: number
  /** How it was decided that this may happen: tty, console, rule, opened, flag, or the gate that refused. */
  readonly decided_by: string
  readonly key_id: string
  readonly signature: string
  readonly signature_alg: 'HMAC-SHA256'
}

export type ReceiptOutputs =
  | { readonly text: string; readonly truncated: false; readonly error?: JsonObject }
  | {
      readonly excerpt: string
      readonly sha256: string
      readonly full_size: number
      readonly truncated: true
      readonly error?: JsonObject
    }

export type FileRef = {
  readonly path: string
  readonly start_line: number | null
  readonly end_line: number | null
  /** Of the whole file, as it was. */
  readonly sha256: string
}
