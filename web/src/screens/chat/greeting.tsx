import type { JSX } from 'preact'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { askIn } from './ask-in.ts'

/** An empty conversation: one sentence, and messages that work here. */
export function Greeting({ session }: { readonly session: Session }): JSX.Element {
  const app = useConsole()
  const start = app.workspace.start.value.value
  return (
    <div class="greeting" data-testid="empty">
      <p class="greeting-title">{words.chat.empty}</p>
      {start && start.to_try.length > 0 && (
        <>
          <p class="faint">{words.chat.tryThis}</p>
          <ul class="suggestions">
            {start.to_try.slice(0, 4).map(text => (
              <li key={text}>
                <button type="button" onClick={() => void askIn(app, session, { message: text })}>
                  {visible(text)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
