import type { JSX } from 'preact'
import { Dialog } from '../../parts/dialog.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import type { TurnState } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { callsToTry } from './calls-to-try.ts'
import { DryRunOfCall } from './dry-run-of-call.tsx'

const say = words.chat
const MOST = 20

/** A dry run of every call of a turn. */
export function DryRunOfTurn({
  state,
  onClose,
}: {
  readonly state: TurnState
  readonly onClose: () => void
}): JSX.Element {
  const calls = callsToTry(state)
  return (
    <Dialog title={say.dryRun} onClose={onClose} wide>
      <p class="faint">{say.dryRunNote}</p>
      <ol class="call-list" data-testid="dry-run-turn">
        {calls.slice(0, MOST).map(call => (
          <li key={call.id}>
            <code>{visible(call.tool)}</code>
            <JsonText value={call.ended?.args ?? {}} label={words.detail.arguments} fold={400} />
            <DryRunOfCall call={call} isAtOnce />
          </li>
        ))}
      </ol>
      {calls.length > MOST && <p class="faint">{say.dryRunMore(calls.length - MOST)}</p>}
    </Dialog>
  )
}
