import type { JSX } from 'preact'
import { Icon } from '../../parts/icon.tsx'
import type { TurnState } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

/** Why a turn ended before its answer, and what else a person should not overlook. */
export function StopNotice({ state }: { readonly state: TurnState }): JSX.Element {
  const lost = state.calls.filter(call => call.ended?.type === 'tool.failed' && call.ended.code === 'effect_not_allowed')
  return (
    <>
      {state.compacted && <p class="notice quiet-notice">{words.chat.compacted(state.compacted.before, state.compacted.after)}</p>}
      {lost.map(call => (
        <Notice key={call.id} code={call.ended?.code ?? ''} text={call.ended?.text ?? ''} />
      ))}
      {state.exceeded.map(event => (
        <Notice key={event.id} code={words.chat.exceeded(event.budget)} text={String(event.limit)} />
      ))}
      {state.stop && (
        <Notice
          code={state.status === 'stopped' ? words.chat.stopHook(state.stop.code) : state.stop.code}
          text={reason(state.stop.message)}
          isStop
        />
      )}
    </>
  )
}

/** The protocol's own words stand in the code already. */
const reason = (message: string): string => /^STOP_HOOK: [^\n]*\nReason: [a-z_]+ \(([\s\S]*)\)$/.exec(message)?.[1] ?? message

function Notice({ code, text, isStop = false }: { readonly code: string; readonly text: string; readonly isStop?: boolean }): JSX.Element {
  return (
    <div class={`notice ${isStop ? 'stop-notice' : ''}`} role="alert" data-testid="stop-notice">
      <Icon name="warn" size={18} />
      <div>
        <strong>
          <code>{code}</code>
        </strong>
        <p dir="auto">{visible(text)}</p>
      </div>
    </div>
  )
}
