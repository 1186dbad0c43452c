import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOM = '.control-room'

/** Runs what may create the control room of a workspace; a new one is hidden from version control. */
export async function ignoreControlRoom<T>(root: string, work: () => Promise<T>): Promise<T> {
  const room = join(root, ROOM)
  const isNew = lstatSync(room, { throwIfNoEntry: false }) === undefined
  try {
    return await work()
  } finally {
    if (isNew) writeIgnoreFile(room)
  }
}

/** Never overwrites a file, and never follows a link to the folder. The records report what is in the way. */
function writeIgnoreFile(room: string): void {
  try {
    if (lstatSync(room, { throwIfNoEntry: false })?.isDirectory() !== true) return
    writeFileSync(join(room, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch {
    // The records lie there whether git knows of them or not.
  }
}
