import type { JSX } from 'preact'
import { useNow } from '../../parts/use-now.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { countdown, duration } from '../../text/format.ts'
import { words } from '../../words.ts'

/** How long it took, or how long it has been going on. */
export function Elapsed({ state: { startedAt, endedAt } }: { readonly state: TurnState }): JSX.Element | null {
  const now = useNow(1000)
  if (startedAt === null) return null
  const ms = (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)
  return <>{endedAt === null ? words.chat.atWork(countdown(ms)) : duration(ms)}</>
}
