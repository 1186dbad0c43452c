import { type Clock, StorageFailure, type Store, newId } from '../core/index.ts'

/** Notes that somebody waits, so that a process with one turn after another lets others in between. */
export type TurnWaiters = {
  /** Does anybody wait through another gate? Only who had the turn a moment ago has to ask. */
  readonly areOthers: (key: string) => Promise<boolean>
  /** The turn was given back. */
  readonly left: (key: string) => void
  readonly mark: (key: string) => Promise<void>
  readonly unmark: (key: string) => Promise<void>
}

const TABLE = 'turn_waiters'
const MARK_MS = 2_000 // who has died waiting holds nobody up for longer
const LOOK_MS = 10 // a look costs as much as many a turn's own writing, and who waits looks far less often

/** When a turn was given back here, and when somebody looked whether others wait. */
type Lately = { readonly leftAt: number; lookedAt: number }

export function createTurnWaiters(store: Store, clock: Clock): TurnWaiters {
  const gate = newId('event')
  const marked = new Map<string, number>()
  const lately = new Map<string, Lately>() // the oldest first
  return {
    async areOthers(key) {
      const last = lately.get(key)
      const now = clock.monotonic()
      if (!last || now - last.leftAt > MARK_MS || now - last.lookedAt < LOOK_MS) return false
      last.lookedAt = now
      return ((await store.get(TABLE, key))?.value['gate'] ?? gate) !== gate
    },
    left(key) {
      const leftAt = clock.monotonic()
      const lookedAt = lately.get(key)?.lookedAt ?? Number.NEGATIVE_INFINITY
      lately.delete(key)
      lately.set(key, { leftAt, lookedAt })
      for (const [each, last] of lately) {
        if (leftAt - last.leftAt <= MARK_MS) break
        lately.delete(each)
      }
    },
    async mark(key) {
      const now = clock.monotonic()
      if (now - (marked.get(key) ?? Number.NEGATIVE_INFINITY) < MARK_MS / 2) return
      marked.set(key, now)
      await store.swap(TABLE, key, { expect: 'any', next: { gate }, ttlMs: MARK_MS })
    },
    async unmark(key) {
      if (!marked.delete(key)) return
      try {
        await store.swap(TABLE, key, { expect: 'any' })
      } catch (thrown) {
        if (!(thrown instanceof StorageFailure)) throw thrown // the note ends by itself
      }
    },
  }
}
