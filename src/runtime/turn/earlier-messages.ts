import type { Conversation, SessionStore } from '../../session/index.ts'

/** The conversation before this turn. It is read once: the turn's lease keeps others from adding to it. */
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
        forget() // the next call tries again
        throw thrown
      }
    },
    forget,
  }
}
