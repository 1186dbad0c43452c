import type { Catalog } from '../catalog/index.ts'
import type { EventReader, Model, Result, ToolCall, Trust, Workspace } from '../core/index.ts'
import type { RuleSet } from '../gates/index.ts'
import type { LedgerOptions, OpenLedger } from '../ledger/index.ts'
import type { FactBook } from '../memory/index.ts'
import type { Approvals, AskPermission, Broker, TrustStore } from '../permissions/index.ts'
import type { EventLog, SessionStore, TurnGate } from '../session/index.ts'
import type { JudgeModels } from './build-gates.ts'
import type { CallParts } from './call/call-parts.ts'
import type { MergedConfig } from './config/index.ts'
import type { Memory } from './open-memory.ts'
import type { PostHook } from './turn/post-hook.ts'
import type { ReceiptShelf } from './turn/receipt-shelf.ts'
import type { TurnValues } from './turn/turn-values.ts'

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

/** What only turns use. */
export type TurnNeeds = {
  readonly models: RuntimeModels
  readonly sessions: SessionStore
  /** What happened in sessions, for those who watch them from outside. */
  readonly events: EventLog
  readonly memory: Memory | undefined
  /** What is remembered, also where it is switched off: people want to see and delete what was kept before. */
  readonly facts: FactBook
  /** Run when a turn is over, however it ended. */
  readonly postHooks: readonly PostHook[]
  readonly turnGate: TurnGate
  readonly receiptShelf: ReceiptShelf
  readonly askPermission: AskPermission | undefined
  readonly eventReaders: readonly EventReader[]
  readonly routerThreshold: number
  readonly turnValues: TurnValues
  /** Tools that are offered wherever any tool is. */
  readonly alwaysOffered: readonly string[]
  /** Those that the program brings along. */
  readonly ownTools: readonly string[]
  /** Who answers in the turns that are under way. */
  readonly turnModels: Map<string, Model>
  /** Sessions whose conversation was just compressed, so that the turn under way must read it again. */
  readonly compacted: Set<string>
  /** Calls that a model has written twice, so that reading them took no guessing; or that a client gets with the word that they were mended. */
  readonly readTwice: WeakSet<ToolCall>
}

/** Everything that a door needs, put together once for one workspace. */
export type Runtime = TurnNeeds & {
  readonly root: string
  /** The person's files, by the same rules as tools. */
  readonly workspace: Workspace
  readonly catalog: Catalog
  /** Who runs tools, in the order in which they are asked. */
  readonly executors: readonly string[]
  readonly parts: CallParts
  readonly ledger: OpenLedger
  readonly ledgerOptions: LedgerOptions
  readonly broker: Broker
  readonly approvals: Approvals
  readonly trustStore: TrustStore
  readonly ruleSet: RuleSet
  readonly config: MergedConfig
  readonly trust: Trust
  readonly grantMs: (capability: string) => number
  readonly sessionHours: number
  /** Takes over what a newly read configuration says about commands: each command sees the old or the new, never a mix. */
  readonly reloadShell: (config: MergedConfig) => Promise<Result<undefined>>
  /** Writes what is still only noted. */
  readonly close: () => Promise<Result<undefined>>
}
