import { fault } from '../../../core/index.ts'
import type { Fact, FactStore } from '../../../memory/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, asFailure, orThrow } from '../open-runtime.ts'
import { type Terminal, resultText } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderText } from './render-fact.ts'
import { withFacts } from './with-facts.ts'

type ForgetFactFlags = PlaceFlags & { readonly yes?: boolean }

const LEAVES = 'The fact is deleted at once and for good. The conversation it came from stays.'

export function forget(id: string, flags: ForgetFactFlags, terminal: Terminal): Promise<number> {
  return withFacts(flags, terminal, async facts => {
    const { text } = await find(id, facts)
    const shown = renderText(text, { paint: terminal.paint, columns: columnsOf(process.stderr) }).join('\n')
    terminal.err(`${shown}\n${LEAVES}`)
    const by = await confirm(flags, terminal, { to: 'delete it', sayYes: 'to delete it for good' })
    if (by === undefined) {
      terminal.err('Nothing was deleted.')
      return EXIT.refused
    }
    orThrow(await facts.forget(id, `user:${by}`))
    terminal.out(resultText(flags, { id, forgotten: true }, 'Deleted.'))
    return EXIT.done
  })
}

async function find(id: string, facts: FactStore): Promise<Fact> {
  const found = await facts.find(id)
  if (found) return found
  throw asFailure(
    fault(
      'fact_unknown',
      `There is no fact ${id.slice(0, 64).toWellFormed()}. To see all ids: countersign memory list`,
    ),
  )
}
