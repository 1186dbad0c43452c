const MOST_SECONDS = 64

// each with its time up to the point; what is noted lies close together, and a session's beginning is noted again and
// again
const seconds = new Map<number, string>()

/** The same as `new Date(milliseconds).toISOString()`, which takes every moment apart anew. Throws where that does. */
export function isoTime(milliseconds: number): string {
  const whole = Math.trunc(milliseconds)
  const second = Math.floor(whole / 1_000)
  const rest = whole - second * 1_000
  return `${seconds.get(second) ?? noteSecond(second, whole)}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}

function noteSecond(second: number, milliseconds: number): string {
  const untilPoint = new Date(milliseconds).toISOString().slice(0, -'000Z'.length)
  if (seconds.size >= MOST_SECONDS) seconds.clear()
  seconds.set(second, untilPoint)
  return untilPoint
}
