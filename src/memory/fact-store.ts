import { randomBytes } from 'node:crypto'
import { type Clock, type Result, StorageFailure, type Store, type TextIndex } from '../core/index.ts'
import type { Fact, FactDraft, PendingFact } from './fact.ts'
import { alignAll, allFacts } from './store/align-index.ts'
import { countUse, editFact, forgetFact, storeFact, withContradictions } from './store/change-facts.ts'
import type { FactParts, IsSecret, RecordMemory } from './store/check-draft.ts'
import { FACTS, decodeFact, findFact, listPendingFacts } from './store/fact-rows.ts'
import { type Manners, changeManners, readManners } from './store/manners.ts'
import { type PendingDecision, addPending, decidePending } from './store/pending-facts.ts'
import { type RecallOptions, createWordCounts, meantFacts, recallFacts } from './store/recall-facts.ts'
import { findSame } from './store/same-facts.ts'
import { scrubIfDue } from './store/scrub.ts'

export type FactStoreOptions = {
  readonly store: Store
  /** For facts alone. */
  readonly index: TextIndex
  readonly clock: Clock
  /** The time that counts; the clock's, if left out. */
  readonly now?: () => number
  readonly record: RecordMemory
  /** Facts that hold a credential are refused. */
  readonly isSecret: IsSecret
  /** The same store over a connection that does not flush, for what may be lost: how often a fact was recalled. */
  readonly lossy?: () => Promise<Store>
  /** Takes the last bytes of what was removed from the disk; rejects with StorageFailure while it cannot. */
  readonly scrub?: () => Promise<void>
}
type FactRange = { readonly after?: string; readonly limit: number }

/**
 * Verbs with a Result turn a failing disk into a fault; those without reject with StorageFailure. `by` says who
 * decided, for the records.
 */
export interface FactStore {
  /** By words, then by recency and use. Contradictions come with each fact. */
  recall(query: string, options: RecallOptions): Promise<readonly (Fact & { readonly score: number })[]>
  /** Ranks facts that were recalled for an answer higher from now on. Not flushed: a loss of power may take it back. */
  countUses(ids: readonly string[]): Promise<void>
  /** Puts a fact before the person; it is not stored. */
  propose(draft: FactDraft): Promise<Result<PendingFact>>
  pending(): Promise<readonly PendingFact[]>
  decide(id: string, decision: PendingDecision, by: string): Promise<Result<Fact | undefined>>
  /** Answers with the fact that says the same, if there is one. */
  store(draft: FactDraft, by: string): Promise<Result<Fact>>
  /** The fact that says the same. */
  known(text: string): Promise<Fact | undefined>
  /** The facts that somebody means with these words: the one that says just this, or those that hold every word. */
  meant(words: string): Promise<readonly Fact[]>
  find(id: string): Promise<Fact | undefined>
  /** The newest first; `after` is the id of the last one seen. */
  list(range: FactRange): Promise<readonly Fact[]>
  edit(id: string, text: string, by: string): Promise<Result<Fact>>
  /** For good: the text is gone from table and index at once, and from the disk as soon as nobody else reads. */
  forget(id: string, by: string): Promise<Result<undefined>>
  export(): AsyncIterable<Fact>
  manners(): Promise<Manners>
  setManners(change: Partial<Manners>, by: string): Promise<Result<Manners>>
}

const MAX_RECALLED = 100
const MAX_PAGE = 1_000

export function createFactStore({ lossy, ...options }: FactStoreOptions): FactStore {
  const { store, index, clock, now = () => clock.now() } = options
  const parts: FactParts = { ...options, now, newId: createFactIds(now) }
  const counts = createWordCounts(store)
  const aligned = once(async () => {
    await alignAll(parts)
    await scrubIfDue(parts)
  })
  const complete = (fact: Omit<Fact, 'contradicts'>): Promise<Fact> => withContradictions(parts, fact)
  const change = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
    safely(async () => (await aligned(), work()))

  return {
    async recall(query, wanted) {
      await aligned()
      const limit = Math.min(MAX_RECALLED, Math.max(0, Math.floor(wanted.limit)))
      if (!(limit > 0)) return []
      const looking = { store, index, now: now(), counts: await counts() }
      const ranked = await recallFacts(query, { ...wanted, limit }, looking)
      return Promise.all(ranked.map(fact => withContradictions(parts, fact)))
    },
    async countUses(used) {
      const unflushed = used.length === 0 ? store : ((await lossy?.()) ?? store)
      for (const id of new Set(used)) await countUse({ ...parts, store: unflushed }, id)
    },
    propose: draft => safely(() => addPending(parts, draft)),
    pending: async () =>
      Promise.all((await listPendingFacts(store)).map(pending => withContradictions(parts, pending))),
    decide: (id, decision, by) => change(() => decidePending(parts, id, { decision, by })),
    store: (draft, by) => change(() => storeFact(parts, draft, by)),
    async known(text) {
      await aligned()
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

const LATEST = 36 ** 9 - 1 // in milliseconds, some time in the year 5188
const DIGITS = 9
const RANDOM_BYTES = 6

/** Ids count backwards in time, so a table that is read in order of its keys gives the newest first. */
function createFactIds(now: () => number): FactParts['newId'] {
  let last = LATEST + 1
  return prefix => {
    // Two of the same moment still have an order, and so have two between which the clock was set back.
    last = Math.max(0, Math.min(LATEST - Math.floor(now()), last - 1))
    return `${prefix}_${last.toString(36).padStart(DIGITS, '0')}${randomBytes(RANDOM_BYTES).toString('hex')}`
  }
}

/** A failure is tried again by the next caller. */
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
