import type { JsonObject } from '../../../core/index.ts'
import type { CursorPage } from './access.ts'

/** `GET /api/permissions?state=pending`, `GET /api/permissions/{id}` */
export type PermissionView = {
  readonly id: string
  /** `call`: may this one call run? `capability`: may tools with this capability be used? */
  readonly kind: 'call' | 'capability'
  readonly state: 'pending' | 'approved' | 'denied' | 'expired'
  readonly session_id: string
  readonly turn_id: string | null
  /** Who asks. */
  readonly asked_by: { readonly model: string | null; readonly caller: string | null }
  /** True if a turn waits for the answer. Otherwise an approval covers the same call when it is made again. */
  readonly held: boolean
  readonly tool: string
  readonly capability: string
  readonly risk: 'read' | 'write' | 'destroy'
  readonly risk_because: string
  /** What the call does: "writes 12 lines to notes.md". */
  readonly summary: string
  /** Which rule asks. */
  readonly reason: string
  /** All of them, never cut; null for a capability. */
  readonly args: JsonObject | null
  readonly args_bytes: number
  /** The text change it would make; null if it changes no text or no turn waits any more. */
  readonly change: ChangeView | null
  /** The sandbox of a command, `off` for none; null for other tools, or if no turn waits any more. */
  readonly sandbox: string | null
  readonly definition_hash: string | null
  readonly requested_at: string
  readonly expires_at: string
  /** How many extensions are left. */
  readonly extensions_left: number
  /** Possible approvals, the narrowest first. Deletions have no `always`. */
  readonly choices: readonly PermissionChoice[]
}

export type ChangeView = {
  readonly path: string | null
  readonly added: number
  readonly removed: number
  /** With some context; a line `…` replaces unchanged lines. */
  readonly lines: readonly { readonly sign: '+' | '-' | ' ' | '…'; readonly text: string }[]
}

export type PermissionChoice = {
  readonly for: 'once' | 'minutes' | 'session' | 'always'
  /** The default duration; null: until revoked, or for one call. */
  readonly seconds: number | null
  /** What it covers, exactly as it will be saved. `always` may have several, the narrowest first. */
  readonly rule: string
  /** Where it is stored; null if it does not outlive the server. */
  readonly saved_in: string | null
}

export type PermissionList = { readonly permissions: readonly PermissionView[] }

/** `POST /api/permissions/{id}/decision`, scope `approve` */
export type PermissionDecision =
  | { readonly decision: 'allow'; readonly for?: 'once' | 'session' }
  /** `seconds`: 60 to 86,400; the default is that of the choice. */
  | { readonly decision: 'allow'; readonly for: 'minutes'; readonly seconds?: number }
  /** The rule exactly as shown: a rule that nobody read is not saved. */
  | { readonly decision: 'allow'; readonly for: 'always'; readonly rule: string }
  /** The model reads the reason. */
  | { readonly decision: 'deny'; readonly reason?: string }

export type PermissionDecided = {
  readonly id: string
  readonly state: 'approved' | 'denied'
  readonly decided_by: 'console'
  /** The grant for later calls, if any. */
  readonly grant: GrantView | null
}

/** `POST /api/permissions/{id}/extend`, scope `approve` */
export type PermissionExtended = { readonly id: string; readonly expires_at: string; readonly extensions_left: number }

/** `POST /api/permissions/{id}/dry-run`: what the call would change now. Nothing runs. */
export type PermissionDryRun = {
  readonly id: string
  readonly summary: string
  /** null: only running it would show the change. */
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
  /** Changes run without asking under it; deletions still ask. */
  readonly confirms_writes: boolean
  /** The tool it is bound to; null: every tool with this capability. */
  readonly tool: string | null
  readonly definition_hash: string | null
  readonly rule: string
  /** How many calls ran under it. */
  readonly used: number
  readonly issued_at: string
  readonly expires_at: string | null
}
export type GrantList = { readonly grants: readonly GrantView[] }

/** `GET /api/permissions/history`: from the log, newest first. */
export type PermissionHistory = CursorPage & { readonly rows: readonly PermissionHistoryRow[] }
export type PermissionHistoryRow = {
  readonly seq: number
  readonly at: string
  /**
   * `APPROVAL_REQUESTED`, `APPROVAL_GRANTED`, `APPROVAL_DENIED`, `APPROVAL_EXTENDED`, `PERMISSION_GRANTED`,
   * `PERMISSION_USED` …
   */
  readonly event: string
  readonly session_id: string | null
  readonly tool: string | null
  readonly capability: string | null
  readonly decided_by: string | null
  readonly detail: JsonObject
}
