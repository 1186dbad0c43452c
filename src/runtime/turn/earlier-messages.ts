import type { Conversation, SessionStore } from '../../session/index.ts'

/** What was said in the session before this turn: read once, because nobody else may add to it until the turn has ended. */
export type EarlierMessages = {
  readonly load: () => Promise<Conversation>
  /** It was compressed, so the next one who asks reads it again. */
  readonly forget: () => void
}

/** A session that was made for this turn holds nothing to read. */
export function createEarlierMessages(
  sessions: Pick<SessionStore, 'load'>,
  { session, isNew }: { readonly session: string; readonly isNew: boolean },
): EarlierMessages {
  const nothing: Conversation = { id: session, knowledge: [], messages: [], turns: 0, from: 0 }
  let known: Promise<Conversation> | undefined = isNew ? Promise.resolve(nothing) : undefined
  const forget = (): void => {
    known = undefined
  }
  return {
    async load() {
      known ??= sessions.load(session)
      try {
        return await known
      } catch (thrown) {
        forget() // whoever asks next may find what was in the way gone
        throw thrown
      }
    },
    forget,
  }
}
