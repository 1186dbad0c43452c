import { fault } from '../../../core/index.ts'
import type { Fact, FactBook } from '../../../memory/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, failureOf, orThrow } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'
import { renderText } from './render-fact.ts'
import { withBook } from './with-book.ts'

export type ForgetFlags = PlaceFlags & { readonly yes?: boolean }

const LEAVES = 'It goes from the memory at once and for good. The conversation in which you said it stays.'

export function forget(id: string, flags: ForgetFlags, terminal: Terminal): Promise<number> {
  return withBook(flags, terminal, async book => {
    const { text } = await find(id, book)
    const shown = renderText(text, { paint: terminal.paint, columns: columnsOf(process.stderr) }).join('\n')
    terminal.err(`${shown}\n${LEAVES}`)
    const by = await confirm(flags, terminal, { to: 'forget it', sayYes: 'if it may go for good' })
    if (by === undefined) {
      terminal.err('Not forgotten.')
      return EXIT.refused
    }
    orThrow(await book.forget(id, `user:${by}`))
    terminal.out(flags.json === true ? JSON.stringify({ id, forgotten: true }) : 'Forgotten.')
    return EXIT.done
  })
}

const FACT_ID = /^fact_[0-9a-z]+$/
const SIBLINGS = 36 // ids that differ in their last character only

/** The book is read in order of the ids, so that one is found without looking at all. */
async function find(id: string, book: FactBook): Promise<Fact> {
  const near = FACT_ID.test(id) && id.length < 64 ? await book.list({ after: id.slice(0, -1), limit: SIBLINGS }) : []
  const found = near.find(fact => fact.id === id)
  if (found) return found
  throw failureOf(fault('fact_unknown', `There is no fact ${id.slice(0, 64).toWellFormed()}. countersign memory list shows all ids.`))
}
