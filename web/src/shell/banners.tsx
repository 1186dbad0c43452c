import type { JSX } from 'preact'
import { Icon } from '../parts/icon.tsx'
import { useConsole } from '../state/console.ts'
import { words } from '../words.ts'

/** Banners: the server is gone, or safety is loosened. */
export function Banners(): JSX.Element {
  const { workspace } = useConsole()
  const state = workspace.connection.value
  const warnings = workspace.start.value.value?.warnings ?? []
  return (
    <>
      <div role="alert">
        {state.kind === 'lost' && (
          <p class="banner bad" data-testid="offline">
            <Icon name="warn" /> <strong>{words.connection.lost(state.tries)}</strong>{' '}
            <span>{words.connection.frozen}</span>
          </p>
        )}
        {workspace.isStopping.value && state.kind === 'live' && (
          <p class="banner warn">
            <Icon name="warn" /> {words.connection.stopping}
          </p>
        )}
      </div>
      {warnings.length > 0 && (
        <section class="banner bad" aria-label={words.warnings.label} data-testid="loosened">
          <Icon name="warn" />
          <ul>
            {warnings.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
