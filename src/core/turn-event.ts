import type { EvidenceReport } from './evidence.ts'
import type { Json, JsonObject } from './json.ts'

/** What happened in a turn, in the words that programs outside read. Fields are in their spelling, too. */
export type Stage =
  | {
      readonly type: 'turn.started'
      readonly message: string
      readonly model: string
      /** W3C trace context of the request that set it off, where there was one. */
      readonly traceparent?: string
    }
  | {
      readonly type: 'router.completed'
      readonly output: JsonObject
      readonly decided_by: string
      readonly because: string
      /** The model that was asked; null if rules were enough. If it did not decide, its answer was of no use. */
      readonly model: string | null
    }
  | {
      readonly type: 'policy.decided'
      readonly allowed: readonly string[]
      readonly forbidden: readonly string[]
      readonly permissions: readonly string[]
      readonly withheld: readonly { readonly tool: string; readonly because: string }[]
    }
  | {
      /** `granted` also for a token that was there already. */
      readonly type: 'permission.requested' | 'permission.granted' | 'permission.denied'
      readonly capability: string
      readonly tool: string
      readonly decided_by: string | null
    }
  | { readonly type: 'context.compacted'; readonly method: string; readonly before: number; readonly after: number }
  | {
      readonly type: 'attempt.started'
      readonly attempt: number
      readonly step: number
      readonly purpose: Purpose
      readonly profile: string
      readonly model: string
      readonly provider: string
    }
  | { readonly type: 'attempt.output.delta'; readonly attempt: number; readonly text: string }
  | {
      /** The reply has arrived and was read; or the model failed, or the turn was stopped. */
      readonly type: 'attempt.completed' | 'attempt.failed'
      readonly attempt: number
      readonly outcome: AttemptOutcome
      /** Why it was rejected, or what failed. */
      readonly code: string | null
      readonly finish: string | null
      /** It was stopped because it had said enough. */
      readonly cut: boolean
      /** The model was not shown the whole prompt. */
      readonly prompt_cut: boolean
      readonly usage: JsonObject | null
      readonly duration_ms: number
    }
  | {
      readonly type: 'attempt.extracted'
      readonly attempt: number
      readonly requested: readonly string[]
      readonly dialect: string
      /** Calls of the reply that were read and do not run. */
      readonly not_run: readonly { readonly requested: string; readonly code: string; readonly message: string }[]
    }
  | { readonly type: 'attempt.fixed_up'; readonly attempt: number; readonly fixups: readonly string[] }
  | {
      readonly type: 'attempt.rejected'
      readonly attempt: number
      readonly layer: string
      readonly reason: string
      readonly message: string
      /** An unknown tool: the name that was asked for, and those that there are. */
      readonly requested: string | null
      readonly candidates: readonly string[]
      readonly raw_sha256: string
    }
  /** A correction was asked for; it is the next attempt. */
  | { readonly type: 'attempt.repaired'; readonly attempt: number; readonly repair: number; readonly limit: number }
  | {
      readonly type: 'attempt.accepted'
      readonly attempt: number
      readonly tool: string
      readonly args: JsonObject
      readonly dialect: string
      readonly fixups: readonly string[]
      readonly aliases: readonly string[]
    }
  | {
      readonly type: 'gate.decided'
      readonly call_id: string
      readonly tool: string
      readonly verdict: 'allow' | 'deny' | 'replay'
      /** The gate that ended it, or what let it pass. */
      readonly by: string
      readonly code: string | null
      /** What this very call could do. */
      readonly risk: string
      readonly grant_id: string | null
      readonly summary: string
      readonly override: JsonObject | null
    }
  | { readonly type: 'tool.started'; readonly call_id: string; readonly tool: string; readonly args: JsonObject }
  /** What a running tool prints, line by line. */
  | {
      readonly type: 'tool.output.delta'
      readonly call_id: string
      readonly tool: string
      readonly stream: 'stdout' | 'stderr'
      readonly text: string
    }
  /** The tool has taken back what it did to files. */
  | {
      readonly type: 'tool.rollback'
      readonly call_id: string
      readonly tool: string
      readonly restored: number
      readonly removed: number
      readonly code: string | null
    }
  | {
      readonly type: 'tool.completed' | 'tool.failed'
      readonly call_id: string
      readonly tool: string
      readonly args: JsonObject
      readonly text: string
      readonly data: Json
      readonly code: string | null
      readonly replayed: boolean
      readonly duration_ms: number
      readonly receipt_id: string | null
    }
  /** The call goes to the client, who runs it; what came of it is told with a later request. */
  | { readonly type: 'tool.handed_over'; readonly call_id: string; readonly tool: string; readonly args: JsonObject }
  | { readonly type: 'receipt.minted'; readonly receipt_id: string; readonly tool: string; readonly decided_by: string }
  /** A limit that only warns. */
  | { readonly type: 'budget.exceeded'; readonly budget: string; readonly limit: number }
  | { readonly type: 'budget.updated'; readonly budget: BudgetState }
  /**
   * What an answer cites was held against files and receipts; of one that is delivered it is told when the turn ends.
   */
  | ({
      readonly type: 'evidence.checked'
      readonly attempt: number
      readonly then: 'delivered' | 'corrected' | 'withheld'
    } & EvidenceReport)
  | { readonly type: 'message.delta'; readonly text: string }
  | { readonly type: 'message.completed'; readonly text: string }
  /** The model has had its say, or something has stopped it; what follows asks no model. */
  | { readonly type: 'turn.answered'; readonly text: string; readonly code: string | null }
  | { readonly type: 'posthook.completed'; readonly hook: string; readonly did: JsonObject }
  | { readonly type: 'turn.completed'; readonly text: string; readonly usage: JsonObject }
  | {
      readonly type: 'turn.stopped' | 'turn.failed'
      readonly code: string
      readonly message: string
      readonly usage: JsonObject
    }

/**
 * What the request asks for: a call or an answer, a decision after a result, an answer alone, the same again, or a
 * corrected answer.
 */
export type Purpose = 'reply' | 'decision' | 'answer' | 'repair' | 'second_reading' | 'correction'

/** What a reply turned out to be; `thought` is a call that held nothing but thoughts. */
export type AttemptOutcome = 'calls' | 'final' | 'answer' | 'rejected' | 'thought' | 'failed'

export type BudgetState = {
  readonly steps_used: number
  readonly steps_limit: number
  readonly bytes_used: number
  readonly bytes_limit: number
  readonly repairs_used: number
  readonly repairs_limit: number
  readonly round_trips: number
  readonly round_trips_limit: number
}

/** The one stream that records, telemetry, console and `--debug-routing` read. */
export type TurnEvent = {
  readonly v: 1
  readonly seq: number
  readonly ts: string
  readonly session_id: string
  readonly turn_id: string
  readonly run_id: string | null
  readonly step_id: string | null
  readonly agent_id: string
} & Stage

/** Must not throw: a failing reader of events may never stop a turn. */
export type EventReader = (event: TurnEvent) => void
