import type { JSX } from 'preact'
import { Icon } from '../parts/icon.tsx'
import { useConsole } from '../state/console.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'
import { reviewNext } from './review-next.ts'

/** Shows on every screen that an approval request waits. It never takes the focus. */
export function AskBar(): JSX.Element {
  const app = useConsole()
  const [first] = app.workspace.pending.value
  const count = app.workspace.pending.value.length
  return (
    <div role="alert">
      {first && (
        <p class="ask-bar" data-testid="ask-bar">
          <Icon name="question" />
          <span class="grow">
            <strong>{words.permission.waiting(count)}</strong>{' '}
            <span class="ask-what" dir="auto">
              {visible(first.summary || first.tool)}
            </span>
          </span>
          <button type="button" class="small strong" onClick={() => reviewNext(app)}>
            {words.permission.review} <kbd>{words.permission.reviewKey}</kbd>
          </button>
        </p>
      )}
    </div>
  )
}
