import type { EvidenceKind, EvidenceReport, JsonObject, TurnEvent } from '../../../core/index.ts'
import type { ApprovalHandling, CursorPage } from './access.ts'
import type { AttemptView } from './attempts.ts'
import type { PermissionView } from './permissions.ts'
import type { ReceiptRow } from './records.ts'

/** `GET /api/sessions` (page), `POST /api/sessions` (one) */
export type SessionRow = {
  readonly id: string
  /** The first words of the first message; empty as long as there is none. */
  readonly title: string
  readonly created: string
  readonly updated: string
  readonly turns: number
  readonly model: string | null
  readonly agent: string
  /** The running turn. */
  readonly running: string | null
  /** Approval requests that wait for a person. */
  readonly waiting: number
}
export type SessionPage = CursorPage & { readonly sessions: readonly SessionRow[] }

export type NewSession = { readonly model?: string; readonly session_id?: string }

/** `GET /api/sessions/{id}`: the newest turns, the oldest of them first; `next_cursor` leads to older ones. */
export type SessionView = CursorPage & {
  readonly session: SessionRow
  readonly turns: readonly TurnView[]
  /** Open the stream with this as `Last-Event-ID`: nothing is missed or repeated. */
  readonly last_event_id: number
  readonly status: StatusView
  readonly permissions: readonly PermissionView[]
}

/**
 * A turn: its messages and events. Finished turns have no `attempt.output.delta`, `tool.output.delta` and
 * `message.delta`.
 */
export type TurnView = {
  readonly id: string
  readonly state: 'running' | 'done'
  /** Empty for a turn of another surface, such as the command line, or one whose events have expired. */
  readonly events: readonly SessionEvent[]
  readonly messages: readonly MessageView[]
}

export type MessageView =
  | { readonly role: 'user' | 'assistant'; readonly text: string; readonly turn_id: string }
  | {
      readonly role: 'call'
      readonly turn_id: string
      readonly tool: string
      readonly args: JsonObject
      /** The beginning of the result. */
      readonly text: string
      readonly ok: boolean
      readonly receipt_id: string | null
    }

export type StatusView = {
  readonly model: string | null
  readonly provider: string | null
  readonly profile: string | null
  readonly context: {
    /** Estimated size of the conversation, without rules, tools and the next message. */
    readonly tokens: number
    readonly limit: number | null
    readonly messages: number
    readonly turns: number
    /** How summaries came about: `Triggered`, `Manual`, `Autonomous`. */
    readonly summaries: readonly string[]
  }
  readonly limits: {
    readonly steps: number
    readonly bytes_per_step: number
    readonly bytes_per_turn: number
    readonly repairs: number
    /** Time limits: first piece of a reply, whole reply, and one attempt of a tool without a limit of its own. */
    readonly first_piece_secs: number
    readonly reply_secs: number
    readonly tool_secs: number
  }
  readonly grants: readonly {
    readonly id: string
    readonly capability: string
    readonly decided_by: string
    readonly always: boolean
    readonly confirms_writes: boolean
    readonly seconds_left: number | null
  }[]
  readonly trust: string
}

/** `POST /api/ai/chat` */
export type ChatTurnRequest = {
  readonly message: string
  /** Left out: a new one. */
  readonly session_id?: string
  /** Left out: the chosen one. */
  readonly model?: string
  readonly profile?: 'strict' | 'lenient' | 'run' | 'native'
  readonly toolPolicy?: { readonly allowedTools?: readonly string[]; readonly requireTool?: boolean }
  readonly skipTools?: boolean
  /** What the message is about, if the caller knows. */
  readonly intent?: string
  readonly agent?: string
  /** The answer owes an Evidence line of this kind. */
  readonly evidence?: EvidenceKind
  /** The conference of the turn; failures are counted for it and the agent. */
  readonly conference_id?: string
  readonly approval?: ApprovalHandling
  /** Capabilities for this turn; needs the scope `approve`. */
  readonly allow?: readonly string[]
  /** `false`: replies with `ChatStarted` at once; the session's events report the rest. */
  readonly wait?: boolean
}
export type ChatReply = {
  readonly text: string
  readonly stopped: { readonly code: string; readonly status?: string; readonly message: string } | null
  readonly receipts: readonly string[]
  readonly evidence: EvidenceView | null
  readonly usage: {
    readonly inputTokens: number
    readonly outputTokens: number
    readonly reasoningTokens?: number
    readonly cachedTokens?: number
    readonly requests: number
  }
  readonly session: string
  readonly turn: string
}
/** Status 202. */
export type ChatStarted = { readonly session: string; readonly turn: string; readonly last_event_id: number }

/** What was checked of an answer, what was not, and what ran in its turn. */
export type EvidenceView = EvidenceReport

/** `POST /api/sessions/{id}/stop` */
export type StopReply = { readonly stopped: readonly string[] }

/** `GET /api/sessions/{id}/turns/{turn}`: everything about a turn. */
export type TurnDetail = {
  readonly turn: TurnView
  readonly attempts: readonly AttemptView[]
  readonly receipts: readonly ReceiptRow[]
}

/** `GET /api/sessions/{id}/events`: the name of the SSE event is `type`, its `id:` is `id`. */
export type SessionEvent = { readonly id: number } & (TurnEvent | ServerEvent)

/** Events that the server adds to those of a turn. */
export type ServerEvent = {
  readonly v: 1
  readonly ts: string
  readonly session_id: string
  readonly turn_id: string | null
} & (
  | { readonly type: 'permission.pending'; readonly permission: PermissionView }
  | {
      readonly type: 'permission.decided'
      readonly permission_id: string
      readonly state: 'approved' | 'denied' | 'expired' | 'withdrawn'
      readonly decided_by: string | null
      readonly for: string | null
    }
  | {
      readonly type: 'permission.extended'
      readonly permission_id: string
      readonly expires_at: string
      readonly extensions_left: number
    }
  | { readonly type: 'session.cleared' }
  | { readonly type: 'session.compacted'; readonly before: number; readonly after: number }
)

/** `GET /api/events`: workspace-wide and not resumable. `hello` comes first; read the lists again after it. */
export type WorkspaceEvent = { readonly v: 1; readonly ts: string } & (
  | { readonly type: 'hello'; readonly pending: number; readonly running: readonly string[]; readonly started: string }
  | { readonly type: 'turn.started'; readonly session_id: string; readonly turn_id: string }
  | { readonly type: 'turn.ended'; readonly session_id: string; readonly turn_id: string; readonly code: string | null }
  | { readonly type: 'permission.pending'; readonly permission: PermissionView }
  | {
      readonly type: 'permission.decided'
      readonly permission_id: string
      readonly state: string
      readonly session_id: string
    }
  | {
      readonly type: 'permission.extended'
      readonly permission_id: string
      readonly expires_at: string
      readonly extensions_left: number
    }
  | { readonly type: 'grants.changed' }
  | { readonly type: 'memory.changed' }
  | { readonly type: 'settings.changed'; readonly key: string }
  | { readonly type: 'model.chosen'; readonly spec: string }
  | { readonly type: 'server.stopping' }
)
