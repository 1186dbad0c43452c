import { type Clock, type Result, StorageFailure, type Store, fail, sha256, succeed } from '../core/index.ts'
import { processSpace } from './dead-process.ts'
import type { KeptLease, TurnLease } from './keep-lease.ts'
import { KEEP_MS, type KeptLeases, createKeptLeases } from './kept-leases.ts'
import { type LeaseOptions, findHolder, tryLease } from './turn-lease.ts'
import { type Patience, createTurnQueue } from './turn-queue.ts'
import { type TurnWaiters, createTurnWaiters } from './turn-waiters.ts'

export type EnterOptions = {
  readonly signal: AbortSignal
  /** Left out: until it is free, or the signal aborts. */
  readonly waitMs?: number
  readonly who: string
}

/** One turn per agent at a time (LOOP-12), over all processes that use the store; a dead process loses its lease. */
export interface TurnGate {
  enter(key: string, options: EnterOptions): Promise<Result<TurnLease>>
  /** Gives back what is kept for a next turn; to be called before the store is closed. */
  close(): Promise<void>
}
export type TurnGateOptions = { readonly store: Store; readonly clock: Clock; readonly leaseMs?: number }

const LEASE_MS = 15_000
const POLL_MS = 50 // nobody who waits for a model sees the difference
const GIVE_WAY_MS = 3 * POLL_MS // long enough for those who poll to see that it is free
const GRACE_MS = 5 * KEEP_MS // so long everybody waits at least: the turn may be over, and its lease only kept
const MAX_KEY = 256

export function createTurnGate({ store, clock, leaseMs = LEASE_MS }: TurnGateOptions): TurnGate {
  const queue = createTurnQueue()
  const waiters = createTurnWaiters(store, clock)
  const kept = createKeptLeases()
  const options = { store, clock, leaseMs, waiters, kept, space: processSpace() }

  async function takeTurn(key: string, wish: Wish): Promise<TurnLease | undefined> {
    if (wish.signal.aborted || !(await queue.take(key, wish.patience))) return undefined
    let lease: KeptLease | undefined
    try {
      lease = await waitForLease(options, key, wish)
    } finally {
      if (!lease) queue.pass(key)
    }
    return (
      lease &&
      heldBy(lease, async () => {
        waiters.left(key)
        if (lease.isHeld()) kept.keep(key, lease)
        queue.pass(key)
      })
    )
  }
  return {
    close: kept.close,
    async enter(name, { signal, waitMs, who }) {
      const key = name.length <= MAX_KEY && name.isWellFormed() ? name : sha256(name)
      const { patience, end } = createPatience(signal, waitMs)
      try {
        const lease = await takeTurn(key, { signal, patience, who })
        return lease ? succeed(lease) : await refusal(store, key, signal)
      } catch (thrown) {
        if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
        throw thrown
      } finally {
        end()
      }
    },
  }
}

type Wish = { readonly signal: AbortSignal; readonly patience: Patience; readonly who: string }

/** Aborts with the signal, or when the time is over. It begins with the first who has to wait, and most turns never do. */
function createPatience(
  signal: AbortSignal,
  waitMs: number | undefined,
): { readonly patience: Patience; readonly end: () => void } {
  let controller: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => controller?.abort()
  const begin = (): AbortController => {
    const own = new AbortController()
    if (signal.aborted) own.abort()
    signal.addEventListener('abort', stop, { once: true })
    if (waitMs !== undefined) timer = setTimeout(stop, Math.max(waitMs, GRACE_MS))
    return own
  }
  const end = (): void => {
    clearTimeout(timer)
    if (controller) signal.removeEventListener('abort', stop)
  }
  return { patience: () => (controller ??= begin()).signal, end }
}

type Waiting = LeaseOptions & { readonly waiters: TurnWaiters; readonly kept: KeptLeases }

async function waitForLease(
  options: Waiting,
  key: string,
  { signal, patience, who }: Wish,
): Promise<KeptLease | undefined> {
  const { waiters, kept } = options
  if (await waiters.areOthers(key)) {
    await kept.drop(key)
    await pause(GIVE_WAY_MS, patience())
  }
  const own = signal.aborted ? undefined : await kept.take(key)
  if (own) {
    own.hand(who)
    return own
  }
  for (let isLikelyFree = true; ; isLikelyFree = false) {
    const lease = await tryLease(options, { key, who, isLikelyFree })
    if (lease && !signal.aborted) {
      await waiters.unmark(key)
      return lease
    }
    await lease?.release()
    if (patience().aborted) return undefined
    await waiters.mark(key)
    await pause(POLL_MS, patience())
  }
}

/** Someone waits for it, so the timer keeps the process alive. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(wake, milliseconds)
    signal.addEventListener('abort', wake, { once: true })
    function wake(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
  })
}

/** Leaving is heard once: the next turn of this process begins only after it. */
function heldBy(lease: KeptLease, pass: () => Promise<void>): TurnLease {
  let left = false
  return {
    lost: lease.lost(),
    async leave() {
      if (left) return
      left = true
      await pass()
    },
  }
}

async function refusal(store: Store, key: string, signal: AbortSignal): Promise<Result<never>> {
  if (signal.aborted) return fail('tool_cancelled', 'Cancelled while it waited for its turn.')
  const holder = await findHolder(store, key)
  if (!holder) return fail('turn_busy', 'Another turn was under way until just now. Ask again.')
  const { who, since } = holder
  return fail(
    'turn_busy',
    `Another turn is under way: ${who}, since ${since}. Wait until it has ended, and ask again.`,
    { who, since },
  )
}
