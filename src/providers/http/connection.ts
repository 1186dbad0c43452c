import type { Clock } from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ProviderValues } from '../settings.ts'
import type { SendRequest } from './http-client.ts'

/** How to talk to one model on one server. */
export type ServerConnection = {
  readonly endpoint: Endpoint
  readonly send: SendRequest
  readonly clock: Clock
  readonly limits: ServerLimits
  /** Between 0 and 1. */
  readonly random: () => number
}

/** Times in milliseconds. */
export type ServerLimits = {
  readonly connectMs: number
  readonly firstMs: number
  readonly idleMs: number
  readonly wholeMs: number
  readonly maxReplyBytes: number
  readonly maxAttempts: number
  readonly baseMs: number
  readonly maxMs: number
  readonly budgetMs: number
}

export const serverLimits = (settings: ProviderValues): ServerLimits => ({
  connectMs: settings.connect_secs * 1_000,
  firstMs: settings.first_chunk_secs * 1_000,
  idleMs: settings.idle_secs * 1_000,
  wholeMs: settings.whole_secs * 1_000,
  maxReplyBytes: settings.max_reply_bytes,
  maxAttempts: settings.max_attempts,
  baseMs: settings.retry_base_ms,
  maxMs: settings.retry_max_ms,
  budgetMs: settings.retry_budget_secs * 1_000,
})
