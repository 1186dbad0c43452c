import { setImmediate } from 'node:timers/promises'

/** Long work comes up for air: after so much of it, others get their turn and the signal is heard. */
export type Pace = {
  /** False when the work is to end. */
  readonly spend: (work: number) => boolean | Promise<boolean>
}

const WORK_BETWEEN = 256 * 1024 // characters; a few milliseconds

export function createPace(signal: AbortSignal): Pace {
  let spent = 0
  return {
    spend(work) {
      spent += work
      return spent < WORK_BETWEEN ? true : rest()
    },
  }

  async function rest(): Promise<boolean> {
    spent = 0
    await setImmediate()
    return !signal.aborted
  }
}
