import type { SessionEvent } from 'shapes'

/** All events of a session's stream. */
export type ConsoleEvent = SessionEvent

export type EventOf<Type extends ConsoleEvent['type']> = Extract<ConsoleEvent, { readonly type: Type }>
