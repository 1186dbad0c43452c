import { markLookedAt } from '../../../ledger/index.ts'
import { unknownOutcomes } from '../../../runtime/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, orThrow, withLedger } from '../open-runtime.ts'
import { type Terminal, resultText, visible } from '../terminal.ts'

type LookedAtFlags = PlaceFlags & { readonly yes?: boolean }

/** `ledger looked-at`: a person has looked at what a call of unknown outcome did. The log records that. */
export function lookedAt(call: string, flags: LookedAtFlags, terminal: Terminal): Promise<number> {
  return withLedger(flags, async ({ ledger, root }) => {
    const listed = await unknownOutcomes({ ledger, root })
    const unknown = listed.find(({ call_id }) => call_id === call)
    if (unknown) terminal.err(visible(`${unknown.tool}: ${unknown.summary}. ${unknown.look}`))
    const decidedBy = unknown
      ? await confirm(flags, terminal, { to: 'say that you have looked', sayYes: 'once you have looked' })
      : 'flag' // nothing to ask about: the refusal below says so
    if (decidedBy === undefined) return EXIT.refused
    const { seq } = orThrow(await markLookedAt(call, { principal: 'user:local', decidedBy }, ledger))
    terminal.out(
      resultText(flags, { call_id: call, looked_at: true, seq, decided_by: decidedBy }, 'Recorded. No more warnings.'),
    )
    return EXIT.done
  })
}
