import type { ChatTurnRequest } from 'shapes'
import type { Console } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'

/** Sends a message; whether it went. What follows is told by the session's events. */
export async function askIn(
  app: Console,
  session: Session,
  request: Omit<ChatTurnRequest, 'session_id' | 'wait'>,
): Promise<boolean> {
  const answer = await session.say(request)
  if (!answer.ok) app.toast(`${answer.error.message} ${answer.error.advice}`)
  return answer.ok
}
