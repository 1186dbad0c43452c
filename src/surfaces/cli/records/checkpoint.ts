import { writeFileSync } from 'node:fs'
import { verifierKey, writeCheckpoint } from '../../../ledger/index.ts'
import { EXIT, inputFailure } from '../failure.ts'
import { type PlaceFlags, failureOf, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

/** The note says how long the log is and what its root is; kept elsewhere, it shows later whether anything before it was changed. */
export async function checkpoint(flags: PlaceFlags & { readonly out?: string }, terminal: Terminal): Promise<number> {
  const { note, key } = await withLedger(flags, async ({ ledger }) => ({
    note: await writeCheckpoint(ledger),
    key: verifierKey(ledger.origin, ledger.signingKey.publicKey),
  }))
  if (!note.ok) throw failureOf(note.error)
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
