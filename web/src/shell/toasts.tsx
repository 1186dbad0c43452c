import type { JSX } from 'preact'
import { useConsole } from '../state/console.ts'

export function Toasts(): JSX.Element {
  const { toasts } = useConsole()
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, act }) => (
        <p key={id} class="toast" data-testid="toast">
          {text}
          {act && (
            <button type="button" class="small" onClick={act.run}>
              {act.label}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
