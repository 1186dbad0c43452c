import type { JSX } from 'preact'
import { Link } from '../../parts/link.tsx'
import { MarkdownText } from '../../parts/markdown-text.tsx'
import type { TurnState } from '../../state/turn-state.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

/** A turn of which only the words are left. */
export function PlainTurn({ state }: { readonly state: TurnState }): JSX.Element {
  return (
    <article class="turn" data-turn={state.id}>
      {state.messages.map((message, index) =>
        message.role === 'call' ? (
          <p key={index} class="plain-call">
            <code>{visible(message.tool)}</code>
            {message.receipt_id && (
              <Link href={`/receipts?receipt=${message.receipt_id}`}>{shortId(message.receipt_id)}</Link>
            )}
          </p>
        ) : (
          <div key={index} class={`said ${message.role === 'user' ? 'you' : 'model'}`}>
            <span class="who">{message.role === 'user' ? words.chat.you : words.chat.model}</span>
            {message.role === 'user' ? (
              <p class="words">{visible(message.text)}</p>
            ) : (
              <MarkdownText text={message.text} />
            )}
          </div>
        ),
      )}
      <p class="faint">{words.chat.noStages}</p>
    </article>
  )
}
