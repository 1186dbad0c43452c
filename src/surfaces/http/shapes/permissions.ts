import type { JsonObject } from '../../../core/index.ts'
import type { CursorPage } from './access.ts'

/** `GET /api/permissions?state=pending`, `GET /api/permissions/{id}` */
export type PermissionView = {
  readonly id: string
  /** `call`: may this one call run? `capability`: may tools of this kind be used at all? It is asked before the model speaks. */
  readonly kind: 'call' | 'capability'
  readonly state: 'pending' | 'approved' | 'denied' | 'expired'
  readonly session_id: string
  readonly turn_id: string | null
  /** Who asks. */
  readonly asked_by: { readonly model: string | null; readonly caller: string | null }
  /** A turn waits for the answer. If not, an approval holds for the same call when it is made again. */
  readonly held: boolean
  readonly tool: string
  readonly capability: string
  readonly risk: 'read' | 'write' | 'destroy'
  readonly risk_because: string
  /** What it would do, in words: "writes 12 lines to notes.md". */
  readonly summary: string
  /** Which rule asks. */
  readonly reason: string
  /** All of them, never cut; null for a capability. */
  readonly args: JsonObject | null
  readonly args_bytes: number
  /** What it would make of a text; null where it is no text, or the call is not held any more. */
  readonly change: ChangeView | null
  /** How a command would be confined, `off` if not at all; null for what is no command, or is not held any more. */
  readonly sandbox: string | null
  readonly definition_hash: string | null
  readonly requested_at: string
  readonly expires_at: string
  /** How often more time can still be had. */
  readonly extensions_left: number
  /** What may be answered, the narrowest first. `always` is absent for what deletes. */
  readonly choices: readonly PermissionChoice[]
}

export type ChangeView = {
  readonly path: string | null
  readonly added: number
  readonly removed: number
  /** With a few lines around each change; a line `…` stands for what is the same. */
  readonly lines: readonly { readonly sign: '+' | '-' | ' ' | '…'; readonly text: string }[]
}

export type PermissionChoice = {
  readonly for: 'once' | 'minutes' | 'session' | 'always'
  /** How long it holds, if nothing else is said; null: until it is revoked, or for one call. */
  readonly seconds: number | null
  /** What is covered, exactly as it will be saved. There may be several for `always`, the narrowest first. */
  readonly rule: string
  /** Where it is kept; null if it does not outlive this server. */
  readonly saved_in: string | null
}

export type PermissionList = { readonly permissions: readonly PermissionView[] }

/** `POST /api/permissions/{id}/decision`, scope `approve` */
export type PermissionDecision =
  | { readonly decision: 'allow'; readonly for?: 'once' | 'session' }
  /** `seconds`: 60 to 86,400; left out, what the choice says. */
  | { readonly decision: 'allow'; readonly for: 'minutes'; readonly seconds?: number }
  /** The words that were shown: what was not read is not saved. */
  | { readonly decision: 'allow'; readonly for: 'always'; readonly rule: string }
  /** The model is told the reason. */
  | { readonly decision: 'deny'; readonly reason?: string }

export type PermissionDecided = {
  readonly id: string
  readonly state: 'approved' | 'denied'
  readonly decided_by: 'console'
  /** What later calls may rest on. */
  readonly grant: GrantView | null
}

/** `POST /api/permissions/{id}/extend`, scope `approve` */
export type PermissionExtended = { readonly id: string; readonly expires_at: string; readonly extensions_left: number }

/** `POST /api/permissions/{id}/dry-run`: what it would change if it ran now. Nothing is done. */
export type PermissionDryRun = {
  readonly id: string
  readonly summary: string
  /** null: only running it would show. */
  readonly change: ChangeView | null
  readonly at: string
}

/** `GET /api/grants` */
export type GrantView = {
  readonly id: string
  readonly capability: string
  /** null: in every session. */
  readonly session_id: string | null
  readonly principal: string
  readonly paths: readonly string[]
  readonly source: string
  readonly purpose: string
  /** Changes run unasked under it; deleting is asked about all the same. */
  readonly confirms_writes: boolean
  /** The tool whose definition it holds for; null: every tool that needs this capability. */
  readonly tool: string | null
  readonly definition_hash: string | null
  readonly rule: string
  /** How many calls ran under it. */
  readonly used: number
  readonly issued_at: string
  readonly expires_at: string | null
}
export type GrantList = { readonly grants: readonly GrantView[] }

/** `GET /api/permissions/history`: as the log tells it, the newest first. */
export type PermissionHistory = CursorPage & { readonly rows: readonly PermissionHistoryRow[] }
export type PermissionHistoryRow = {
  readonly seq: number
  readonly at: string
  /** `APPROVAL_REQUESTED`, `APPROVAL_GRANTED`, `APPROVAL_DENIED`, `APPROVAL_EXTENDED`, `PERMISSION_GRANTED`, `PERMISSION_DENIED`, `PERMISSION_REVOKED`, `PERMISSION_USED` … */
  readonly event: string
  readonly session_id: string | null
  readonly tool: string | null
  readonly capability: string | null
  readonly decided_by: string | null
  readonly detail: JsonObject
}
