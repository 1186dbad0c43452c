import { existsSync } from 'node:fs'
import { textOf } from '../../../core/index.ts'
import { acceptLedger, verifyBesideOthers } from '../../../ledger/index.ts'
import { checkMove, moveLedger, ownFolder } from '../../../runtime/index.ts'
import { ignoreControlRoom } from '../../../workspace/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { formerPaths, processSurroundings } from '../find-workspace.ts'
import { asFailure, loadHere, orThrow, type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

export type AcceptFlags = PlaceFlags & { readonly yes?: boolean }

/** After a log was cut, changed or brought along, nothing runs until a person has said so; that he did becomes part of the log. */
export async function accept(flags: AcceptFlags, terminal: Terminal): Promise<number> {
  return withLedger(flags, async ({ ledger, root }) => {
    const { failed, entries } = await verifyBesideOthers(ledger)
    if (failed.length === 0) {
      terminal.out(
        flags.json === true
          ? JSON.stringify({ accepted: false, reason: 'nothing to accept' })
          : 'The log is as it was written; there is nothing to accept.',
      )
      return EXIT.done
    }
    terminal.err(
      `The log has ${entries} entries, and ${failed.length === 1 ? 'one thing is not as it was' : `${failed.length} things are not as they were`} written (countersign verify lists them).`,
    )
    const decidedBy = await confirm(flags, terminal, {
      to: 'go on from the log as it is',
      sayYes: 'if you know why the log is not as it was',
    })
    if (decidedBy === undefined) return EXIT.refused
    const accepted = await ignoreControlRoom(root, () => acceptLedger(ledger, decidedBy))
    if (!accepted.ok) throw asFailure(accepted.error)
    const outcome = { accepted: true, ...accepted.value }
    terminal.out(
      flags.json === true
        ? JSON.stringify(outcome)
        : `Accepted. What was put aside lies in ${visible(textOf(accepted.value['put_aside']))}.`,
    )
    return EXIT.done
  })
}

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
  const outcome = {
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
      ? JSON.stringify(outcome)
      : 'This folder goes on with that log. What it may do is to be granted anew.',
  )
  return EXIT.done
}
