import { type ModelStatistics, attemptStatistics } from '../../../ledger/index.ts'
import { systemClock } from '../../../core/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, ownEntries, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'
import { renderStatistics } from './render-statistics.ts'
import { readSince } from './since.ts'

export type StatsFlags = PlaceFlags & { readonly since?: string; readonly model?: string }

/** How often each model wrote a call that could be run, from the log of this workspace. */
export async function stats(flags: StatsFlags, terminal: Terminal): Promise<number> {
  const since = flags.since === undefined ? undefined : readSince(flags.since, systemClock.now())
  const all = await withLedger(flags, async ({ ledger }) => attemptStatistics(ownEntries(ledger), { since }))
  const wanted = flags.model?.toLowerCase() ?? ''
  const models = all.filter(({ model }) => model.toLowerCase().includes(wanted))
  if (flags.json === true)
    terminal.out(JSON.stringify({ since: since === undefined ? null : new Date(since).toISOString(), models }))
  else if (models.length > 0) terminal.out(renderStatistics(models, terminal.paint))
  else terminal.err(visible(nothing(all, flags)))
  return EXIT.done
}

function nothing(all: readonly ModelStatistics[], { model, since }: StatsFlags): string {
  const [names, when] = [[...new Set(all.map(row => row.model))], since === undefined ? 'yet' : `since ${since}`]
  if (model !== undefined && names.length > 0)
    return `Nothing of a model "${model}" ${when}. There is: ${names.join(', ')}.`
  return `No model has been asked here ${when}. Measure one in a minute: countersign check MODEL, for example countersign check demo`
}
