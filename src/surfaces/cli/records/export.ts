import { readStoredLines } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, ownEntries, withLedger } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'

/** The lines byte for byte, so that the root can be computed from them again. With a session it is only an extract. */
export async function exportLog(flags: PlaceFlags & { readonly session?: string }, terminal: Terminal): Promise<number> {
  const wanted = flags.session === undefined ? undefined : `"session_id":${JSON.stringify(flags.session)}`
  await withLedger(flags, async ({ ledger }) => {
    ownEntries(ledger) // a log of somebody else's is not given out as ours
    for (const line of readStoredLines(ledger)) if (wanted === undefined || line.includes(wanted)) terminal.out(line)
  })
  return EXIT.done
}
