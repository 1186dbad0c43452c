import type { Sensitivity } from '../fact.ts'

export type Consent = 'hybrid' | 'strict' | 'silent'

/** Who noticed the fact: the rules, a model that has only pointed at the user's words, or a model that has put the question itself. */
export type NoticedBy = 'rules' | 'model' | 'question'

export type ConsentCase = {
  readonly sensitivity: Sensitivity
  /** The user said "remember". */
  readonly explicit: boolean
  readonly noticedBy: NoticedBy
  /** Rated as sensitive only because no rule knows it, and nothing in it speaks against it. */
  readonly isOrdinary?: boolean
}

/**
 * What is sensitive is asked in every mode, also after "remember": the words "remember my sister's address" can be pasted as easily as the
 * address, and a mode that is called strict must not store what the recommended one asks. What is only unknown is kept if he asked for it.
 */
export function consentTo(
  { sensitivity, explicit, noticedBy, isOrdinary = false }: ConsentCase,
  consent: Consent,
): 'store' | 'ask' | 'refuse' {
  if (sensitivity === 'secret') return 'refuse'
  const mayKeep = isOrdinary && explicit && noticedBy === 'rules' && consent !== 'strict'
  if (sensitivity === 'sensitive') return mayKeep ? 'store' : 'ask'
  if (noticedBy === 'question') return 'ask'
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
