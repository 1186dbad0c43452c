import { type Clock, type Store, isGone, processSpace, thisProcess } from '../core/index.ts'

export type OpenTurnRow = { readonly session: string; readonly turn: string }

/** Which turns are under way in which process, so that somebody can close what a killed one left open. */
export interface OpenTurns {
  /** A turn has begun in this process. */
  enter(session: string, turn: string): Promise<void>
  leave(turn: string): Promise<void>
  /** Turns whose process is gone, each told to one asker only. */
  orphans(): Promise<readonly OpenTurnRow[]>
}

const TABLE = 'open_turns'
const MOST = 1_000
const LONGEST_MS = 24 * 60 * 60 * 1000

export function createOpenTurns({ store, clock }: { readonly store: Store; readonly clock: Clock }): OpenTurns {
  const here = thisProcess(clock, processSpace())
  return {
    async enter(session, turn) {
      await store.swap(TABLE, turn, { expect: 'any', next: { session, ...here }, ttlMs: LONGEST_MS })
    },
    async leave(turn) {
      await store.swap(TABLE, turn, { expect: 'any' })
    },
    async orphans() {
      const found: OpenTurnRow[] = []
      for (const { key, version, value } of await store.list(TABLE, { limit: MOST })) {
        const { session } = value
        if (typeof session !== 'string' || !isGone(value, here)) continue
        if (await store.swap(TABLE, key, { expect: version })) found.push({ session, turn: key })
      }
      return found
    },
  }
}
