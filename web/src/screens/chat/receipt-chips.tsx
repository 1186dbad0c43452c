import type { JSX } from 'preact'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import type { TurnState } from '../../state/turn-state.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

export function ReceiptChips({ state }: { readonly state: TurnState }): JSX.Element | null {
  const calls = state.calls.filter(call => call.receipt !== null)
  if (calls.length === 0) return null
  return (
    <ul class="chips receipts-of-turn" aria-label={words.chat.receipts}>
      {calls.slice(0, 12).map(call => (
        <li key={call.receipt}>
          <Link href={`/receipts?receipt=${call.receipt}`} class="chip" title={call.receipt ?? ''}>
            <Icon name="receipt" size={13} />
            {visible(call.tool)}
            <code>{shortId(call.receipt ?? '')}</code>
          </Link>
        </li>
      ))}
      {calls.length > 12 && (
        <li>
          <Link href="/receipts" class="chip">
            +{calls.length - 12}
          </Link>
        </li>
      )}
    </ul>
  )
}
