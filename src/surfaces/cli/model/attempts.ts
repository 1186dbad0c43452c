import type { Catalog } from '../../../catalog/index.ts'
import { isJsonObject, systemClock } from '../../../core/index.ts'
import { type KnownNames, mineAttempts } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, ownEntries, withLedger, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { renderMined } from './render-mined.ts'
import { readSince } from './since.ts'

export type MineFlags = PlaceFlags & { readonly since?: string }

/** What the log suggests; a person decides what becomes of it. */
export async function mine(flags: MineFlags, terminal: Terminal): Promise<number> {
  const since = flags.since === undefined ? undefined : readSince(flags.since, systemClock.now())
  const mined = await withRuntime(flags, terminal, async ({ catalog, ledgerOptions }) =>
    mineAttempts(ownEntries(ledgerOptions), { since, known: knownIn(catalog) }),
  )
  if (flags.json === true)
    terminal.out(JSON.stringify({ since: since === undefined ? null : new Date(since).toISOString(), ...mined }))
  else if (mined.models.length > 0) terminal.out(renderMined(mined, terminal.paint))
  else terminal.err(`No model has been asked here ${flags.since === undefined ? 'yet' : `since ${flags.since}`}.`)
  return EXIT.done
}

const knownIn = (catalog: Catalog): KnownNames => ({
  tool: name => catalog.find(name) !== undefined,
  parameter(tool, key) {
    const properties = catalog.get(tool)?.input['properties']
    return isJsonObject(properties) && Object.hasOwn(properties, key)
  },
})

/** As they are stored, so what was a secret is none here either. */
export async function exportAttempts(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  await withLedger(flags, async ({ ledger }) => {
    for (const { body } of ownEntries(ledger))
      if (isJsonObject(body['attempt'])) terminal.out(JSON.stringify(body['attempt']))
  })
  return EXIT.done
}
