import type { Change } from '../core/index.ts'
import { writeJson } from './stored-json.ts'

/** An entry as it is entry, alive or not. */
export type StoredEntry = {
  readonly version: number
  /** Undefined once it was removed. */
  readonly text: string | undefined
  /** From this time on it counts as absent; for a removed one, when that happened. */
  readonly endsAt: number | undefined
}
export type LiveEntry = StoredEntry & { readonly text: string }

/** A change whose value is text already, so that whoever gave it cannot change it any more. */
export type ProposedSwap = {
  readonly expect: Change['expect']
  readonly text: string | undefined
  readonly ttlMs: number | undefined
}

export type SwapDecision =
  | { readonly kind: 'refused' }
  | { readonly kind: 'nothing to do' }
  | { readonly kind: 'write'; readonly entry: StoredEntry }

/** How long a key goes on counting after it ended: far longer than anyone remembers a version. */
export const REMEMBERED_MS: number = 7 * 24 * 60 * 60 * 1_000
/** One swap in so many looks for what has ended, so that it costs the others nothing. */
export const SWAPS_BETWEEN_SWEEPS = 256

export const isLive = (entry: StoredEntry | undefined, now: number): entry is LiveEntry =>
  entry?.text !== undefined && (entry.endsAt === undefined || entry.endsAt > now)

export function proposeSwap({ expect, next, ttlMs }: Change): ProposedSwap {
  if (ttlMs !== undefined && !(ttlMs >= 0)) throw new RangeError(`ttlMs must be a number from 0, got ${ttlMs}.`)
  return { expect, text: next === undefined ? undefined : writeJson(next), ttlMs }
}

/** The one meaning of `swap`, for every driver. */
export function decideSwap(
  entry: StoredEntry | undefined,
  { expect, text, ttlMs }: ProposedSwap,
  now: number,
): SwapDecision {
  const live = isLive(entry, now)
  if (expect === 'absent' ? live : expect !== 'any' && !(live && entry.version === expect)) return { kind: 'refused' }
  if (text === undefined && !live) return { kind: 'nothing to do' }
  const endsAt = text === undefined ? now : ttlMs === undefined ? undefined : now + ttlMs
  return { kind: 'write', entry: { version: (entry?.version ?? 0) + 1, text, endsAt } }
}
