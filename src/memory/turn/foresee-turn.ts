import { type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft, PendingFact } from '../fact.ts'
import type { FactStore } from '../fact-store.ts'
import type { MemoryReport, MemoryTurn } from './memory-turn.ts'
import { type MemoryParts, rememberTurn } from './remember-turn.ts'

/** What `rememberTurn` will do with a turn, without doing it: the answer may say so only if it is true. */
export const foreseeTurn = (turn: MemoryTurn, parts: MemoryParts): Promise<MemoryReport> =>
  rememberTurn(turn, { ...parts, facts: readOnly(parts.facts) })

const NEVER = ''
const unchanged = (): Result<never> => fail('effect_not_allowed', 'Nothing is changed while a turn is only foreseen.')

/** Answers as the store would, and changes nothing. */
function readOnly(facts: FactStore): FactStore {
  const gone = new Set<string>()
  return {
    recall: (query, options) => facts.recall(query, options),
    pending: async () => (await facts.pending()).filter(({ id }) => !gone.has(id)),
    known: text => facts.known(text),
    meant: async words => (await facts.meant(words)).filter(({ id }) => !gone.has(id)),
    find: id => facts.find(id),
    list: page => facts.list(page),
    export: () => facts.export(),
    countUses: async () => undefined,
    manners: () => facts.manners(),
    setManners: async () => unchanged(),
    propose: async draft => succeed<PendingFact>({ ...draft, id: NEVER, asked: NEVER, contradicts: [] }),
    store: async draft => succeed(asFact(draft)),
    edit: async () => unchanged(),
    async decide(id, decision) {
      const pending = (await facts.pending()).find(each => each.id === id)
      gone.add(id)
      return succeed(decision === 'store' && pending ? asFact(pending) : undefined)
    },
    async forget(id) {
      gone.add(id)
      return succeed(undefined)
    },
  }
}

const asFact = (draft: FactDraft): Fact => ({
  ...draft,
  id: NEVER,
  created: NEVER,
  used: 0,
  lastUsed: null,
  contradicts: [],
})
