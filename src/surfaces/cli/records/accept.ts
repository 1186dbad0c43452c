import { existsSync } from 'node:fs'
import { textOf } from '../../../core/index.ts'
import { acceptLedger, verifyBesideOthers } from '../../../ledger/index.ts'
import { checkMove, moveLedger, ownFolder } from '../../../runtime/index.ts'
import { ignoreControlRoom } from '../../../workspace/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { formerPaths, processSurroundings } from '../find-workspace.ts'
import { asFailure, loadHere, orThrow, type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'

type AcceptFlags = PlaceFlags & { readonly yes?: boolean }

/**
 * `ledger accept`: after a log was cut, changed or copied, nothing runs until a person accepts it. The log records
 * that.
 */
export async function accept(flags: AcceptFlags, terminal: Terminal): Promise<number> {
  return withLedger(flags, async ({ ledger, root }) => {
    const { failed, entries } = await verifyBesideOthers(ledger)
    if (failed.length === 0) {
      terminal.out(
        resultText(
          flags,
          { accepted: false, reason: 'nothing to accept' },
          'The log is intact. There is nothing to accept.',
        ),
      )
      return EXIT.done
    }
    const checks = `${failed.length} ${failed.length === 1 ? 'check' : 'checks'}`
    terminal.err(`The log has ${entries} entries and fails ${checks} (countersign verify lists them).`)
    const decidedBy = await confirm(flags, terminal, {
      to: 'continue with the log as it is',
      sayYes: 'once you know why the log changed',
    })
    if (decidedBy === undefined) return EXIT.refused
    const accepted = await ignoreControlRoom(root, () => acceptLedger(ledger, decidedBy))
    if (!accepted.ok) throw asFailure(accepted.error)
    const outcome = { accepted: true, ...accepted.value }
    terminal.out(
      resultText(
        flags,
        outcome,
        `Accepted. The removed entries are kept in ${visible(textOf(accepted.value['put_aside']))}.`,
      ),
    )
    return EXIT.done
  })
}

type MovedFlags = PlaceFlags & { readonly yes?: boolean }

/**
 * `ledger moved`: a log belongs to its folder's path. After a move, a person names the old path; the whole log must be
 * here.
 */
export async function moved(old: string, flags: MovedFlags, terminal: Terminal): Promise<number> {
  const { workspace: to, state } = await loadHere(flags)
  const candidates = formerPaths(old, processSurroundings())
  const from = candidates.find(path => existsSync(ownFolder(state, path))) ?? candidates[0] ?? old
  const { entries } = orThrow(await checkMove({ state, from, to }))
  terminal.err(
    `The log of ${visible(from)} is here, intact, with ${entries} entries. Grants do not move along: they end.`,
  )
  const decidedBy = await confirm(flags, terminal, {
    to: 'continue it here',
    sayYes: 'if this folder was there and nowhere else',
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
  terminal.out(resultText(flags, outcome, 'This folder continues that log. Grants must be given again.'))
  return EXIT.done
}
