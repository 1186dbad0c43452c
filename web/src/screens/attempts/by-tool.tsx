import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttemptStats } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'
import { keyOf } from './key-of.ts'
import { NumberTable } from './number-table.tsx'

const say = words.attempts

type ByToolProps = { readonly since: string; readonly isShown: (key: string) => boolean }

/** The same rates for each tool; counted only once somebody wants to see them. */
export function ByTool({ since, isShown }: ByToolProps): JSX.Element {
  const { workspace } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const stats = useResource<AttemptStats>(
    isOpen ? '/api/attempts/stats' : null,
    { since, split: 'tool' },
    workspace.news.turns,
  )
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)} data-testid="by-tool">
      <summary>{say.byTool}</summary>
      <p class="faint">{say.byToolNote}</p>
      {isOpen && (
        <ResourceView of={stats}>
          {({ models }) => (
            <NumberTable models={models.filter(row => isShown(keyOf(row)))} title={say.byTool} hasTools />
          )}
        </ResourceView>
      )}
    </details>
  )
}
