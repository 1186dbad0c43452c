import type { Assessment, ToolOutput } from './executor.ts'
import type { Fault } from './faults.ts'
import type { Receipt } from './receipt.ts'
import type { Scope } from './scope.ts'
import type { ToolCall } from './tool-call.ts'

/** A call on its way, with what was found out about it before the first gate. */
export type Proposal = {
  readonly call: ToolCall
  readonly assessment: Assessment
  readonly definitionHash: string
  /** Equal for equal actions, whatever the order of their arguments. */
  readonly signature: string
  /** Same tool, same arguments, same event. */
  readonly idempotencyKey: string
}

/** What a person is asked. The whole call stands beside it, never cut. */
export type Question = {
  readonly reason: string
  readonly summary: string
}

export type Verdict =
  | { readonly kind: 'allow'; readonly notes?: readonly Note[]; readonly decidedBy?: string; readonly uses?: Uses }
  | { readonly kind: 'deny'; readonly fault: Fault; readonly notes?: readonly Note[] }
  | { readonly kind: 'ask'; readonly question: Question; readonly notes?: readonly Note[] }
  // done already; do not do it twice
  | ({ readonly kind: 'replay' } & EarlierResult)

/** What came of a call the first time: its output, or the fault with which it ended. */
export type EarlierResult =
  | { readonly receipt: Receipt; readonly output: ToolOutput }
  | { readonly receipt: Receipt; readonly fault: Fault }

/** Things that can be used once; the intent takes them, all or none, before the call acts. */
export type Uses = readonly string[]

/** Something that the records keep about a decision. `name` becomes a field of the audit line. */
export type Note = { readonly name: string; readonly value: string }

/** One check of one call. A gate answers; it never calls the next gate and never executes. */
export interface Gate {
  readonly name: string
  /** It judges what a model thought of; a person's own act passes it unseen. */
  readonly forModelsOnly?: boolean
  check(proposal: Proposal, scope: Scope): Verdict | Promise<Verdict>
}
