import type { LoadedWindow, StoredSession } from './loaded-window.ts'
import type { SessionRecord } from './session-records.ts'
import type { SessionState } from './session-state.ts'

export type KnownSession = {
  readonly state: SessionState
  /** Undefined until it was read: nobody is told the version of a row that he has made. */
  readonly version: StoredSession['version'] | undefined
  readonly loaded: LoadedWindow
  /** The store's version at that time; while it is the same, all of this is true. */
  readonly at: number | undefined
}

/**
 * Conversations as this process last read or wrote them, so that a turn need not read again what it has just remembered. Never believed
 * unless the session's row still says the same.
 */
export type WindowMemory = {
  readonly get: (id: string) => KnownSession | undefined
  readonly keep: (id: string, known: KnownSession) => void
  /** These records were written behind what is known, and counted. */
  readonly extend: (id: string, written: Omit<KnownSession, 'loaded'>, records: readonly SessionRecord[]) => void
  readonly forget: (id: string) => void
}

const MAX_SESSIONS = 50
const MAX_MESSAGES = 1_000
const MAX_CHARACTERS = 200_000 // what is longer is read again: it would fill the memory of a server

export function createWindowMemory(): WindowMemory {
  const known = new Map<string, KnownSession>() // the one used longest ago first
  const forget = (id: string): void => void known.delete(id)
  function keep(id: string, session: KnownSession): void {
    forget(id)
    if (isLong(session.loaded)) return
    known.set(id, session)
    const oldest = known.keys().next().value
    if (known.size > MAX_SESSIONS && oldest !== undefined) forget(oldest)
  }
  return {
    get: id => known.get(id),
    keep,
    forget,
    extend(id, written, records) {
      const before = known.get(id)?.loaded ?? emptyWindow(id)
      if (before.last + records.length !== written.state.seen) return forget(id)
      keep(id, { ...written, loaded: extended(before, written.state, records) })
    },
  }
}

const emptyWindow = (id: string): LoadedWindow => ({
  conversation: { id, knowledge: [], messages: [], turns: 0, from: 0 },
  from: 0,
  entries: [],
  last: 0,
})

function extended(
  { conversation, from, entries, last }: LoadedWindow,
  { turns }: SessionState,
  records: readonly SessionRecord[],
): LoadedWindow {
  const added = records.flatMap((record, index) =>
    record.kind === 'message' ? [{ seq: last + index + 1, message: record.message }] : [],
  )
  const messages = [...conversation.messages, ...added.map(({ message }) => message)]
  return {
    conversation: { ...conversation, messages, turns },
    from,
    entries: [...entries, ...added],
    last: last + records.length,
  }
}

function isLong({ conversation: { knowledge, messages } }: LoadedWindow): boolean {
  if (messages.length > MAX_MESSAGES) return true
  let characters = 0
  for (const text of knowledge) characters += text.length
  for (const { text } of messages) characters += text.length
  return characters > MAX_CHARACTERS
}

/** The same records were counted, and the window begins where it did. A turn's id occurs once, also where a session was made anew. */
export const isSameState = (one: SessionState, other: SessionState): boolean =>
  one.seen === other.seen &&
  one.after === other.after &&
  one.cleared === other.cleared &&
  one.lastTurn === other.lastTurn
