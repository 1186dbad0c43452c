import type { Clock } from '../core/index.ts'

/** What the rate limit knows of past calls. It only reads; run-call records them. */
export interface RateWindow {
  /** Calls under this key after this moment of the monotonic clock. */
  count(key: string, sinceMs: number): number
  /** When the nth newest call under this key was made, the newest being 1. */
  nthNewest(key: string, n: number): number | undefined
}

export interface RecordingRateWindow extends RateWindow {
  record(key: string): void
}

export type RateWindowOptions = {
  /** What is older may be forgotten. */
  readonly lengthMs: number
  /** How many calls of one key are remembered; must be at least the limit that is to be kept. */
  readonly perKey: number
  readonly maxKeys?: number
}

const MAX_KEYS = 1_024
/**
 * Once there are too many keys, newcomers share this one: they are counted together, so too many rather than too few.
 */
const CROWD = 'everything else'

export function createRateWindow(
  clock: Clock,
  { lengthMs, perKey, maxKeys = MAX_KEYS }: RateWindowOptions,
): RecordingRateWindow {
  const calls = new Map<string, number[]>()
  const isCrowded = (): boolean => calls.size >= maxKeys || calls.has(CROWD)
  const timesOf = (key: string): readonly number[] => calls.get(key) ?? calls.get(CROWD) ?? []

  function placeFor(key: string, now: number): number[] {
    if (!calls.has(key) && isCrowded()) forget(now)
    const place = calls.has(key) || !isCrowded() ? key : CROWD
    const times = calls.get(place) ?? []
    calls.set(place, times)
    return times
  }

  function forget(now: number): void {
    for (const [key, times] of calls) if ((times.at(-1) ?? 0) <= now - lengthMs) calls.delete(key)
  }

  return {
    count(key, sinceMs) {
      const times = timesOf(key)
      return times.length - firstAfter(times, sinceMs)
    },
    nthNewest: (key, n) => timesOf(key).at(-n),
    record(key) {
      const now = clock.monotonic()
      const times = placeFor(key, now)
      times.push(now)
      // Cut in halves, so that a call costs the same however many are remembered.
      if (times.length >= 2 * perKey) times.splice(0, times.length - perKey)
    },
  }
}

function firstAfter(times: readonly number[], sinceMs: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) > sinceMs) high = middle
    else low = middle + 1
  }
  return low
}
