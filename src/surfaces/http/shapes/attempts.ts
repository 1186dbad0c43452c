import type { JsonObject } from '../../../core/index.ts'
import type { CursorPage } from './access.ts'

/** `GET /api/attempts`, `GET /api/attempts/{id}`: one reply of a model and how it was read. */
export type AttemptView = {
  /** `att_` and its line in the log. */
  readonly id: string
  readonly at: string
  readonly session_id: string
  readonly turn_id: string | null
  /** Its number in the turn. */
  readonly attempt: number | null
  readonly purpose: string | null
  readonly model: string | null
  readonly provider: string | null
  readonly profile: string | null
  /**
   * The reply's kind (`calls`, `answer`, `rejected` …) or the call's result (`success`, `error`, `blocked`,
   * `replayed`).
   */
  readonly outcome: string
  readonly tool: string | null
  readonly requested: string | null
  /** The reply as written, without its reasoning. */
  readonly raw_output: string
  readonly raw_sha256: string | null
  /** Which parts of `raw_output` are the call, as offsets in UTF-16; empty if none was found. */
  readonly slices: readonly { readonly start: number; readonly end: number }[]
  /** The calls as read, before they were checked. */
  readonly extracted: readonly { readonly name: string; readonly args: JsonObject; readonly dialect: string }[]
  readonly dialect: string | null
  /** The repairs in order, and what each means. */
  readonly fixups: readonly { readonly name: string; readonly says: string }[]
  readonly aliases: readonly string[]
  /** From the first layer to the last; the first that failed is the reason. */
  readonly validation: readonly AttemptLayer[]
  readonly first_failure: string | null
  readonly detail: string | null
  readonly repairs: number | null
  readonly duration_ms: number | null
  readonly usage: JsonObject | null
  /** The server cut the front of the prompt off. */
  readonly prompt_cut: boolean
  readonly gate: string | null
  readonly receipt_id: string | null
  readonly prompts: readonly string[]
  readonly label: AttemptLabel | null
}
export type AttemptLayer = {
  readonly layer: 'extract' | 'parse' | 'envelope' | 'tool' | 'nonce' | 'args'
  readonly state: 'ok' | 'failed' | 'not_reached' | 'not_needed'
  readonly says: string
}
export type AttemptPage = CursorPage & { readonly attempts: readonly AttemptView[] }

/** `POST /api/attempts/{id}/label`: a valid call need not be the right one; a person may say so. */
export type AttemptLabel = 'right' | 'wrong'
export type LabelRequest = { readonly label: AttemptLabel }

/** `GET /api/attempts/stats`: what `countersign stats --json` prints. */
export type AttemptStats = { readonly since: string | null; readonly models: readonly ModelStats[] }
export type ShareView = {
  readonly n: number
  readonly share: number | null
  readonly interval: readonly [number, number]
}
export type ModelStats = {
  readonly model: string
  readonly provider: string
  readonly profile: string
  /** Only with `split=tool`; empty for calls in which no tool was named. */
  readonly tool?: string
  /** Only with `split=day`, in UTC. */
  readonly day?: string
  readonly attempts: number
  readonly first_try: ShareView
  readonly after_fixup: ShareView
  readonly after_repair: ShareView
  readonly rejected: ShareView
  readonly first_failures: { readonly [code: string]: number }
  readonly mean_repairs: number | null
  readonly mean_ms: number | null
  /** Mean cost of a correction; tokens are null if no server reported them. */
  readonly repair_ms: number | null
  readonly repair_tokens: number | null
  readonly answers: number
  readonly empty: number
  /** Fewer than 30. */
  readonly too_few: boolean
}
