import type { KeptLease } from './keep-lease.ts'

/**
 * To take a lease and give it back are two transactions, more than all else that a conversation writes in a turn. So it is kept for a
 * moment, in which the next turn of this process may go on with it.
 */
export type KeptLeases = {
  /** What the turn before has left here, if it still holds. */
  readonly take: (key: string) => Promise<KeptLease | undefined>
  readonly keep: (key: string, lease: KeptLease) => void
  /** Gives back what is kept: somebody else waits for it. */
  readonly drop: (key: string) => Promise<void>
  /** Gives back all of it, and keeps nothing any more. */
  readonly close: () => Promise<void>
}

export const KEEP_MS = 5 // a program that goes on does so at once; a person does not notice it

type Idle = { readonly lease: KeptLease; readonly timer: NodeJS.Timeout; ending?: Promise<void> }

export function createKeptLeases(): KeptLeases {
  const idle = new Map<string, Idle>()
  let isClosed = false

  async function drop(key: string): Promise<void> {
    const kept = idle.get(key)
    if (!kept) return
    clearTimeout(kept.timer)
    kept.ending ??= kept.lease.release()
    await kept.ending
    if (idle.get(key) === kept) idle.delete(key)
  }
  return {
    drop,
    async take(key) {
      const kept = idle.get(key)
      if (!kept) return undefined
      if (kept.ending || !kept.lease.isHeld()) {
        await drop(key)
        return undefined
      }
      clearTimeout(kept.timer)
      idle.delete(key)
      return kept.lease
    },
    keep(key, lease) {
      idle.set(key, { lease, timer: setTimeout(() => void drop(key), isClosed ? 0 : KEEP_MS) })
    },
    async close() {
      isClosed = true
      await Promise.all([...idle.keys()].map(drop))
    },
  }
}
