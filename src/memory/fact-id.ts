import { randomBytes } from 'node:crypto'

const LATEST = 36 ** 9 - 1 // in milliseconds, some time in the year 5188
const DIGITS = 9
const RANDOM_BYTES = 6

export type FactIdPrefix = 'fact' | 'wish'

/** Ids count backwards in time, so that a table that is read in order of its keys gives the newest first. */
export function createFactIds(): (prefix: FactIdPrefix, now: number) => string {
  let last = LATEST + 1
  return (prefix, now) => {
    // Two of the same moment still have an order, and so have two between which the clock was set back.
    last = Math.max(0, Math.min(LATEST - Math.floor(now), last - 1))
    return `${prefix}_${last.toString(36).padStart(DIGITS, '0')}${randomBytes(RANDOM_BYTES).toString('hex')}`
  }
}
