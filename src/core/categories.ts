export type Category =
  | 'ToolNotFound'
  | 'InvalidParameters'
  | 'TypeMismatch'
  | 'PolicyBlocked'
  | 'ConfirmationRequired'
  | 'PermanentFailure'
  | 'Cancelled'
  | 'RateLimited'
  | 'ServerError'
  | 'NetworkError'
  | 'Timeout'

/** The eleven kinds of failure, and what may be tried after each (seed 003). */
export const CATEGORIES: Readonly<Record<Category, { readonly retryable: boolean; readonly reformat: boolean }>> = {
  ToolNotFound: { retryable: false, reformat: false },
  InvalidParameters: { retryable: true, reformat: true },
  TypeMismatch: { retryable: true, reformat: true },
  PolicyBlocked: { retryable: false, reformat: false },
  ConfirmationRequired: { retryable: false, reformat: false },
  PermanentFailure: { retryable: false, reformat: false },
  Cancelled: { retryable: false, reformat: false },
  RateLimited: { retryable: true, reformat: false },
  ServerError: { retryable: true, reformat: false },
  NetworkError: { retryable: true, reformat: false },
  Timeout: { retryable: true, reformat: false },
}

/** Is this the model's own slip, worth thinking about again? Never true for what policy or the world refused. */
export const isQualityFailure = (category: Category): boolean => CATEGORIES[category].reformat

export type FaultRow = {
  readonly category: Category
  /** The runtime's one reaction. */
  readonly then: 'retry' | 'rewrite' | 'tell' | 'halt'
  /** Whom the statistics charge. */
  readonly blame: 'model' | 'policy' | 'world' | 'user'
  /** Afterwards it is unknown whether the tool acted, so the same call is not repeated automatically. */
  readonly mayHaveActed?: true
  /** What it means, for people. */
  readonly meaning: string
  /** The last sentence that a model reads: what to do now. People read it too, unless there is a word for people. */
  readonly advice: string
  readonly forPeople?: string
}
