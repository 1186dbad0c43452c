import { undoCall } from '../../../runtime/index.ts'
import { tell } from '../call/call.ts'
import { EXIT } from '../failure.ts'
import { visible } from '../terminal.ts'
import type { Chat, CommandWords } from './chat-state.ts'

/** The receipt that was named, or the newest of this session that tells of a change and was not taken back yet. */
export async function undoInChat({ rest, chat }: CommandWords): Promise<number> {
  const { terminal } = chat.target
  for (const receipt of rest === '' ? await candidates(chat) : [rest]) {
    const undone = await undoCall(receipt, chat.runtime)
    const changedNothing = !undone.ok && undone.error.code === 'undo_refused'
    if (changedNothing && rest === '') continue
    if (!undone.ok) {
      terminal.problem(visible(`${undone.error.code}: ${undone.error.message}`))
      return EXIT.refused
    }
    if (undone.value.ok) chat.undone.add(receipt)
    return tell(undone.value, {}, terminal)
  }
  terminal.problem('There is nothing to take back: no call of this session has changed a file.')
  return EXIT.refused
}

/** The newest first: of this chat, then what the conversation remembers. */
async function candidates({ runtime, session, receipts, undone }: Chat): Promise<readonly string[]> {
  const { messages } = await runtime.sessions.load(session)
  const remembered = messages.flatMap(each =>
    each.role === 'call' && each.ok && each.receipt !== undefined ? [each.receipt] : [],
  )
  const all = new Set([...receipts.toReversed(), ...remembered.toReversed()])
  return [...all].filter(receipt => !undone.has(receipt))
}
