import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { LookedAtReply, UnknownOutcomeView } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { usePost } from '../../parts/use-post.ts'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.receipts.unknown
const MOST = 10 // the others come up when these are looked at

/** Calls that began and whose end was never recorded, each with what to look at, until somebody has. */
export function UnknownCalls(): JSX.Element | null {
  const unknown = useConsole().workspace.unknown.value.value ?? []
  if (unknown.length === 0) return null
  return (
    <section class="unknown-calls" aria-labelledby="unknown-title" data-testid="unknown-calls">
      <h2 id="unknown-title">{say.title(unknown.length)}</h2>
      <p>{say.why}</p>
      <ul>
        {unknown.slice(0, MOST).map(call => (
          <UnknownCall key={call.call_id} call={call} />
        ))}
      </ul>
      {unknown.length > MOST && <p>{say.more(unknown.length - MOST)}</p>}
    </section>
  )
}

function UnknownCall({ call }: { readonly call: UnknownOutcomeView }): JSX.Element {
  const { workspace } = useConsole()
  const post = usePost()
  const isBusy = useSignal(false)
  const lookedAt = async (): Promise<void> => {
    isBusy.value = true
    await post<LookedAtReply>(`/api/audit/unknown/${encodeURIComponent(call.call_id)}/looked-at`, {})
    await workspace.unknown.load()
    isBusy.value = false
  }
  return (
    <li>
      <p>
        <code>{visible(call.tool)}</code>: {visible(call.summary)}
      </p>
      <p class="faint">
        <Moment at={call.at} /> · {say.line(call.seq)} ·{' '}
        <Link href={`/?session=${encodeURIComponent(call.session_id)}`}>{say.conversation}</Link>
      </p>
      <p>
        <strong>{visible(call.look)}</strong>
      </p>
      <p class="row wrap">
        <button type="button" class="small" disabled={isBusy.value} onClick={() => void lookedAt()}>
          {say.looked}
        </button>
        <code class="wrap-anywhere faint">{visible(call.command)}</code> <CopyButton text={call.command} />
      </p>
    </li>
  )
}
