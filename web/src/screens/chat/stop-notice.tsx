import type { ComponentChildren, JSX } from 'preact'
import { FaultCode } from '../../parts/fault-code.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { askIn } from './ask-in.ts'

/** Why a turn ended without an answer, and other notices. */
export function StopNotice({ state, session }: { readonly state: TurnState; readonly session: Session }): JSX.Element {
  const app = useConsole()
  const lost = state.calls.filter(
    call => call.ended?.type === 'tool.failed' && call.ended.code === 'effect_not_allowed',
  )
  return (
    <>
      {state.compacted && (
        <p class="notice quiet-notice">{words.chat.compacted(state.compacted.before, state.compacted.after)}</p>
      )}
      {lost.map(call => (
        <Notice key={call.id} title={<FaultCode code={call.ended?.code ?? ''} />} text={call.ended?.text ?? ''} />
      ))}
      {state.exceeded.map(event => (
        <Notice key={event.id} title={words.chat.exceeded} text={words.chat.exceededBy(event.limit)} />
      ))}
      {state.stop && (
        <Notice
          title={
            <FaultCode code={state.stop.code}>
              {state.status === 'stopped' ? words.chat.stopHook(state.stop.code) : state.stop.code}
            </FaultCode>
          }
          text={reason(state.stop.message)}
          {...(state.status === 'failed' && { onRetry: () => void askIn(app, session, { message: state.message }) })}
          isStop
        />
      )}
    </>
  )
}

/** The protocol's own words stand in the code already. */
const reason = (message: string): string =>
  /^STOP_HOOK: [^\n]*\nReason: [a-z_]+ \(([\s\S]*)\)$/.exec(message)?.[1] ?? message

type NoticeProps = {
  readonly title: ComponentChildren
  readonly text: string
  readonly isStop?: boolean
  readonly onRetry?: () => void
}

function Notice({ title, text, isStop = false, onRetry }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${isStop ? 'stop-notice' : ''}`} role="alert" data-testid="stop-notice">
      <Icon name="warn" size={18} />
      <div>
        <strong>{title}</strong>
        <p dir="auto">{visible(text)}</p>
        {onRetry && (
          <button type="button" class="small" onClick={onRetry}>
            {words.chat.retry}
          </button>
        )}
      </div>
    </div>
  )
}
