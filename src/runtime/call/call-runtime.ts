import type { Catalog } from '../../catalog/index.ts'
import {
  type Clock,
  type Executor,
  type Fault,
  type Gate,
  type Json,
  type JsonObject,
  type PermitOffice,
  type Proposal,
  type Receipt,
  type Scope,
  type Vault,
  isJsonObject,
} from '../../core/index.ts'
import type { RunLimits } from '../../executors/index.ts'
import type { ResultCache } from '../../gates/index.ts'
import type { OpenLedger } from '../../ledger/index.ts'
import type { Approval, Approvals, AskPermission, DecidedBy } from '../../permissions/index.ts'
import type { CallCounter, HandedCalls, Handles, PlanStore } from '../../session/index.ts'

/** What is known of a call's scope before the call is made: the same for all calls of a turn. */
export type CallScope = Omit<Scope, 'counters' | 'approved' | 'step' | 'progress'>

export type PersonAnswer =
  | {
      readonly state: 'approved' | 'denied'
      readonly decidedBy: DecidedBy
      readonly credential: string
      /** The person's reason for a no; the model reads it. */
      readonly because?: string
    }
  | 'timeout'
  /** It was decided elsewhere meanwhile; the list of approvals holds the decision. */
  | 'decided'

/** Shows a call to a person and waits. Where there is no such function, the question stays on the list. */
export type AskPerson = (approval: Approval, proposal: Proposal, signal: AbortSignal) => Promise<PersonAnswer>

/** The people asked in one turn or call instead of those of the runtime. Both left out: nobody is asked. */
export type People = { readonly ask?: AskPerson | undefined; readonly askPermission?: AskPermission | undefined }

/** What is shown and stored goes through this first. */
export type OutputFilter = {
  /** `line` is the command line that the tool ran, if it runs one. */
  readonly text: (text: string, tool: string, line?: string) => string
  /** For error messages: paths of this machine are removed. */
  readonly message: (text: string) => string
  readonly json: <Value extends Json>(value: Value) => Value
}

export type CallRuntime = {
  readonly catalog: Catalog
  readonly executorOf: (tool: string) => Executor | undefined
  readonly permits: PermitOffice
  readonly gates: readonly Gate[]
  readonly ledger: OpenLedger
  readonly approvals: Approvals
  readonly counter: CallCounter
  readonly vault: Vault
  readonly handles: Handles
  readonly plans: PlanStore
  /** Calls that a client runs. */
  readonly handed: HandedCalls
  readonly cacheOf: (scope: Scope) => ResultCache
  readonly filter: OutputFilter
  readonly limits: RunLimits & { readonly maxResultChars: number; readonly resultReader: string }
  readonly clock: Clock
  readonly ask: AskPerson | undefined
}

/** What the model wrote and how it was read, for the attempt log; a person's own call has none. */
export type Attempt = JsonObject

export type CallResult = {
  readonly ok: boolean
  readonly text: string
  readonly data: Json | null
  readonly receipt: Receipt | null
  readonly fault: Fault | null
  readonly replayed: boolean
  readonly notes: JsonObject
  /** A client runs the call and will report the outcome. There is neither a result nor a receipt yet. */
  readonly handedOver?: true
}

/** The members of a result that are empty unless a call gave something. */
export const NO_RESULT = { text: '', data: null, receipt: null, fault: null, replayed: false } as const

/** A proposal that has come to its end, and what is known of how. */
export type Decided = {
  readonly proposal: Proposal
  readonly scope: Scope
  readonly attempt: Attempt | undefined
  /** From the gates, for the audit line. */
  readonly notes: JsonObject
  readonly decidedBy: string
  readonly uses: readonly string[]
}

/** The result of a call that was refused or failed. */
export const refusal = (error: Fault, receipt: Receipt | null = null, notes: JsonObject = {}): CallResult => ({
  ...NO_RESULT,
  ok: false,
  text: error.message,
  receipt,
  fault: error,
  notes,
})

/** How much a tool has taken back of what it did to files, if it has; it says so in its data. */
export function rolledBack(data: Json | null): { readonly restored: number; readonly removed: number } | undefined {
  const effects = isJsonObject(data) ? data['effects'] : undefined
  const undone = isJsonObject(effects) ? effects['rolled_back'] : undefined
  return isJsonObject(undone)
    ? { restored: Number(undone['restored'] ?? 0), removed: Number(undone['removed'] ?? 0) }
    : undefined
}
