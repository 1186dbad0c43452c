import type { Fact, PendingFact } from '../fact.ts'

/** Words of the person that a model would like to keep. */
export type FactProposal = {
  readonly text: string
  /** The person's own words, if `text` has others. */
  readonly span?: string
  /** `low`, or what makes it delicate; left out where the model did not say. */
  readonly sensitivity?: string
}
export type MemoryTurn = {
  readonly session: string
  readonly turn: string
  /** What the person typed, and nothing that was put into it. */
  readonly userMessage: string
  /** What was said and called before this turn, the oldest first. */
  readonly history: readonly {
    readonly role: 'user' | 'assistant' | 'call'
    readonly text: string
    readonly turn?: string
  }[]
  readonly proposals: readonly FactProposal[]
  readonly receipts: readonly string[]
}

type RefusedFact = { readonly text: string; readonly because: string }
/** What the person wants forgotten, where no single fact is meant: they must say which. */
type UnclearForgetting = { readonly what: string; readonly facts: readonly Fact[] }
export type ForgottenFacts = {
  readonly forgotten: Fact[]
  /** Open questions that were withdrawn. */
  readonly dropped: string[]
  readonly unclear: UnclearForgetting[]
  /** Nothing is stored about it. */
  readonly unknown: string[]
  readonly refused: RefusedFact[]
}
/** What became of a turn. */
export type MemoryReport = Readonly<ForgottenFacts> & {
  readonly stored: readonly Fact[]
  /** Those of them to which the person has just said yes. */
  readonly confirmed: readonly Fact[]
  readonly asked: readonly PendingFact[]
  /** Said again, and stored before this turn. */
  readonly known: readonly Fact[]
}
