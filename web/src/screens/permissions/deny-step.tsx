import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../../words.ts'

const say = words.permission

export function DenyStep({
  onBack,
  onDeny,
}: {
  readonly onBack: () => void
  readonly onDeny: (reason: string) => void
}): JSX.Element {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      class="card-step"
      onSubmit={event => (event.preventDefault(), onDeny(reason.trim()))}
      onKeyDown={event => event.key === 'Escape' && (event.stopPropagation(), onBack())}
    >
      <label>
        {say.reason}
        <textarea
          ref={field}
          rows={2}
          value={reason}
          onInput={event => setReason(event.currentTarget.value)}
          dir="auto"
        />
      </label>
      <p class="faint">{say.reasonHint}</p>
      <div class="row wrap">
        <button type="submit">{say.sendDenial}</button>
        <button type="button" class="quiet" onClick={onBack}>
          {words.act.back}
        </button>
      </div>
    </form>
  )
}
