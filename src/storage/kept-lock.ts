import { clearTimeout, setTimeout } from 'node:timers'
import type { Connection } from './connection.ts'
import type { GiveWay } from './give-way.ts'
import type { Staged } from './staged-rows.ts'

const KEEP_MS = 4
const MOST_SECTIONS = 16 // they end it, too, where nothing ever waits and so no timer comes

/** Taking SQLite's lock and giving it back costs more than what a section writes, so it may be kept for the sections that follow at once. */
export type KeptLock = {
  /** Takes the lock, or goes in at once with the one that is kept. */
  readonly enter: () => Promise<void> | undefined
  /** What the section has changed is written and committed at once, unless it may wait for the next ones. */
  readonly leave: (changed: Staged, mayLag: boolean) => void
  /** The section has failed and changes nothing. */
  readonly abandon: () => void
  /** What sections that have ended well have left here, to be written with the lock. */
  readonly left: Staged
  /** Writes it now, unless a section is under way. */
  readonly settle: () => void
}
type Parts = { readonly connection: Connection; readonly way: GiveWay; readonly write: (rows: Staged) => void }

export function createKeptLock({ connection, way, write }: Parts): KeptLock {
  const left: Staged = new Map()
  let state: 'free' | 'inside' | 'kept' = 'free'
  let sections = 0
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  /** A commit failed of which nobody was told. Until one succeeds nothing may lag, so the next one who asks is told. */
  let hasFailed = false

  /** Everything that was left, or nothing of it; and in any case the lock is free again. */
  function release(): void {
    if (timer) clearTimeout(timer)
    timer = undefined
    state = 'free'
    isDue = false
    hasFailed = true
    try {
      write(left)
      connection.commit()
      hasFailed = false
    } catch (thrown) {
      connection.rollBack()
      throw thrown
    } finally {
      left.clear()
    }
  }
  function settle(): void {
    try {
      if (state === 'kept') release()
    } catch {
      return // see hasFailed
    }
  }
  async function take(): Promise<void> {
    await way.enter(connection.begin, sections)
    sections = 0
    state = 'inside'
  }
  const mustCommit = (): boolean => isDue || hasFailed || sections >= MOST_SECTIONS || !connection.isOpen()
  return {
    left,
    settle,
    enter: () => (state === 'free' ? take() : void (state = 'inside')),
    leave(changed, mayLag) {
      for (const [key, text] of changed) left.set(key, text)
      connection.count()
      sections += 1
      if (!mayLag || mustCommit()) return release()
      state = 'kept'
      timer ??= setTimeout(() => {
        isDue = true
        settle()
      }, KEEP_MS)
    },
    abandon() {
      state = 'kept'
      settle()
    },
  }
}
