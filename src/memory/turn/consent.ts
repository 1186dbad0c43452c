import type { Sensitivity } from '../fact.ts'

export type Consent = 'hybrid' | 'strict' | 'silent'

/** Who noticed the fact: the rules, a model that has only pointed at the user's words, or a model that has put the question itself. */
export type NoticedBy = 'rules' | 'model' | 'question'

export type ConsentCase = {
  readonly sensitivity: Sensitivity
  /** The user said "remember". */
  readonly explicit: boolean
  readonly noticedBy: NoticedBy
}

/**
 * What is sensitive is asked in every mode, also after "remember": the words "remember my sister's address" can be pasted as easily as the
 * address, and a mode that is called strict must not store what the recommended one asks.
 */
export function consentTo({ sensitivity, explicit, noticedBy }: ConsentCase, consent: Consent): 'store' | 'ask' | 'refuse' {
  if (sensitivity === 'secret') return 'refuse'
  if (sensitivity === 'sensitive' || noticedBy === 'question') return 'ask'
  if (explicit) return 'store'
  switch (consent) {
    case 'strict':
      return 'ask'
    case 'hybrid':
      return noticedBy === 'rules' ? 'store' : 'ask'
    case 'silent':
      return 'store'
  }
}
