import type { ModelChunk, ModelEnd } from '../../core/index.ts'

/** Nothing yet; in the middle; the answer is complete and only figures may follow; nothing more is to come; no reply that can be read. */
export type ReplyStage = 'waiting' | 'started' | 'answered' | 'done' | 'broken'

export type ClosedReply = { readonly chunks: readonly ModelChunk[]; readonly end: ModelEnd }

/** Turns the bytes of one reply into chunks. Never throws, whatever the bytes. */
export interface ReplyReader {
  readonly stage: () => ReplyStage
  /** How many pieces were understood; comments and half lines are none. */
  readonly events: () => number
  /** What these bytes complete; the end is not among it. */
  readonly feed: (bytes: Uint8Array) => readonly ModelChunk[]
  /** No more bytes will come: what was held back until now, and the end. */
  readonly close: () => ClosedReply
}
