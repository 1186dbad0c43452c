import { type Result, fail, succeed } from '../../core/index.ts'
import type { Fact, FactDraft, Pending } from '../fact.ts'
import type { FactBook } from '../fact-book.ts'
import { type MemoryParts, type MemoryReport, type MemoryTurn, rememberTurn } from '../remember-turn.ts'

/** What `rememberTurn` will do with a turn, without doing it: the answer may say so only if it is true. */
export const foreseeTurn = (turn: MemoryTurn, { book, consent }: MemoryParts): Promise<MemoryReport> =>
  rememberTurn(turn, { book: readOnly(book), consent })

const NEVER = ''
const unchanged = (): Result<never> => fail('effect_not_allowed', 'Nothing is changed while a turn is only foreseen.')

/** Answers as the book would, and changes nothing. */
function readOnly(book: FactBook): FactBook {
  const gone = new Set<string>()
  return {
    recall: (query, options) => book.recall(query, options),
    pending: async () => (await book.pending()).filter(({ id }) => !gone.has(id)),
    known: text => book.known(text),
    meant: async words => (await book.meant(words)).filter(({ id }) => !gone.has(id)),
    find: id => book.find(id),
    list: page => book.list(page),
    export: () => book.export(),
    countUses: async () => undefined,
    manners: () => book.manners(),
    setManners: async () => unchanged(),
    propose: async draft => succeed<Pending>({ ...draft, id: NEVER, asked: NEVER, contradicts: [] }),
    store: async draft => succeed(asFact(draft)),
    edit: async () => unchanged(),
    async decide(id, decision) {
      const wish = (await book.pending()).find(each => each.id === id)
      gone.add(id)
      return succeed(decision === 'store' && wish ? asFact(wish) : undefined)
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
