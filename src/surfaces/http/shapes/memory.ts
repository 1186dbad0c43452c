import type { CursorPage } from './access.ts'

/** `unrated`: the person said "remember", or the model did not say how delicate it is. */
export type FactSensitivity = 'low' | 'unrated' | 'sensitive'

/** `GET /api/memory`, the newest first; `?q=` finds by words */
export type FactView = {
  readonly id: string
  readonly text: string
  readonly sensitivity: FactSensitivity
  readonly kinds: readonly string[]
  /** The person's own words, and their turn. */
  readonly said: { readonly text: string; readonly session_id: string; readonly turn_id: string }
  readonly receipt_id: string | null
  readonly created: string
  readonly used: number
  readonly last_used: string | null
  /** Ids of facts that differ only in the last word. */
  readonly contradicts: readonly string[]
  /** `user:…`: a person decided; `memory:…`: stored without asking; null: the log does not say. */
  readonly kept_by: string | null
}
export type FactViewPage = CursorPage & { readonly facts: readonly FactView[] }

/** `GET /api/memory/proposals` */
export type ProposalView = Omit<FactView, 'created' | 'used' | 'last_used' | 'contradicts' | 'kept_by'> & {
  readonly asked: string
}
export type ProposalList = { readonly proposals: readonly ProposalView[] }

/** `POST /api/memory/proposals/{id}/decision` */
export type ProposalDecision =
  | { readonly decision: 'store' | 'discard' }
  /** In these words of the person. */
  | { readonly decision: 'edit'; readonly text: string }
export type ProposalDecided = { readonly id: string; readonly fact: FactView | null }

/** `PATCH /api/memory/{id}` */
export type EditFact = { readonly text: string }

/** `GET /api/memory/manners`, and `PUT` with either or both, scope `approve` */
export type MemoryManners = {
  /** While paused, nothing is stored, proposed or recalled. */
  readonly paused: boolean
  /** Kinds of facts that are neither proposed nor stored. */
  readonly unasked: readonly string[]
}
