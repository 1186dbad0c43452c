import { fault } from '../../../core/index.ts'
import type { Fact, FactStore } from '../../../memory/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, asFailure, orThrow } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderText } from './render-fact.ts'
import { withFacts } from './with-facts.ts'

export type ForgetFactFlags = PlaceFlags & { readonly yes?: boolean }

const LEAVES = 'It goes from the memory at once and for good. The conversation in which you said it stays.'

export function forget(id: string, flags: ForgetFactFlags, terminal: Terminal): Promise<number> {
  return withFacts(flags, terminal, async facts => {
    const { text } = await find(id, facts)
    const shown = renderText(text, { paint: terminal.paint, columns: columnsOf(process.stderr) }).join('\n')
    terminal.err(`${shown}\n${LEAVES}`)
    const by = await confirm(flags, terminal, { to: 'forget it', sayYes: 'if it may go for good' })
    if (by === undefined) {
      terminal.err('Not forgotten.')
      return EXIT.refused
    }
    orThrow(await facts.forget(id, `user:${by}`))
    terminal.out(flags.json === true ? JSON.stringify({ id, forgotten: true }) : 'Forgotten.')
    return EXIT.done
  })
}

async function find(id: string, facts: FactStore): Promise<Fact> {
  const found = await facts.find(id)
  if (found) return found
  throw asFailure(
    fault('fact_unknown', `There is no fact ${id.slice(0, 64).toWellFormed()}. countersign memory list shows all ids.`),
  )
}
