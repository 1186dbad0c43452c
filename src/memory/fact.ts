/** `unrated`: nobody said how delicate it is. What is not `low` is stored only after the person agreed. */
export type Sensitivity = 'low' | 'unrated' | 'sensitive'

/** The person's own words that a fact rests on, and where they stand in the message of that turn. */
export type FactSpan = {
  readonly session: string
  readonly turn: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A fact that somebody would like to keep. The store adds the shapes of its text, and never lowers the rating. */
export type FactDraft = {
  readonly text: string
  readonly sensitivity: Sensitivity
  /** What the model says the fact is about, and the shapes in its text: `health`, `number`. */
  readonly kinds: readonly string[]
  readonly span: FactSpan
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
  /** Facts that differ only in the last word; all are kept until the person decides. */
  readonly contradicts: readonly string[]
}

/** A fact that waits for the person's answer. */
export type PendingFact = FactDraft & {
  readonly id: string
  readonly asked: string
  readonly contradicts: readonly string[]
}

export const MAX_FACT_TEXT = 500 // characters; what is longer is a document
