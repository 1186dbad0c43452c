/** Time is passed in, so that tests and replays decide what "now" is. */
export interface Clock {
  now(): number
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
