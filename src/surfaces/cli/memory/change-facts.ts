import type { Fact } from '../../../memory/index.ts'
import { canAsk } from '../authority/ask-line.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, orThrow } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderFact } from './render-fact.ts'
import { withFacts, withOpenFacts } from './with-facts.ts'

export type ProposalCommand = { readonly id: string; readonly decision: 'approve' | 'discard' }

/** How it was decided is told as it was: at a terminal, or by a command that no terminal stood behind. */
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
  else terminal.out(flags.json === true ? JSON.stringify({ id, discarded: true }) : 'Not kept.')
  return EXIT.done
}

export type Edit = { readonly id: string; readonly text: string }

/** One that waits is kept in these words; they are the person's own, so nothing is left to be asked. */
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
  terminal.out(json === true ? JSON.stringify(fact) : `Kept:\n${renderFact(fact, screen)}`)
}
