import type { Catalog } from '../../catalog/index.ts'
import type {
  Clock,
  Executor,
  Fault,
  Gate,
  Json,
  JsonObject,
  PermitOffice,
  Proposal,
  Receipt,
  Scope,
  Vault,
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
      /** Why not, in the person's own words; the model is told. */
      readonly because?: string
    }
  | 'timeout'
  /** Somebody has decided it meanwhile through another door; the list of approvals knows how. */
  | 'decided'

/** Shows a call to a person and waits. Where there is nobody, there is no such function, and the question stays on the list. */
export type AskPerson = (approval: Approval, proposal: Proposal, signal: AbortSignal) => Promise<PersonAnswer>

/** Who is asked in one turn or call, where that is not whom the runtime asks: both left out means nobody. */
export type People = { readonly ask?: AskPerson | undefined; readonly askPermission?: AskPermission | undefined }

/** What is shown and stored goes through this first. */
export type OutputFilter = {
  readonly text: (text: string, tool: string) => string
  /** For what goes wrong: places on this machine are nobody's business. */
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
  /** Calls that somebody else runs. */
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
  /** It is with somebody else now, who will tell what came of it; there is neither a result nor a receipt yet. */
  readonly handedOver?: true
}

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

/** What is told of a call that gave nothing. */
export const refusal = (error: Fault, receipt: Receipt | null = null, notes: JsonObject = {}): CallResult => ({
  ok: false,
  text: error.message,
  data: null,
  receipt,
  fault: error,
  replayed: false,
  notes,
})
