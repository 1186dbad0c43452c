import type { JSX } from 'preact'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.policy
const LONGEST = 80

type RuleOrderProps = { readonly rules: readonly object[]; readonly onMove: (rules: readonly object[]) => void }

/** The order decides, so a rule can be moved without cutting and pasting text. */
export function RuleOrder({ rules, onMove }: RuleOrderProps): JSX.Element | null {
  if (rules.length < 2) return null
  return (
    <ol class="plain rule-order" aria-label={say.order} data-testid="rule-order">
      {rules.map((rule, at) => (
        <li key={at} class="row wrap">
          <button
            type="button"
            class="small"
            disabled={at === 0}
            aria-label={say.up(at + 1)}
            onClick={() => onMove(swapped(rules, at - 1))}
          >
            ↑
          </button>
          <button
            type="button"
            class="small"
            disabled={at === rules.length - 1}
            aria-label={say.down(at + 1)}
            onClick={() => onMove(swapped(rules, at))}
          >
            ↓
          </button>
          <span class="faint">{at + 1}</span> <code class="grow">{visible(shortened(JSON.stringify(rule)))}</code>
        </li>
      ))}
    </ol>
  )
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** The rule at this place and the one behind it, exchanged. */
function swapped(rules: readonly object[], at: number): readonly object[] {
  const [first, second] = rules.slice(at, at + 2)
  return first && second ? rules.toSpliced(at, 2, second, first) : rules
}
