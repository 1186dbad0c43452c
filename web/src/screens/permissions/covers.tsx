import type { JSX } from 'preact'
import type { PermissionChoice } from 'shapes'
import { useNarrow } from '../../parts/use-narrow.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.permission
const NAMES: { readonly [choice: string]: string } = { once: say.once, minutes: say.allowFor, session: say.forSession }

/** What each yes would let pass, as the rule that it becomes. */
export function Covers({ choices }: { readonly choices: readonly PermissionChoice[] }): JSX.Element {
  const isNarrow = useNarrow()
  return (
    <details class="covers" open={!isNarrow} data-testid="covers">
      <summary>{say.coversTitle}</summary>
      <dl class="pairs">
        {choices.flatMap(({ for: choice, rule }) =>
          NAMES[choice] === undefined ? (
            []
          ) : (
            <div key={choice}>
              <dt>{NAMES[choice]}</dt>
              <dd class="rule-text">{visible(rule)}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
  )
}
