import { fault } from '../../../core/index.ts'
import { readStoredLines } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, failureOf, ownEntries, withLedger } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'

// Canonical JSON has none of them, and a terminal would obey them.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001F]/

/** The lines byte for byte, so that the root can be computed from them again. With a session it is only an extract. */
export async function exportLog(
  flags: PlaceFlags & { readonly session?: string },
  terminal: Terminal,
): Promise<number> {
  const wanted = flags.session === undefined ? undefined : `"session_id":${JSON.stringify(flags.session)}`
  await withLedger(flags, async ({ ledger }) => {
    ownEntries(ledger) // a log of somebody else's is not given out as ours
    for (const line of readStoredLines(ledger)) {
      if (CONTROL.test(line))
        throw failureOf(fault('ledger_unverified', 'The log holds a line that nobody here has written.'))
      if (wanted === undefined || line.includes(wanted)) terminal.out(line)
    }
  })
  return EXIT.done
}
