import type { Sensitivity } from '../fact.ts'

export type Consent = 'hybrid' | 'strict' | 'silent'

export type ConsentCase = {
  /** The person said "remember" with these words; otherwise a model has pointed at them. */
  readonly isOwnCommand: boolean
  readonly sensitivity: Sensitivity
  /** The text holds digits or an address, which need consent in every mode. */
  readonly hasShape: boolean
  /** Whole sentences of a short message of one line that quotes nobody, or a command that stands alone. */
  readonly isPlain: boolean
}

/** "Remember", if it stands alone, is consent to exactly its words. For what a model noticed, the mode decides. */
export function consentTo(
  { isOwnCommand, sensitivity, hasShape, isPlain }: ConsentCase,
  consent: Consent,
): 'store' | 'ask' {
  if (hasShape || !isPlain) return 'ask'
  if (isOwnCommand) return 'store'
  if (consent === 'strict') return 'ask'
  const isEnough = sensitivity === 'low' || (sensitivity === 'unrated' && consent === 'silent')
  return isEnough ? 'store' : 'ask'
}
