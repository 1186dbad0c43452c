import { type Clock, type Result, StorageFailure, type Store, type TextIndex } from '../core/index.ts'
import { alignAll, allFacts } from './book/align-index.ts'
import type { BookParts, RecordMemory } from './book/book-parts.ts'
import { countUse, editFact, forgetFact, storeFact, withContradictions } from './book/change-facts.ts'
import { FACTS, decodeFact, findFact, openWishes } from './book/fact-rows.ts'
import { type RankedFact, recallFacts } from './book/recall-facts.ts'
import { type Manners, changeManners, readManners } from './book/manners.ts'
import { meantFacts } from './book/meant-facts.ts'
import { findSame } from './book/subject-rows.ts'
import { createWordShares } from './book/word-shares.ts'
import { scrubIfDue } from './book/scrub.ts'
import { type WishDecision, addWish, asPending, decideWish } from './book/wishes.ts'
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
  /** The same store by a way on which nothing is flushed, for what may be lost: how often a fact was recalled. */
  readonly lossy?: () => Promise<Store>
  /** Takes the last bytes of what was removed from the disk; rejects with StorageFailure while it cannot. */
  readonly scrub?: () => Promise<void>
}
export type FactPage = { readonly after?: string; readonly limit: number }
export type RecallOptions = { readonly limit: number }

/** Verbs with a Result turn a failing disk into a fault; those without reject with StorageFailure. `by` says who decided, for the records. */
export interface FactBook {
  /** By words, then by recency and use. Contradictions come with each fact. */
  recall(query: string, options: RecallOptions): Promise<readonly (Fact & { readonly score: number })[]>
  /** These were recalled for an answer, so they rank higher from now on. Not flushed: a loss of power may take it back. */
  countUses(ids: readonly string[]): Promise<void>
  /** Puts a fact before the person; it is not stored. */
  propose(draft: FactDraft): Promise<Result<Pending>>
  pending(): Promise<readonly Pending[]>
  decide(id: string, decision: WishDecision, by: string): Promise<Result<Fact | undefined>>
  /** Answers with the fact that says the same, if there is one. */
  store(draft: FactDraft, by: string): Promise<Result<Fact>>
  /** The fact that says the same. */
  known(text: string): Promise<Fact | undefined>
  /** The facts that somebody means who speaks of them in these words; one alone if it says just this. */
  meant(words: string): Promise<readonly Fact[]>
  find(id: string): Promise<Fact | undefined>
  /** The newest first; `after` is the id of the last one seen. */
  list(page: FactPage): Promise<readonly Fact[]>
  edit(id: string, text: string, by: string): Promise<Result<Fact>>
  /** For good: the text is gone from the table, the index and the list of subjects, and from the disk as soon as nobody else reads. */
  forget(id: string, by: string): Promise<Result<undefined>>
  export(): AsyncIterable<Fact>
  manners(): Promise<Manners>
  setManners(change: Partial<Manners>, by: string): Promise<Result<Manners>>
}

const MAX_RECALLED = 100
const MAX_PAGE = 1_000

export function createFactBook({
  store,
  index,
  clock,
  record,
  lossy,
  scrub,
  now = () => clock.now(),
}: FactBookOptions): FactBook {
  const ids = createFactIds()
  const parts: BookParts = { store, index, clock, record, now, scrub, newId: prefix => ids(prefix, now()) }
  const shares = createWordShares(store)
  const aligned = once(async () => {
    await alignAll(parts)
    await scrubIfDue(parts)
  })
  const complete = (fact: Parameters<typeof withContradictions>[1]): Promise<Fact> => withContradictions(parts, fact)
  const change = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
    safely(async () => (await aligned(), work()))

  return {
    async recall(query, { limit }) {
      await aligned()
      const most = Math.min(MAX_RECALLED, Math.max(0, Math.floor(limit)))
      const ranked =
        most > 0 ? await recallFacts(query, most, { store, index, now: now(), shareOf: await shares() }) : []
      return Promise.all(ranked.map(async (fact: RankedFact) => ({ ...(await complete(fact)), score: fact.score })))
    },
    async countUses(used) {
      const unflushed = used.length === 0 ? store : ((await lossy?.()) ?? store)
      for (const id of new Set(used)) await countUse({ ...parts, store: unflushed }, id)
    },
    propose: draft => safely(() => addWish(parts, draft)),
    pending: async () => Promise.all((await openWishes(store)).map(wish => asPending(parts, wish))),
    decide: (id, decision, by) => change(() => decideWish(parts, id, { decision, by })),
    store: (draft, by) => change(() => storeFact(parts, draft, by)),
    async known(text) {
      const fact = await findSame(store, text)
      return fact && complete(fact)
    },
    async meant(words) {
      await aligned()
      return Promise.all((await meantFacts(words, parts)).map(complete))
    },
    async find(id) {
      const row = await findFact(store, id)
      return row && complete(row.value)
    },
    async list({ after = '', limit }) {
      const rows = await store.list(FACTS, { after, limit: Math.min(limit, MAX_PAGE) })
      return Promise.all(rows.flatMap(({ key, value }) => decodeFact(key, value) ?? []).map(complete))
    },
    edit: (id, text, by) => change(() => editFact(parts, id, { text, by })),
    forget: (id, by) => change(() => forgetFact(parts, id, by)),
    manners: () => readManners(store),
    setManners: (wanted, by) => change(() => changeManners(parts, wanted, by)),
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
