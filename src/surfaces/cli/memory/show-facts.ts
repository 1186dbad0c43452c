import type { Fact, FactStore, PendingFact } from '../../../memory/index.ts'
import { EXIT } from '../failure.ts'
import type { PlaceFlags } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderFact, renderPending } from './render-fact.ts'
import { withFacts } from './with-facts.ts'

export async function listFacts(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const facts = await withFacts(flags, terminal, async store => {
    const all: Fact[] = []
    for await (const fact of store.export()) all.push(fact)
    return all
  })
  const screen = { paint: terminal.paint, columns: columnsOf(process.stdout) }
  if (flags.json === true) terminal.out(JSON.stringify(facts))
  else if (facts.length === 0)
    terminal.err('Nothing is remembered yet. To see what waits for your answer: countersign memory pending')
  else for (const fact of facts) terminal.out(renderFact(fact, screen))
  return EXIT.done
}

export async function listProposals(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const waiting = await withFacts(flags, terminal, async facts =>
    Promise.all((await facts.pending()).map(wish => withRivals(wish, facts))),
  )
  const screen = { paint: terminal.paint, columns: columnsOf(process.stdout) }
  if (flags.json === true) terminal.out(JSON.stringify(waiting.map(({ wish }) => wish)))
  else if (waiting.length === 0) terminal.err('Nothing to review.')
  else {
    for (const { wish, rivals } of waiting) terminal.out(renderPending(wish, rivals, screen))
    terminal.err('Answer with countersign memory approve ID, discard ID, or edit ID TEXT.')
  }
  return EXIT.done
}

type WithRivals = { readonly wish: PendingFact; readonly rivals: readonly Fact[] }

/** A proposal is shown together with the facts that it contradicts. */
async function withRivals(wish: PendingFact, facts: FactStore): Promise<WithRivals> {
  const rivals = await Promise.all(wish.contradicts.map(id => facts.find(id)))
  return { wish, rivals: rivals.flatMap(fact => fact ?? []) }
}

export async function exportFacts(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  await withFacts(flags, terminal, async facts => {
    for await (const fact of facts.export()) terminal.out(JSON.stringify(fact))
  })
  return EXIT.done
}
