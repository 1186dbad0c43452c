/** A secret is never stored; what is sensitive is stored only after a person said yes to it. */
export type Sensitivity = 'low' | 'sensitive' | 'secret'

/** The user's own words that a fact rests on, and where they stand in the message of that turn. */
export type Span = {
  readonly session: string
  readonly turn: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What somebody would like to keep. The book rates it again; a higher rating here counts, a lower one does not. */
export type FactDraft = {
  readonly text: string
  readonly subject?: string
  readonly sensitivity: Sensitivity
  /** Which rules spoke. */
  readonly kinds: readonly string[]
  readonly span: Span
  readonly session: string
  /** The last receipt of the turn in which it was said, if there is one. */
  readonly receipt: string | null
}

export type Fact = FactDraft & {
  readonly id: string
  readonly created: string
  /** How often it was recalled, and when last. */
  readonly used: number
  readonly lastUsed: string | null
  /** Facts that say something else about the same thing; all are kept until the person decides. */
  readonly contradicts: readonly string[]
}

/** Waits for a person. */
export type Pending = FactDraft & {
  readonly id: string
  readonly asked: string
  readonly contradicts: readonly string[]
}

export const MAX_FACT_TEXT = 500 // characters; what is longer is a document
