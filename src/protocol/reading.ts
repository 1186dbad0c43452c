import { type CallRequest, type Fault, type Fixup, type JsonObject, type ToolCall, fault } from '../core/index.ts'

/** Where in the reading a reply failed; the first failure is the one that counts. */
export type Layer = 'extract' | 'parse' | 'envelope' | 'tool' | 'nonce' | 'args'

export type Rejection = {
  readonly layer: Layer
  readonly fault: Fault
  /** What was put right before it failed all the same. */
  readonly fixups: readonly Fixup[]
}

/** What stood in the reply besides the call that runs. */
export type Ignored = { readonly objects: number; readonly text: boolean }

/** What a reply means. */
export type Move =
  | { readonly kind: 'calls'; readonly calls: readonly [ToolCall, ...ToolCall[]] }
  | { readonly kind: 'final' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

type RejectedMove = Extract<Move, { readonly kind: 'rejected' }>

export type Reading = {
  readonly move: Move
  /** The reply's prose: all of it without a call, what stands around the calls otherwise. */
  readonly text: string
  /** The prose before the first call of the text. Prose after a call was written without knowing its result. */
  readonly before?: string
  readonly ignored: Ignored
  /** All that was read as a call, valid or not, for the attempt log. */
  readonly requests: readonly CallRequest[]
  /** What became of each call that was meant, in order. Empty where the whole reply was refused, or calls nothing. */
  readonly answers: readonly CallAnswer[]
  /** The calls came in the provider's own field, which expects a result for every one of them. */
  readonly isNative?: true
  /** Set when the answer field was empty and the call stood in the model's reasoning. */
  readonly recoveredFrom?: 'reasoning'
}

/** A call of a reply: it can run, or it is refused with the reason. */
export type CallAnswer = {
  /** As the provider numbered it, if it did. */
  readonly id?: string | undefined
  readonly requested: string
  readonly args: JsonObject
} & ({ readonly call: ToolCall } | { readonly rejection: Rejection })

/** The reason of a rejection after which a model may also say that it called nothing. */
export const DOUBTFUL = 'doubtful'

/** A format failure; `reason` is a short word for programs. */
export const rejected = (layer: Layer, message: string, reason: string): RejectedMove => ({
  kind: 'rejected',
  rejection: { layer, fault: fault('tool_call_invalid_format', message, { reason }), fixups: [] },
})

export const rejectedAs = (layer: Layer, refusal: Fault): RejectedMove => ({
  kind: 'rejected',
  rejection: { layer, fault: refusal, fixups: [] },
})

export const CANNOT_BE_READ: RejectedMove = rejected('parse', 'The call cannot be read for certain.', 'not-readable')

export const withFixups = (move: Move, fixups: readonly Fixup[]): Move =>
  move.kind === 'rejected' ? { kind: 'rejected', rejection: { ...move.rejection, fixups } } : move
