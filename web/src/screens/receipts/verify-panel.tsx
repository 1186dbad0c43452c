import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { VerifyReply } from 'shapes'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'
import type { Checked } from './checked-state.ts'
import { VerifyResult } from './verify-result.tsx'

const say = words.receipts

type VerifyPanelProps = { readonly session: string; readonly onChecked: (checked: Checked) => void }

/** Runs the real check on the server, for all or for a conversation. */
export function VerifyPanel({ session, onChecked }: VerifyPanelProps): JSX.Element {
  const { api, toast } = useConsole()
  const result = useSignal<VerifyReply | null>(null)
  const isBusy = useSignal(false)
  const verify = async (): Promise<void> => {
    isBusy.value = true
    const answer = await api.send<VerifyReply>('POST', '/api/audit/verify', session === '' ? {} : { session_id: session })
    isBusy.value = false
    if (answer.ok) {
      result.value = answer.value
      onChecked({ result: answer.value, session })
    } else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  return (
    <div class="verify-panel">
      <button type="button" class="strong" disabled={isBusy.value} onClick={() => void verify()} data-testid="verify-all">
        {isBusy.value ? say.verifying : session === '' ? say.verifyAll : say.verifyThese}
      </button>
      <div role="status">{result.value && <VerifyResult result={result.value} />}</div>
    </div>
  )
}
