import type { EventReader, Model, Result, ToolCall, Trust, Workspace } from '../core/index.ts'
import type { RuleSet } from '../gates/index.ts'
import type { LedgerOptions } from '../ledger/index.ts'
import type { FactStore } from '../memory/index.ts'
import type { AskPermission, Broker, TrustStore } from '../permissions/index.ts'
import type { EventLog, SessionStore, TurnGate } from '../session/index.ts'
import type { CallRuntime } from './call/call-runtime.ts'
import type { MergedConfig } from './config/index.ts'
import type { Memory } from './open-memory.ts'
import type { OwnTool } from './own-tool.ts'
import type { PostHook } from './turn/post-hook.ts'
import type { ReceiptCache } from './turn/receipt-cache.ts'
import type { TurnSettings } from './turn/turn-settings.ts'

/** Models that judge calls; a gate whose model is missing cannot be switched on. */
export type JudgeModels = { readonly guard?: Model | undefined; readonly adversarialPolicy?: Model | undefined }

/** Who answers, and who does one small thing for the one that answers. */
export type RuntimeModels = JudgeModels & {
  readonly main?: Model | undefined
  /** Says what a message is about, where rules do not decide. */
  readonly router?: Model | undefined
  /** Puts a long conversation into a few words. */
  readonly compress?: Model | undefined
  /** Puts wrong parameters right. */
  readonly reformat?: Model | undefined
}

/** What a tool may use of the turn that calls it. */
export type OpenConversation = {
  readonly model: Model
  /** Reads the conversation again, after it was compressed. */
  readonly reread?: () => Promise<void>
  /** Which part of what the turn may read is spent, from 0 to 1. */
  readonly spent?: () => number
}

/** What turns use, and the calls in them. */
export type TurnRuntime = CallRuntime & {
  readonly models: RuntimeModels
  readonly settings: TurnSettings
  /** The person's files, by the same rules as tools. */
  readonly workspace: Workspace
  readonly sessions: SessionStore
  readonly memory: Memory | undefined
  readonly broker: Broker
  readonly ruleSet: RuleSet
  readonly trust: Trust
  readonly grantMs: (capability: string) => number
  readonly askPermission: AskPermission | undefined
  readonly eventReaders: readonly EventReader[]
  /** Run when a turn is over, however it ended. */
  readonly postHooks: readonly PostHook[]
  readonly turnGate: TurnGate
  readonly clearResults: (session: string) => void
  readonly receiptCache: ReceiptCache
  /** Names of the tools that the program brings along. */
  readonly ownTools: readonly string[]
  /** The turns that are under way, by id. */
  readonly openTurns: Map<string, OpenConversation>
  /** Repaired calls that need no confirmation: the model wrote them twice, or a client is told of the repair. */
  readonly readTwice: WeakSet<ToolCall>
}

export type SharedWithTurns =
  | 'approvals'
  | 'broker'
  | 'catalog'
  | 'clock'
  | 'executorOf'
  | 'filter'
  | 'grantMs'
  | 'ledger'
  | 'memory'
  | 'models'
  | 'ownTools'
  | 'ruleSet'
  | 'sessions'
  | 'trust'
  | 'vault'
  | 'workspace'

/** What a new configuration brings along. */
export type ReloadedParts = {
  readonly config: MergedConfig
  readonly models?: RuntimeModels
  readonly tools?: readonly OwnTool[]
  readonly trust?: Trust
}

/** What surfaces use: put together once for one workspace. */
export type Runtime = Pick<TurnRuntime, SharedWithTurns> & {
  /** Used by functions of this room only. */
  readonly turns: TurnRuntime
  readonly root: string
  /** The workspace's own part of the state folder. */
  readonly own: string
  readonly config: MergedConfig
  readonly ledgerOptions: LedgerOptions
  readonly trustStore: TrustStore
  /** What happened in sessions, for those who watch them from outside. */
  readonly events: EventLog
  /** Stored facts, also while memory is off: people may see and delete what was kept before. */
  readonly facts: FactStore
  readonly sessionHours: number
  /** What a person should hear at the start: commands that were interrupted, and what became of their files. */
  readonly notices: readonly string[]
  /**
   * Takes over a newly read configuration, with its models, own tools and trust: each turn or call that begins sees the
   * old one or the new one, never a mix. Left as it was: where commands run, and where records are kept.
   */
  readonly reload: (next: ReloadedParts) => Promise<Result<undefined>>
  /** The context of a session is empty afterwards, and so is its result cache; the records keep everything. */
  readonly clearSession: (session: string) => Promise<Result<undefined>>
  /** Writes what is still only noted. */
  readonly close: () => Promise<Result<undefined>>
}
