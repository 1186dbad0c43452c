import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { BreakReply, ReceiptView, VerifyReply } from 'shapes'
import { usePost } from '../../parts/use-post.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { linkRows } from './check-rows.ts'
import { VerifyResult } from './verify-result.tsx'

const say = words.receipts

/** Verifies one receipt, then breaks a copy and shows that it is caught. */
export function ProveReceipt({ view }: { readonly view: ReceiptView }): JSX.Element {
  const post = usePost()
  const id = view.row.receipt_id
  const verified = useSignal<VerifyReply | null>(null)
  const broken = useSignal<BreakReply | null>(null)
  const verify = async (): Promise<void> =>
    void (verified.value = await post<VerifyReply>('/api/audit/verify', { receipt_id: id }))
  const breakIt = async (): Promise<void> =>
    void (broken.value = await post<BreakReply>('/api/audit/break', { receipt_id: id }))
  return (
    <div class="prove">
      <p class="row wrap">
        <button type="button" class="strong" onClick={() => void verify()} data-testid="verify-one">
          {say.verifyOne}
        </button>
        <button type="button" title={say.breakHint} onClick={() => void breakIt()} data-testid="break-it">
          {say.breakIt}
        </button>
      </p>
      <div role="status">
        {verified.value && (
          <VerifyResult result={{ ...verified.value, command: view.verify_command }} more={linkRows(view)} />
        )}
        {broken.value && <Broken broken={broken.value} />}
      </div>
    </div>
  )
}

export function Broken({ broken }: { readonly broken: BreakReply }): JSX.Element {
  return (
    <div class="broken" data-testid="broken">
      <p>
        <strong>{broken.result.failed.length > 0 ? say.caught : say.notCaught}</strong>{' '}
        {say.broke(broken.line, broken.byte)}
      </p>
      <p>
        <del>{visible(broken.before)}</del> → <ins>{visible(broken.after)}</ins>{' '}
        <code class="wrap-anywhere">{visible(broken.around)}</code>
      </p>
      <VerifyResult result={broken.result} wasBroken />
      <p class="faint">{say.breakHint}</p>
    </div>
  )
}
