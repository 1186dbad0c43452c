import { type Clause, clausesOf } from './clauses.ts'
import { ownWords } from './own-words.ts'
import { isPasted } from './pasted.ts'

/** What the rules look at. */
export type ReadMessage = {
  /** The user's own words; everything else is blank. */
  readonly own: string
  readonly clauses: readonly Clause[]
  readonly isPasted: boolean
}

let last: { readonly message: string; readonly read: ReadMessage } | undefined

/** The last one is kept: several rules ask for the same message, one after the other. */
export function readMessage(message: string): ReadMessage {
  if (last?.message === message) return last.read
  const own = ownWords(message)
  const read = { own, clauses: clausesOf(own), isPasted: isPasted(message) }
  last = { message, read }
  return read
}
