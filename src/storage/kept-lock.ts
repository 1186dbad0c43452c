import { clearTimeout, setTimeout } from 'node:timers'
import type { Connection } from './connection.ts'
import type { GiveWay } from './give-way.ts'
import type { Staged } from './staged-rows.ts'

const KEEP_MS = 4
const MOST_SECTIONS = 16 // they end it, too, where nothing ever waits and so no timer comes

/** Taking SQLite's lock and giving it back costs more than what a section writes, so it may be kept for the sections that follow at once. */
export type KeptLock = {
  /** Takes the lock, or goes in with the one that is kept. */
  readonly enter: () => Promise<void>
  /** What the section has changed is written and committed at once, unless it may wait for the next ones. */
  readonly leave: (changed: Staged, mayLag: boolean) => void
  /** The section has failed and changes nothing. */
  readonly abandon: () => void
  /** What sections that have ended well have left here, to be written with the lock. */
  readonly left: Staged
  /** Writes it now. */
  readonly settle: () => void
}
type Parts = { readonly connection: Connection; readonly way: GiveWay; readonly write: (rows: Staged) => void }

export function createKeptLock({ connection, way, write }: Parts): KeptLock {
  const left: Staged = new Map()
  let isHeld = false
  let isInside = false
  let isDue = false
  let sections = 0
  let timer: NodeJS.Timeout | undefined

  /** Everything that was left, or nothing of it; and in any case the lock is free again. */
  function release(): void {
    if (timer) clearTimeout(timer)
    timer = undefined
    isHeld = false
    isDue = false
    sections = 0
    try {
      write(left)
      connection.commit()
    } catch (thrown) {
      connection.rollBack()
      throw thrown
    } finally {
      left.clear()
    }
  }
  /** Nobody is told of a failure: whoever let this wait can make it again, and will find it missing. */
  function settle(): void {
    try {
      if (isHeld) release()
    } catch {
      return
    }
  }
  function whenTimeIsUp(): void {
    isDue = true
    if (!isInside) settle()
  }
  return {
    left,
    settle,
    async enter() {
      if (!isHeld) await way.enter(connection.begin)
      isHeld = true
      isInside = true
    },
    leave(changed, mayLag) {
      isInside = false
      for (const [key, text] of changed) left.set(key, text)
      connection.count()
      sections += 1
      if (!mayLag || isDue || sections >= MOST_SECTIONS) release()
      else timer ??= setTimeout(whenTimeIsUp, KEEP_MS)
    },
    abandon() {
      isInside = false
      settle()
    },
  }
}
