import { readFileSync } from 'node:fs'

/** Time is passed in, so that tests and replays decide what "now" is. Both in milliseconds. */
export interface Clock {
  now(): number
  /** Never goes back while the machine is up, whatever anyone does to the clock on the wall. */
  monotonic(): number
  /** Which start of the machine `monotonic` counts from; readings of two processes compare only if it is the same. */
  readonly boot: string
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
  boot: bootId(),
}

/** Never goes back, nor below `floor`: what has expired stays expired when the system clock is set back. */
export function neverBack(clock: Clock, floor: () => number = () => 0): Clock {
  let latest = 0
  return {
    get boot() {
      return clock.boot
    },
    monotonic: () => clock.monotonic(),
    now: () => (latest = Math.max(latest, clock.now(), floor())),
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `process-${process.pid}-${Date.now()}`
  }
}

/** A moment as the records write it: UTC, ISO 8601. Throws a RangeError for what is no time. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
