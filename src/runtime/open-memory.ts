import { join } from 'node:path'
import type { Clock, JsonObject, Scope } from '../core/index.ts'
import type { OpenLedger } from '../ledger/index.ts'
import { type Consent, type FactBook, type MemoryTurn, consentOf, createFactBook, memorySettings } from '../memory/index.ts'
import { openSqliteStore, openSqliteTextIndex } from '../storage/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'

/** What is remembered of the person, and what a model has proposed to remember in the turns that are under way. */
export type Memory = {
  readonly book: FactBook
  readonly consent: Consent
  readonly recallLimit: number
  readonly propose: (text: string, scope: Scope, span?: string) => void
  /** What was proposed in this turn; afterwards it is forgotten. */
  readonly takeProposals: (turn: string) => MemoryTurn['proposals']
  readonly close: () => Promise<void>
}

export type MemoryOptions = {
  /** The state folder of this workspace. */
  readonly own: string
  readonly config: MergedConfig
  readonly clock: Clock
  readonly ledger: OpenLedger
}

/** Undefined where it is switched off. */
export function openMemory({ own, config, clock, ledger }: MemoryOptions): Memory | undefined {
  const settings = valuesOf(config, memorySettings)
  if (!settings.enabled) return undefined
  const proposals = new Map<string, MemoryTurn['proposals']>()
  const record = (event: JsonObject): ReturnType<OpenLedger['append']> =>
    ledger.append({ type: 'system', body: ({ at }) => ({ ts: at, ...event }) })
  const files = openLater(own, clock)
  return {
    book: laterBook(async () => {
      const { store, index } = await files.open()
      return createFactBook({ store, index, clock, now: () => ledger.now(), record })
    }),
    consent: consentOf(settings),
    recallLimit: settings.recall_limit,
    propose(text, { turn }, span) {
      proposals.set(turn, [...(proposals.get(turn) ?? []), { text, ...(span !== undefined && { span }) }])
    },
    takeProposals(turn) {
      const taken = proposals.get(turn) ?? []
      proposals.delete(turn)
      return taken
    },
    close: files.close,
  }
}

type Files = {
  readonly store: Awaited<ReturnType<typeof openSqliteStore>>
  readonly index: Awaited<ReturnType<typeof openSqliteTextIndex>>
}

/** Most commands never ask for a fact, so the files are opened by the first that does. */
function openLater(own: string, clock: Clock): { readonly open: () => Promise<Files>; readonly close: () => Promise<void> } {
  let opening: Promise<Files> | undefined
  const open = async (): Promise<Files> => ({
    store: await openSqliteStore({ path: join(own, 'memory.db'), clock }),
    index: await openSqliteTextIndex({ path: join(own, 'memory-words.db') }),
  })
  return {
    open: () => (opening ??= open()),
    async close() {
      const files = await opening
      await Promise.all([files?.store.close(), files?.index.close()])
    },
  }
}

function laterBook(open: () => Promise<FactBook>): FactBook {
  let opening: Promise<FactBook> | undefined
  const book = (): Promise<FactBook> => (opening ??= open())
  return {
    recall: async (query, options) => (await book()).recall(query, options),
    propose: async draft => (await book()).propose(draft),
    pending: async () => (await book()).pending(),
    decide: async (id, decision, by) => (await book()).decide(id, decision, by),
    store: async (draft, by) => (await book()).store(draft, by),
    known: async text => (await book()).known(text),
    list: async page => (await book()).list(page),
    edit: async (id, text, by) => (await book()).edit(id, text, by),
    forget: async (id, by) => (await book()).forget(id, by),
    async *export() {
      yield* (await book()).export()
    },
  }
}
