import { writeFileSync } from 'node:fs'
import { fault } from '../../../core/index.ts'
import { readStoredLines, verifierKey, writeCheckpoint } from '../../../ledger/index.ts'
import { EXIT, inputFailure } from '../failure.ts'
import { asFailure, ownEntries, type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

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
        throw asFailure(fault('ledger_unverified', 'The log holds a line that nobody here has written.'))
      if (wanted === undefined || line.includes(wanted)) terminal.out(line)
    }
  })
  return EXIT.done
}

/** The note says how long the log is and what its root is; kept elsewhere, it shows later whether anything before it was changed. */
export async function checkpoint(flags: PlaceFlags & { readonly out?: string }, terminal: Terminal): Promise<number> {
  const { note, key } = await withLedger(flags, async ({ ledger }) => ({
    note: await writeCheckpoint(ledger),
    key: verifierKey(ledger.origin, ledger.signingKey.publicKey),
  }))
  if (!note.ok) throw asFailure(note.error)
  if (flags.out !== undefined) keep(flags.out, note.value)
  const [origin = '', size = '', root = ''] = note.value.split('\n')
  if (flags.json === true)
    terminal.out(
      JSON.stringify({
        origin,
        size: Number(size),
        root: Buffer.from(root, 'base64').toString('hex'),
        note: note.value,
        key,
      }),
    )
  else terminal.out(visible(note.value).trimEnd())
  if (flags.json !== true) terminal.err(terminal.paint('dim', `public key: ${key}`))
  return EXIT.done
}

function keep(path: string, note: string): void {
  try {
    writeFileSync(path, note, { flag: 'wx' })
  } catch (thrown) {
    throw inputFailure(`Cannot write ${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}
