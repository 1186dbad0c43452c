import { type Clock, type Result, fail, succeed } from '../../core/index.ts'

/** A reply stored under an idempotency key. */
export type StoredReply = { readonly status: number; readonly type: string; readonly text: string }

type KeyedReply = { readonly print: string; readonly reply: Promise<StoredReply | undefined>; readonly at: number }

/** The same key and request get the stored reply, so the work is done once. */
export type Idempotency = {
  /** The stored reply; `undefined` the first time; a fault if the key was used for another request. */
  readonly begin: (key: string, print: string) => Promise<Result<StoredReply | undefined>>
  /** Undefined: there is no reply that could be repeated. */
  readonly end: (key: string, reply: StoredReply | undefined) => void
}

const KEEP_MS = 10 * 60_000
const MAX_KEPT = 1_000
const MAX_TEXT = 1_048_576

export function createIdempotency(clock: Clock): Idempotency {
  const kept = new Map<string, KeyedReply & { readonly settle: (reply: StoredReply | undefined) => void }>()
  return {
    async begin(key, print) {
      const now = clock.monotonic()
      const known = kept.get(key)
      if (known && now - known.at < KEEP_MS) {
        if (known.print !== print)
          return fail('idempotency_conflict', 'This Idempotency-Key was already used for another request.')
        const reply = await known.reply
        if (reply) return succeed(reply)
      }
      const { promise: reply, resolve: settle } = withResolvers<StoredReply | undefined>()
      kept.delete(key)
      kept.set(key, { print, reply, at: now, settle })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return succeed(undefined)
    },
    end(key, reply) {
      const small = reply && reply.text.length <= MAX_TEXT ? reply : undefined
      kept.get(key)?.settle(small)
      if (!small) kept.delete(key)
    },
  }
}

type Resolvers<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void }

function withResolvers<T>(): Resolvers<T> {
  const resolvers: ((value: T) => void)[] = []
  const promise = new Promise<T>(resolve => void resolvers.push(resolve))
  return { promise, resolve: value => resolvers.forEach(resolve => resolve(value)) }
}
