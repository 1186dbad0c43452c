import { join } from 'node:path'
import type { Clock, JsonObject, Scope } from '../core/index.ts'
import type { OpenLedger } from '../ledger/index.ts'
import {
  type Consent,
  type FactProposal,
  type FactStore,
  type IsSecret,
  consentOf,
  createFactStore,
  memorySettings,
} from '../memory/index.ts'
import { openSqliteStore, openSqliteTextIndex } from '../storage/index.ts'
import type { OutputFilter } from './call/call-runtime.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'

/** What turns use of the memory, and what a model has proposed to remember in the turns that are under way. */
export type Memory = {
  readonly facts: FactStore
  readonly consent: Consent
  readonly isSecret: IsSecret
  readonly recallLimit: number
  readonly propose: (proposal: FactProposal, scope: Pick<Scope, 'turn'>) => void
  /** These facts were shown in this turn. */
  readonly noteUse: (ids: readonly string[], scope: Pick<Scope, 'turn'>) => void
  /** What was proposed and shown in this turn; afterwards it is forgotten. */
  readonly take: (turn: string) => Noted
}
type Noted = { readonly proposals: readonly FactProposal[]; readonly used: readonly string[] }

type OpenMemory = {
  /** What was kept can be seen and deleted, also where nothing more is remembered. */
  readonly facts: FactStore
  /** Undefined where it is switched off. */
  readonly memoryIn: (config: MergedConfig) => Memory | undefined
  readonly close: () => Promise<void>
}

type MemoryOptions = {
  /** The state folder of this workspace. */
  readonly own: string
  readonly clock: Clock
  readonly ledger: OpenLedger
  /** What is never shown is never kept. The filter is made after the memory. */
  readonly filter: () => OutputFilter
}

export function openMemory({ own, clock, ledger, filter }: MemoryOptions): OpenMemory {
  const record = (event: JsonObject): ReturnType<OpenLedger['append']> =>
    ledger.append({ type: 'system', body: ({ at }) => ({ ts: at, ...event }) })
  const isSecret = (text: string): boolean => filter().json(text) !== text
  const files = openLater(own, clock)
  const facts = laterStore(async () => {
    const { store, index } = await files.open()
    const scrub = async (): Promise<void> => {
      await store.scrub()
      await index.scrub()
    }
    const { lossy } = files
    return createFactStore({ store, index, clock, now: () => ledger.now(), record, isSecret, lossy, scrub })
  })
  const memoryIn = (config: MergedConfig): Memory | undefined => {
    const settings = valuesOf(config, memorySettings)
    if (!settings.enabled) return undefined
    const { recall_limit: recallLimit } = settings
    return { facts: pausable(facts), consent: consentOf(settings), isSecret, recallLimit, ...createNotes() }
  }
  return { facts, memoryIn, close: files.close }
}

/** While memory is paused, turns recall nothing; people still see all of it. */
const pausable = (facts: FactStore): FactStore => ({
  ...facts,
  recall: async (query, options) => ((await facts.manners()).paused ? [] : facts.recall(query, options)),
})

const MAX_NOTED = 256 // turns; calls that belong to none are never taken

/** What is noted while turns go on. */
function createNotes(): Pick<Memory, 'propose' | 'noteUse' | 'take'> {
  const turns = new Map<string, Noted>()
  const note = (turn: string, { proposals = [], used = [] }: Partial<Noted>): void => {
    const before = turns.get(turn) ?? NOTHING_NOTED
    turns.set(turn, { proposals: [...before.proposals, ...proposals], used: [...before.used, ...used] })
    const [oldest] = turns.keys()
    if (turns.size > MAX_NOTED && oldest !== undefined) turns.delete(oldest)
  }
  return {
    propose: (proposal, { turn }) => note(turn, { proposals: [proposal] }),
    noteUse: (used, { turn }) => note(turn, { used }),
    take(turn) {
      const taken = turns.get(turn) ?? NOTHING_NOTED
      turns.delete(turn)
      return taken
    },
  }
}

const NOTHING_NOTED: Noted = { proposals: [], used: [] }

type SqliteStore = Awaited<ReturnType<typeof openSqliteStore>>
type Files = { readonly store: SqliteStore; readonly index: Awaited<ReturnType<typeof openSqliteTextIndex>> }
type LaterFiles = {
  readonly open: () => Promise<Files>
  /** The same file once more, without flushing. */
  readonly lossy: () => Promise<SqliteStore>
  readonly close: () => Promise<void>
}

/** Most commands never ask for a fact, so the files are opened by the first that does. */
function openLater(own: string, clock: Clock): LaterFiles {
  let opening: Promise<Files> | undefined
  let lossy: Promise<SqliteStore> | undefined
  const path = join(own, 'memory.db')
  const open = async (): Promise<Files> => ({
    store: await openSqliteStore({ path, clock, erases: true }),
    index: await openSqliteTextIndex({ path: join(own, 'memory-words.db'), erases: true }),
  })
  return {
    open: () => (opening ??= open()),
    lossy: () => (lossy ??= openSqliteStore({ path, clock, erases: true, durability: 'NORMAL' })),
    async close() {
      const [files, unflushed] = await Promise.all([opening, lossy])
      await Promise.all([files?.store.close(), files?.index.close(), unflushed?.close()])
    },
  }
}

function laterStore(open: () => Promise<FactStore>): FactStore {
  let opening: Promise<FactStore> | undefined
  const facts = (): Promise<FactStore> => (opening ??= open())
  return {
    recall: async (query, options) => (await facts()).recall(query, options),
    propose: async draft => (await facts()).propose(draft),
    pending: async () => (await facts()).pending(),
    decide: async (id, decision, by) => (await facts()).decide(id, decision, by),
    store: async (draft, by) => (await facts()).store(draft, by),
    known: async text => (await facts()).known(text),
    countUses: async ids => (await facts()).countUses(ids),
    meant: async words => (await facts()).meant(words),
    find: async id => (await facts()).find(id),
    list: async page => (await facts()).list(page),
    edit: async (id, text, by) => (await facts()).edit(id, text, by),
    forget: async (id, by) => (await facts()).forget(id, by),
    manners: async () => (await facts()).manners(),
    setManners: async (change, by) => (await facts()).setManners(change, by),
    async *export() {
      yield* (await facts()).export()
    },
  }
}
