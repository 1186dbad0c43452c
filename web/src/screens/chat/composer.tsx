import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icon.tsx'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { words } from '../../words.ts'
import { askIn } from './ask-in.ts'

const keyOf = (session: Session): string => `countersign.draft.${session.id}`

/** Where messages are written. Enter sends; it never decides about a permission. */
export function Composer({ session }: { readonly session: Session }): JSX.Element {
  const app = useConsole()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => sessionStorage.getItem(keyOf(session)) ?? '')
  const isRunning = session.running.value !== null
  const isLost = app.workspace.connection.value.kind !== 'live'
  useEffect(() => sessionStorage.setItem(keyOf(session), text), [text])
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, 220)}px`
  }, [text])
  const send = async (): Promise<void> => {
    const message = text.trim()
    if (message === '' || isLost) return
    setText('')
    // A message that could not be sent is put back before the text typed meanwhile.
    if (!(await askIn(app, session, { message }))) setText(typed => (typed === '' ? message : `${message}\n${typed}`))
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form class="composer" onSubmit={event => (event.preventDefault(), void send())}>
      <label class="unseen" for="message">
        {words.chat.composer}
      </label>
      <textarea
        id="message"
        ref={field}
        rows={1}
        value={text}
        placeholder={words.chat.placeholder}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={press}
        data-slash
        dir="auto"
      />
      <div class="composer-acts">
        {isRunning && <StopButton onStop={() => void session.stop()} />}
        <button
          type="submit"
          class="strong send"
          disabled={text.trim() === '' || isLost}
          title={isRunning ? words.chat.queued : undefined}
        >
          <Icon name="send" />
          <span>{isRunning ? words.chat.queue : words.chat.send}</span>
        </button>
      </div>
    </form>
  )
}

function StopButton({ onStop }: { readonly onStop: () => void }): JSX.Element {
  return (
    <button type="button" class="small" onClick={onStop} title={words.chat.stopHint} data-testid="stop">
      <Icon name="stop" /> {words.chat.stop}
    </button>
  )
}
