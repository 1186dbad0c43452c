import type { Fact } from '../../../memory/index.ts'
import { canAsk } from '../authority/ask-line.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, orThrow } from '../open-runtime.ts'
import { type Terminal, resultText } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderFact } from './render-fact.ts'
import { withFacts, withOpenFacts } from './with-facts.ts'

type ProposalCommand = { readonly id: string; readonly decision: 'approve' | 'discard' }

/** The record says how the decision was made: at a terminal (`tty`), or by a command without one (`flag`). */
const decidedBy = (terminal: Terminal): string => (canAsk(terminal) ? 'user:tty' : 'user:flag')

export async function decideProposal(
  { id, decision }: ProposalCommand,
  flags: PlaceFlags,
  terminal: Terminal,
): Promise<number> {
  const wish = decision === 'approve' ? 'store' : 'discard'
  const opened = decision === 'approve' ? withOpenFacts : withFacts
  const decided = await opened(flags, terminal, facts => facts.decide(id, wish, decidedBy(terminal)))
  const fact = orThrow(decided)
  if (fact) printFact(fact, flags, terminal)
  else terminal.out(resultText(flags, { id, discarded: true }, 'Not kept.'))
  return EXIT.done
}

export type Edit = { readonly id: string; readonly text: string }

/** Rewords a fact. A proposal is stored in these words: they are the person's own, so nothing else asks. */
export async function edit({ id, text }: Edit, flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const by = decidedBy(terminal)
  const edited = await withOpenFacts(flags, terminal, facts =>
    id.startsWith('wish_') ? facts.decide(id, { edit: text }, by) : facts.edit(id, text, by),
  )
  const fact = orThrow(edited)
  if (fact) printFact(fact, flags, terminal)
  return EXIT.done
}

function printFact(fact: Fact, { json }: PlaceFlags, terminal: Terminal): void {
  const screen = { paint: terminal.paint, columns: columnsOf(process.stdout) }
  terminal.out(resultText({ json }, fact, `Kept:\n${renderFact(fact, screen)}`))
}
