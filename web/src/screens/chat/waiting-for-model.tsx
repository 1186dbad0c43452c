import type { JSX } from 'preact'
import { useNow } from '../../parts/use-now.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { countdown, limitOf } from '../../text/format.ts'
import { words } from '../../words.ts'

const PATIENCE = 3000 // ms in which a model that is loaded has begun

/** A server that loads a model says nothing meanwhile, so the time is told. */
export function WaitingForModel({
  state,
  limit,
}: {
  readonly state: TurnState
  readonly limit: number | null
}): JSX.Element | null {
  const now = useNow(1000)
  const last = state.attempts.at(-1)
  if (state.status !== 'running' || !last || last.completed !== null || last.text !== '' || state.draft !== '')
    return null
  const waited = now - Date.parse(last.started.ts)
  return waited < PATIENCE ? null : (
    <p class="notice quiet-notice" data-testid="waiting-for-model">
      {words.chat.loadingModel(countdown(waited), limit === null ? null : limitOf(limit))}
    </p>
  )
}
