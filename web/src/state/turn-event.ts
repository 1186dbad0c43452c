import type { EvidenceFinding, EvidenceVerdict, SessionEvent } from 'shapes'

/** All events of a session's stream. */
export type ConsoleEvent = SessionEvent | EvidenceChecked

export type EvidenceChecked = {
  readonly id: number
  readonly ts: string
  readonly session_id: string
  readonly turn_id: string
  readonly type: 'evidence.checked'
  readonly attempt: number
  readonly verdict: EvidenceVerdict
  readonly findings: readonly EvidenceFinding[]
  readonly mark: string | null
  readonly then: 'delivered' | 'corrected' | 'withheld'
}

export type EventOf<Type extends ConsoleEvent['type']> = Extract<ConsoleEvent, { readonly type: Type }>
