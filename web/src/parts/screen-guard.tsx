import type { ComponentChildren, JSX } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { words } from '../words.ts'
import { ErrorPanel } from './screen-states.tsx'

type ScreenGuardProps = { readonly title: string; readonly children: ComponentChildren }

/** Catches errors of a screen, so that the rest of the console stays usable. */
export function ScreenGuard({ title, children }: ScreenGuardProps): JSX.Element {
  const caught = useErrorBoundary()
  const thrown: unknown = caught[0]
  if (thrown === undefined) return <>{children}</>
  const message = `${words.states.undrawn} ${thrown instanceof Error ? thrown.message : ''}`
  return (
    <div class="screen">
      <h1>{title}</h1>
      <ErrorPanel
        failure={{ status: -1, code: 'system_error', message, advice: words.states.undrawnAdvice, docs: null }}
        onRetry={caught[1]}
      />
    </div>
  )
}
