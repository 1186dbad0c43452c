import type { Sensitivity } from '../fact.ts'

export type Consent = 'hybrid' | 'strict' | 'silent'

export type ConsentCase = {
  /** The person said "remember" with these words; otherwise a model has pointed at them. */
  readonly isOwnCommand: boolean
  readonly sensitivity: Sensitivity
  /** The text holds digits or an address, which need consent in every mode. */
  readonly hasShape: boolean
  /** The words are whole sentences of a short message of this turn that quotes nobody. */
  readonly isPlain: boolean
}

/** "Remember" is consent to exactly the words behind it. For what a model noticed, the mode decides. */
export function consentTo(
  { isOwnCommand, sensitivity, hasShape, isPlain }: ConsentCase,
  consent: Consent,
): 'store' | 'ask' {
  if (hasShape) return 'ask'
  if (isOwnCommand) return 'store'
  if (!isPlain || consent === 'strict') return 'ask'
  const isEnough = sensitivity === 'low' || (sensitivity === 'unrated' && consent === 'silent')
  return isEnough ? 'store' : 'ask'
}
