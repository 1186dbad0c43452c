import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LONGEST_WAIT_MS } from './retry-while-busy.ts'

const LOOK_EVERY = 4 // sections: a look costs as much as taking the lock
const ROOM_MS = LONGEST_WAIT_MS + 2 // whoever waits looks at least once in this time

/**
 * SQLite gives its lock to whoever asks at the right moment, so a busy process would keep the others out for seconds. A
 * process that waits leaves a mark beside the file, and the last holder of the lock makes room when it sees one.
 */
export type GiveWay = {
  /** For an attempt that found the lock taken. */
  readonly mark: () => void
  /** Takes the lock by `begin`, after those who wait for it. */
  readonly enter: (begin: () => Promise<void>) => Promise<void>
}

export function createGiveWay(path: string): GiveWay {
  const mark = `${path}-waiting`
  let heldLast = false
  let waited = false
  let unseen = LOOK_EVERY
  return {
    mark: () => {
      waited = true
      leaveMark(mark)
    },
    enter: async begin => {
      unseen += 1
      if (heldLast && unseen >= LOOK_EVERY) {
        unseen = 0
        if (removeMark(mark)) await sleep(ROOM_MS)
      }
      await begin()
      // Others who wait will mark again.
      if (waited) removeMark(mark)
      heldLast = true
      waited = false
    },
  }
}

/** Without a mark the others wait longer, and nothing else is lost; so whatever is in its way stays there. */
function leaveMark(mark: string): void {
  try {
    closeSync(openSync(mark, 'wx', 0o600))
  } catch {
    return
  }
}

function removeMark(mark: string): boolean {
  if (!existsSync(mark)) return false
  try {
    unlinkSync(mark)
    return true
  } catch {
    return false
  }
}
