import { setTimeout as sleep } from 'node:timers/promises'
import { StorageBusy } from '../core/index.ts'
import { isBusy } from './failure-words.ts'

export type BusyLimit = {
  readonly file: string
  readonly giveUpMs: number
  readonly whenBusy: () => void
}

export const DEFAULT_GIVE_UP_MS = 30_000
/** No wait is longer, so a lock that stays free for this long is found free by everyone who waits. */
export const LONGEST_WAIT_MS = 4
const SHORTEST_WAIT_MS = 1

/** Tries until nobody else holds the lock. It waits with timers, because SQLite's own wait would stop this process. */
export async function retryWhileBusy<T>(attempt: () => T, { file, giveUpMs, whenBusy }: BusyLimit): Promise<T> {
  // What was slept is added up instead of asking a clock: the clock of a test may stand still.
  for (let waited = 0; ;) {
    try {
      return attempt()
    } catch (thrown) {
      if (!isBusy(thrown)) throw thrown
      if (waited >= giveUpMs) throw stillBusy(file, giveUpMs)
    }
    whenBusy()
    // Random, so that processes which began to wait together do not stay in step.
    const wait = SHORTEST_WAIT_MS + Math.random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS)
    await sleep(wait)
    waited += wait
  }
}

export const stillBusy = (file: string, giveUpMs: number): StorageBusy =>
  new StorageBusy(
    `The lock of "${file}" did not come free within ${giveUpMs} ms. End the process that holds it, or try again.`,
  )
