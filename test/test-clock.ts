import type { Clock } from '../src/core/index.ts'

export type TestClock = Clock & {
  readonly pass: (milliseconds: number) => void
  readonly setWall: (milliseconds: number) => void
  readonly restart: () => void
}

/** A clock that moves when it is told to: both hands together, or the one on the wall alone. */
export function testClock(start: number = Date.UTC(2026, 0, 1)): TestClock {
  let [wall, monotonic, boots] = [start, 1_000, 1]
  return {
    now: () => wall,
    monotonic: () => monotonic,
    get boot() {
      return `boot ${boots}`
    },
    pass(milliseconds) {
      wall += milliseconds
      monotonic += milliseconds
    },
    setWall(milliseconds) {
      wall = milliseconds
    },
    restart() {
      boots += 1
      monotonic = 0
    },
  }
}
