import type { Clock } from '../../../core/index.ts'

/** A token bucket for each name: a rate per second, with bursts of twice that. */
export type Rate = { readonly take: (name: string) => boolean }

type Bucket = { tokens: number; at: number }

const MAX_NAMES = 1_000

export function createRate({ clock, perSecond }: { readonly clock: Clock; readonly perSecond: () => number }): Rate {
  const buckets = new Map<string, Bucket>()
  return {
    take(name) {
      const now = clock.monotonic()
      const most = 2 * perSecond()
      const bucket = buckets.get(name) ?? { tokens: most, at: now }
      buckets.delete(name) // keeps the least recently used first
      buckets.set(name, bucket)
      const [oldest] = buckets.keys()
      if (buckets.size > MAX_NAMES && oldest !== undefined) buckets.delete(oldest)
      bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond())
      bucket.at = now
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
  }
}
