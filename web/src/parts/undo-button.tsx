import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { CallReply } from 'shapes'
import { useConsole } from '../state/console.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'
import { Icon } from './icon.tsx'
import { Status } from './status.tsx'

const say = words.receipts

/** The confirmation replaces the button, so the focus goes to Cancel. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus()

type UndoProps = { readonly id: string; readonly ask: string; readonly onDone?: () => void }

/** Undoes a call after a confirmation. */
export function UndoButton({ id, ask, onDone }: UndoProps): JSX.Element {
  const { api, toast } = useConsole()
  const isAsking = useSignal(false)
  const result = useSignal<CallReply | null>(null)
  const undo = async (): Promise<void> => {
    const answer = await api.send<CallReply>('POST', `/api/receipts/${id}/undo`, {})
    isAsking.value = false
    if (!answer.ok) return toast(`${answer.error.message} ${answer.error.advice}`)
    result.value = answer.value
    onDone?.()
  }
  return (
    <div class="undo" data-testid="undo">
      {isAsking.value ? (
        <p class="row wrap">
          {ask}
          <button type="button" class="small" ref={takeFocus} onClick={() => (isAsking.value = false)}>
            {words.act.cancel}
          </button>
          <button type="button" class="small danger" onClick={() => void undo()}>
            {words.act.undo}
          </button>
        </p>
      ) : (
        <button type="button" class="small" onClick={() => (isAsking.value = true)}>
          <Icon name="undo" size={14} /> {say.undo}
        </button>
      )}
      <div role="status">
        {result.value && (
          <Status tone={result.value.ok ? 'ok' : 'bad'}>
            {result.value.ok ? say.undone : visible(result.value.fault?.message ?? result.value.text)}
          </Status>
        )}
      </div>
    </div>
  )
}
