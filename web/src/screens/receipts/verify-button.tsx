import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { VerifyReply } from 'shapes'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'
import type { Checked } from './checked-state.ts'

const say = words.receipts

type VerifyButtonProps = { readonly session: string; readonly onChecked: (checked: Checked) => void }

/** Runs the real check on the server, for all or for a conversation. */
export function VerifyButton({ session, onChecked }: VerifyButtonProps): JSX.Element {
  const { api, toast } = useConsole()
  const isBusy = useSignal(false)
  const verify = async (): Promise<void> => {
    isBusy.value = true
    const answer = await api.send<VerifyReply>(
      'POST',
      '/api/audit/verify',
      session === '' ? {} : { session_id: session },
    )
    isBusy.value = false
    if (answer.ok) onChecked({ result: answer.value, session })
    else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  return (
    <button type="button" class="strong" disabled={isBusy.value} onClick={() => void verify()} data-testid="verify-all">
      {isBusy.value ? say.verifying : session === '' ? say.verifyAll : say.verifyThese}
    </button>
  )
}
