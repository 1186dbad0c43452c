import type { JSX } from 'preact'
import type { PermissionChoice } from 'shapes'
import { useNarrow } from '../../parts/use-narrow.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.permission
const nameOf = ({ for: choice, seconds }: PermissionChoice): string | null => {
  if (choice === 'once') return say.once
  if (choice === 'session') return say.forSession
  return choice === 'minutes' ? `${say.allowFor} ${say.minutes(Math.round((seconds ?? 300) / 60))}` : null
}

/** What each approval would allow, as the rule it becomes. */
export function Covers({ choices }: { readonly choices: readonly PermissionChoice[] }): JSX.Element {
  const isNarrow = useNarrow()
  return (
    <details class="covers" open={!isNarrow} data-testid="covers">
      <summary>{say.coversTitle}</summary>
      <dl class="pairs">
        {choices
          .filter(choice => nameOf(choice) !== null)
          .map(choice => (
            <div key={choice.for}>
              <dt>{nameOf(choice)}</dt>
              <dd class="rule-text">{visible(choice.rule)}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}
