import { type Clock, type Result, StorageFailure, type Store, type TextIndex } from '../core/index.ts'
import { alignAll, allFacts } from './book/align-index.ts'
import type { BookParts, RecordMemory } from './book/book-parts.ts'
import { countUse, editFact, forgetFact, storeFact, withContradictions } from './book/change-facts.ts'
import { FACTS, decodeFact } from './book/fact-rows.ts'
import { type RankedFact, recallFacts } from './book/recall-facts.ts'
import { findSame } from './book/subject-rows.ts'
import { createWordShares } from './book/word-shares.ts'
import { type WishDecision, addWish, decideWish, listWishes } from './book/wishes.ts'
import type { Fact, FactDraft, Pending } from './fact.ts'
import { createFactIds } from './fact-id.ts'

export type FactBookOptions = {
  readonly store: Store
  /** For facts alone. */
  readonly index: TextIndex
  readonly clock: Clock
  /** The time that counts; the clock's, if left out. */
  readonly now?: () => number
  readonly record: RecordMemory
}
export type FactPage = { readonly after?: string; readonly limit: number }
export type RecallOptions = {
  readonly limit: number
  /** What is recalled counts as asked for; off for who only looks. */
  readonly countUse?: boolean
}

/** Verbs with a Result turn a failing disk into a fault; those without reject with StorageFailure. `by` says who decided, for the records. */
export interface FactBook {
  /** By words, then by recency and use. Contradictions come with each fact. */
  recall(query: string, options: RecallOptions): Promise<readonly (Fact & { readonly score: number })[]>
  /** Puts a fact before the person; it is not stored. */
  propose(draft: FactDraft): Promise<Result<Pending>>
  pending(): Promise<readonly Pending[]>
  decide(id: string, decision: WishDecision, by: string): Promise<Result<Fact | undefined>>
  /** Answers with the fact that says the same, if there is one. */
  store(draft: FactDraft, by: string): Promise<Result<Fact>>
  /** The fact that says the same. */
  known(text: string): Promise<Fact | undefined>
  /** The newest first; `after` is the id of the last one seen. */
  list(page: FactPage): Promise<readonly Fact[]>
  edit(id: string, text: string, by: string): Promise<Result<Fact>>
  /** For good: the text is gone from the table, the index and the list of subjects. */
  forget(id: string, by: string): Promise<Result<undefined>>
  export(): AsyncIterable<Fact>
}

const MAX_RECALLED = 100
const MAX_PAGE = 1_000

export function createFactBook({ store, index, clock, record, now = () => clock.now() }: FactBookOptions): FactBook {
  const ids = createFactIds()
  const parts: BookParts = { store, index, clock, record, now, newId: prefix => ids(prefix, now()) }
  const shares = createWordShares(store)
  const aligned = once(() => alignAll(parts))
  const complete = (fact: Parameters<typeof withContradictions>[1]): Promise<Fact> => withContradictions(parts, fact)
  const change = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => safely(async () => (await aligned(), work()))

  return {
    async recall(query, { limit, countUse: counts = false }) {
      await aligned()
      const most = Math.min(MAX_RECALLED, Math.max(0, Math.floor(limit)))
      const ranked = most > 0 ? await recallFacts(query, most, { store, index, now: now(), shareOf: await shares() }) : []
      if (counts) for (const { id } of ranked) await countUse(parts, id)
      return Promise.all(ranked.map(async (fact: RankedFact) => ({ ...(await complete(fact)), score: fact.score })))
    },
    propose: draft => safely(() => addWish(parts, draft)),
    pending: () => listWishes(parts),
    decide: (id, decision, by) => change(() => decideWish(parts, id, { decision, by })),
    store: (draft, by) => change(() => storeFact(parts, draft, by)),
    async known(text) {
      const fact = await findSame(store, text)
      return fact && complete(fact)
    },
    async list({ after = '', limit }) {
      const rows = await store.list(FACTS, { after, limit: Math.min(limit, MAX_PAGE) })
      return Promise.all(rows.flatMap(({ key, value }) => decodeFact(key, value) ?? []).map(complete))
    },
    edit: (id, text, by) => change(() => editFact(parts, id, { text, by })),
    forget: (id, by) => change(() => forgetFact(parts, id, by)),
    async *export() {
      for await (const fact of allFacts(store)) yield complete(fact)
    },
  }
}

/** A failure is tried again by whoever comes next. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((thrown: unknown) => {
      done = undefined
      throw thrown
    })
    return done
  }
}

async function safely<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return { ok: false, error: thrown.fault }
    throw thrown
  }
}
