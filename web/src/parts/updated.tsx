import type { JSX } from 'preact'
import { useConsole } from '../state/console.ts'
import { age } from '../text/format.ts'
import { words } from '../words.ts'
import { useNow } from './use-now.ts'

/** When something was last read from the server; null before that. */
export type ReadAt = { readonly at: { readonly value: number | null } }

const FRESH = 3000 // ms that count as "just now"

/** The age of the oldest data on screen. It is not a live region, because it changes all the time. */
export function Updated({ of }: { readonly of: readonly ReadAt[] }): JSX.Element | null {
  const { workspace } = useConsole()
  const now = useNow(1000)
  const times = of.flatMap(({ at }) => at.value ?? [])
  if (times.length === 0) return null
  const old = now - Math.min(...times)
  const isLost = workspace.connection.value.kind !== 'live'
  return (
    <span class={`updated ${isLost ? 'tone-warn' : ''}`} data-testid="updated">
      {old < FRESH ? words.states.updatedNow : words.states.updated(age(old))}
    </span>
  )
}
