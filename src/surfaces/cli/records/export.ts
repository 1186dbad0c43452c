import { rmSync, writeFileSync } from 'node:fs'
import { causeOf, fault, isDiskFull } from '../../../core/index.ts'
import { readStoredLines, verifierKey, writeCheckpoint } from '../../../ledger/index.ts'
import { EXIT, inputFailure } from '../failure.ts'
import { asFailure, ownEntries, type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

// Canonical JSON contains none of these, and a terminal would obey them.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001F]/

/**
 * `ledger export`: the stored lines, byte for byte, so that the root can be recomputed. With a session only an extract.
 */
export async function exportLog(
  flags: PlaceFlags & { readonly session?: string },
  terminal: Terminal,
): Promise<number> {
  const wanted = flags.session === undefined ? undefined : `"session_id":${JSON.stringify(flags.session)}`
  await withLedger(flags, async ({ ledger }) => {
    ownEntries(ledger) // refuses a log that this machine did not write
    for (const line of readStoredLines(ledger)) {
      if (CONTROL.test(line))
        throw asFailure(fault('ledger_unverified', 'The log contains a line that this machine did not write.'))
      if (wanted === undefined || line.includes(wanted)) terminal.out(line)
    }
  })
  return EXIT.done
}

/**
 * `ledger checkpoint`: a signed note of the log's size and root. Kept elsewhere, it later proves what was not changed.
 */
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
    if (isDiskFull(thrown)) rmSync(path, { force: true })
    throw inputFailure(`Cannot write ${path}: ${causeOf(thrown)}`)
  }
}
