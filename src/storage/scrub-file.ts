import { stillRead } from './failure-words.ts'
import type { Patience } from './retry-while-busy.ts'
import type { Database } from './sqlite-driver.ts'

const GIVE_UP_MS = 3_000

/** Takes the last bytes of what was removed out of a file and its log. Each step may find others in its way, and `wait` tries it again. */
export async function scrubFile(
  database: Database,
  patience: Patience,
  wait: (step: () => void, within: Patience) => Promise<void>,
): Promise<void> {
  const shorter = { ...patience, giveUpMs: Math.min(patience.giveUpMs, GIVE_UP_MS) }
  await wait(() => database.exec('VACUUM'), shorter)
  await wait(() => {
    // Whoever reads right now still needs the old bytes.
    if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] !== 0) throw stillRead()
  }, shorter)
}
