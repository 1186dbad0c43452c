import { existsSync } from 'node:fs'
import { checkMove, moveLedger, ownFolder } from '../../../runtime/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { formerPaths, processSurroundings } from '../find-workspace.ts'
import { type PlaceFlags, loadHere, orThrow } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

export type MovedFlags = PlaceFlags & { readonly yes?: boolean }

/** A workspace is known by its place. Where it was moved, a person says where it lay before; what was written there must be here, whole. */
export async function moved(old: string, flags: MovedFlags, terminal: Terminal): Promise<number> {
  const { workspace: to, state } = await loadHere(flags)
  const candidates = formerPaths(old, processSurroundings())
  const from = candidates.find(path => existsSync(ownFolder(state, path))) ?? candidates[0] ?? old
  const { entries } = orThrow(await checkMove({ state, from, to }))
  terminal.err(
    `The log of ${visible(from)}, with ${entries} entries, lies here as it was written. Rights do not come along: grants end.`,
  )
  const decidedBy = await confirm(flags, terminal, {
    to: 'go on with it here',
    sayYes: 'if this folder lay there and nowhere else',
  })
  if (decidedBy === undefined) return EXIT.refused
  const { grantsEnded, trustWithdrawn } = orThrow(await moveLedger({ state, from, to }, decidedBy))
  const told = {
    moved: true,
    from,
    to,
    entries,
    grants_ended: grantsEnded,
    trust_withdrawn: trustWithdrawn,
    decided_by: decidedBy,
  }
  terminal.out(
    flags.json === true
      ? JSON.stringify(told)
      : 'This folder goes on with that log. What it may do is to be granted anew.',
  )
  return EXIT.done
}
