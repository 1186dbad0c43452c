import {
  type Clock,
  type Result,
  StorageFailure,
  type Store,
  fail,
  findWhenChanged,
  sha256,
  succeed,
} from '../core/index.ts'
import { type LeaseOptions, type TurnLease, findHolder, takeLease } from './turn-lease.ts'

export type EnterOptions = {
  readonly signal: AbortSignal
  /** Left out: until it is free, or the signal aborts. */
  readonly waitMs?: number
  readonly who: string
}

/** One turn per agent at a time (LOOP-12), over all processes that use the store; a dead process loses its lease. */
export interface TurnGate {
  enter(key: string, options: EnterOptions): Promise<Result<TurnLease>>
}
export type TurnGateOptions = { readonly store: Store; readonly clock: Clock; readonly leaseMs?: number }

const LEASE_MS = 15_000
const ALIVE_MS = 1_000
const MAX_KEY = 256

/** Who waits in this process goes first come, first served; only the first of them asks the store for the lease. */
export function createTurnGate({ store, clock, leaseMs = LEASE_MS }: TurnGateOptions): TurnGate {
  const queue = createTurnQueue()

  async function takeTurn(key: string, request: LeaseRequest): Promise<TurnLease | undefined> {
    if (request.signal.aborted || !(await queue.take(key, request.patience))) return undefined
    let lease: TurnLease | undefined
    try {
      lease = await waitForLease({ store, clock, leaseMs }, key, request)
    } finally {
      if (!lease) queue.pass(key)
    }
    return lease && leftOnce(lease, () => queue.pass(key))
  }
  return {
    async enter(name, { signal, waitMs, who }) {
      const key = name.length <= MAX_KEY && name.isWellFormed() ? name : sha256(name)
      const patience = createPatience(signal, waitMs)
      try {
        const lease = await takeTurn(key, { signal, patience: patience.signal, who })
        return lease ? succeed(lease) : await refusal(store, key, signal)
      } catch (thrown) {
        if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
        throw thrown
      } finally {
        patience.end()
      }
    },
  }
}

type Patience = { readonly signal: AbortSignal; readonly end: () => void }

/** Aborts with the given signal, or when the time is over. */
function createPatience(signal: AbortSignal, waitMs: number | undefined): Patience {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const timer = waitMs === undefined ? undefined : setTimeout(stop, waitMs)
  signal.addEventListener('abort', stop, { once: true })
  const end = (): void => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
  return { signal: controller.signal, end }
}

/** A turn that waits for the lease. */
type LeaseRequest = { readonly signal: AbortSignal; readonly patience: AbortSignal; readonly who: string }

/** A killed process tells nobody, so whoever waits for it looks at times whether it still lives. */
const waitForLease = (
  options: LeaseOptions,
  key: string,
  { signal, patience, who }: LeaseRequest,
): Promise<TurnLease | undefined> =>
  findWhenChanged(options.store, {
    async look() {
      const lease = await takeLease(options, key, who)
      if (lease && signal.aborted) await lease.leave()
      return signal.aborted ? undefined : lease
    },
    signal: patience,
    atLatestMs: () => ALIVE_MS,
  })

/** The turn can leave only once: the next turn of this process begins after the lease is given back. */
function leftOnce(lease: TurnLease, pass: () => void): TurnLease {
  let leaving: Promise<void> | undefined
  return { lost: lease.lost, leave: () => (leaving ??= lease.leave().finally(pass)) }
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

/** Who waits in this process: one at a time for each key, in the order in which they came. */
type TurnQueue = {
  /** True when it is one's turn; false when the signal was faster. */
  readonly take: (key: string, signal: AbortSignal) => Promise<boolean>
  readonly pass: (key: string) => void
}

function createTurnQueue(): TurnQueue {
  const waiting = new Map<string, (() => void)[]>()
  return {
    async take(key, signal) {
      const others = waiting.get(key)
      if (others === undefined) {
        waiting.set(key, [])
        return true
      }
      if (signal.aborted) return false
      return new Promise(resolve => {
        const begin = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(true)
        }
        const giveUp = (): void => {
          others.splice(others.indexOf(begin), 1)
          resolve(false)
        }
        others.push(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    pass(key) {
      const next = waiting.get(key)?.shift()
      if (next) next()
      else waiting.delete(key)
    },
  }
}
