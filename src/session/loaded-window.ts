import type { Conversation } from './conversation.ts'
import type { WindowMessage } from './message-window.ts'
import type { SessionState } from './session-state.ts'

/** What is kept of a session beside its records. */
export type StoredSession = { readonly state: SessionState; readonly version: number | 'absent' }

/** What a model may be shown of it. */
export type LoadedWindow = {
  readonly conversation: Conversation
  readonly from: number
  readonly entries: readonly WindowMessage[]
  /** The last record that was read. */
  readonly last: number
}
