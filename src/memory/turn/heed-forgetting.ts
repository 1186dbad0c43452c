import { samePlace } from '../book/subject-rows.ts'
import type { Fact, Pending } from '../fact.ts'
import type { FactBook } from '../fact-book.ts'
import { type Forgetting, forgettingIn } from '../finding/forgetting.ts'

/** Several facts fit what the user wants forgotten, so he must say which. */
export type Unclear = { readonly what: string; readonly facts: readonly Fact[] }
export type Forgot = {
  readonly forgotten: Fact[]
  /** Questions that were open, or what he said in this message and does not want kept. */
  readonly dropped: string[]
  readonly unclear: Unclear[]
  /** Nothing is stored about it. */
  readonly unknown: string[]
  readonly failed: { readonly text: string; readonly because: string }[]
}

export type ForgettingTurn = {
  readonly session: string
  readonly message: string
  /** The turn before this one. */
  readonly before: string | undefined
  /** Statements of this message, as they would be kept. */
  readonly stated: readonly { readonly text: string; readonly span: readonly [start: number, end: number] }[]
  /** An open question was just answered, so "that" is settled. */
  readonly answered: boolean
}

const BY = 'user:forget'
const MOST = 20

/** Does what the user asks to have forgotten, and tells which statements of this message are not to be kept. */
export async function heedForgetting(
  turn: ForgettingTurn,
  book: FactBook,
): Promise<{ readonly forgot: Forgot; readonly isKept: (at: number) => boolean }> {
  const forgot: Forgot = { forgotten: [], dropped: [], unclear: [], unknown: [], failed: [] }
  const wishes = forgettingIn(turn.message)
  let keptFrom = 0 // what stands before a "don't remember that" is not kept
  for (const wish of wishes) {
    const said =
      wish.of === 'said' ? turn.stated.filter(({ span }) => span[0] >= keptFrom && span[1] <= wish.span[0]) : []
    if (said.length > 0) {
      forgot.dropped.push(...said.map(({ text }) => text))
      keptFrom = wish.span[0]
    } else await heed(wish, turn, { book, forgot })
  }
  const isKept = (at: number): boolean =>
    at >= keptFrom && !wishes.some(({ span: [start, end] }) => at >= start && at < end)
  return { forgot, isKept }
}

type Work = { readonly book: FactBook; readonly forgot: Forgot }

async function heed(wish: Forgetting, turn: ForgettingTurn, { book, forgot }: Work): Promise<void> {
  if (wish.of === 'said' && turn.answered) return
  const { facts, questions } = await meantBy(wish, turn, book)
  for (const { id, text } of questions) {
    const decided = await book.decide(id, 'discard', BY)
    if (decided.ok) forgot.dropped.push(text)
    else forgot.failed.push({ text, because: decided.error.message })
  }
  const what = wish.what === '' ? (wish.of === 'all' ? 'everything' : 'that') : wish.what
  const [fact, another] = facts
  if (fact && another) forgot.unclear.push({ what, facts })
  else if (fact) await forget(fact, { book, forgot })
  else if (questions.length === 0 && wish.certain) forgot.unknown.push(what)
}

type Meant = { readonly facts: readonly Fact[]; readonly questions: readonly Pending[] }

async function meantBy({ of, what }: Forgetting, { session, before }: ForgettingTurn, book: FactBook): Promise<Meant> {
  const open = (await book.pending()).filter(wish => wish.session === session)
  if (of === 'all') return { facts: await book.list({ limit: MOST }), questions: open }
  if (of === 'named') {
    const facts = await book.meant(what)
    return { facts, questions: facts.length > 0 ? [] : open.filter(({ text }) => samePlace(text, what)) }
  }
  const isLast = ({ span }: Fact | Pending): boolean =>
    before !== undefined && span.session === session && span.turn === before
  const recent = await book.list({ limit: MOST })
  return { facts: recent.filter(isLast), questions: open.filter(isLast) }
}

async function forget(fact: Fact, { book, forgot }: Work): Promise<void> {
  const done = await book.forget(fact.id, BY)
  if (done.ok) forgot.forgotten.push(fact)
  else forgot.failed.push({ text: fact.text, because: done.error.message })
}
