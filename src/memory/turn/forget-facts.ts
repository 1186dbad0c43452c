import type { Fact, PendingFact } from '../fact.ts'
import type { FactStore } from '../fact-store.ts'
import { isSameFact } from '../store/same-facts.ts'
import type { ForgottenFacts, MemoryTurn } from './memory-turn.ts'
import type { MemoryCommand } from './read-command.ts'

type Meant = { readonly facts: readonly Fact[]; readonly questions: readonly PendingFact[] }

const BY = 'user:forget'
const MOST = 20
const MOST_NEAR = 3

type Forgetting = { readonly facts: FactStore; readonly report: ForgottenFacts }

/** Does what the person asks to have forgotten. Where more than one fact fits, none is forgotten. */
export async function forgetFacts(
  { what, isAlone }: MemoryCommand,
  turn: MemoryTurn,
  { facts: store, report: done }: Forgetting,
): Promise<void> {
  for (const each of what.length === 0 ? [''] : what) {
    const { facts, questions } = await meantBy(each, turn, store)
    for (const { id, text } of questions) {
      const decided = await store.decide(id, 'discard', BY)
      if (decided.ok) done.dropped.push(text)
      else done.refused.push({ text, because: decided.error.message })
    }
    const [fact, another] = facts
    if (fact && another) done.unclear.push({ what: each === '' ? 'that' : each, facts })
    else if (fact) await forgetOne(fact, done, store)
    else if (questions.length === 0 && each !== '' && isAlone) await suggest(each, done, store)
  }
}

async function meantBy(what: string, { session, history }: MemoryTurn, store: FactStore): Promise<Meant> {
  const open = (await store.pending()).filter(pending => pending.session === session)
  if (/^everything\b/i.test(what)) return { facts: await store.list({ limit: MOST }), questions: open }
  if (what !== '') {
    const facts = await store.meant(what)
    return { facts, questions: facts.length > 0 ? [] : open.filter(({ text }) => isSameFact(text, what)) }
  }
  const last = history.findLast(({ role }) => role === 'user')?.turn
  const isOfLastTurn = ({ span }: Fact | PendingFact): boolean =>
    last !== undefined && span.session === session && span.turn === last
  const recent = await store.list({ limit: MOST })
  return { facts: recent.filter(isOfLastTurn), questions: open.filter(isOfLastTurn) }
}

async function forgetOne(fact: Fact, done: ForgottenFacts, store: FactStore): Promise<void> {
  const forgotten = await store.forget(fact.id, BY)
  if (forgotten.ok) done.forgotten.push(fact)
  else done.refused.push({ text: fact.text, because: forgotten.error.message })
}

/** Facts that share words with what was named are shown; the person decides. */
async function suggest(what: string, done: ForgottenFacts, store: FactStore): Promise<void> {
  const facts = await store.recall(what, { limit: MOST_NEAR, onlyTelling: true })
  if (facts.length > 0) done.unclear.push({ what, facts })
  else done.unknown.push(what)
}
