import type { ChatTurnRequest } from 'shapes'
import type { Console } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'

/** Sends a message; true if the server accepted it. The session's events report the rest. */
export async function askIn(
  app: Console,
  session: Session,
  request: Omit<ChatTurnRequest, 'session_id' | 'wait'>,
): Promise<boolean> {
  const answer = await session.send(request)
  if (!answer.ok) app.toast(`${answer.error.message} ${answer.error.advice}`)
  return answer.ok
}
