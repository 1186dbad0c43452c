import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOM = '.control-room'

/** Does what may make the control room of a workspace. If it was made by that, version control is told to pass it over. */
export async function ignoreControlRoom<T>(root: string, work: () => Promise<T>): Promise<T> {
  const room = join(root, ROOM)
  const isNew = lstatSync(room, { throwIfNoEntry: false }) === undefined
  try {
    return await work()
  } finally {
    if (isNew) writeIgnoreFile(room)
  }
}

/** Never over a file that is there, and not into a folder that only a link leads to. Whatever is in the way is told by the records. */
function writeIgnoreFile(room: string): void {
  try {
    if (lstatSync(room, { throwIfNoEntry: false })?.isDirectory() !== true) return
    writeFileSync(join(room, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch {
    // The records lie there whether git knows of them or not.
  }
}
