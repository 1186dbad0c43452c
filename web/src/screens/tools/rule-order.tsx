import type { JSX } from 'preact'
import type { JsonObject } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { textIn, wordsIn } from './rule-fields.ts'

const say = words.policy

export type RuleOrderProps = {
  readonly rules: readonly JsonObject[]
  readonly chosen: number
  readonly onChoose: (at: number) => void
  /** The reordered or shortened rules, and the one shown afterwards. */
  readonly onChange: (rules: readonly JsonObject[], chosen: number) => void
}

/** The ordered list of rules: select one for the form, move or remove it. */
export function RuleOrder({ rules, chosen, onChoose, onChange }: RuleOrderProps): JSX.Element | null {
  if (rules.length === 0) return null
  return (
    <ol class="plain rule-order" aria-label={say.order} data-testid="rule-order">
      {rules.map((rule, at) => (
        <li key={at} class="row">
          <button
            type="button"
            class="small quiet grow rule-name"
            aria-pressed={at === chosen}
            onClick={() => onChoose(at)}
          >
            <span class="faint">{at + 1}</span> {sentenceOf(rule)}
          </button>
          <button
            type="button"
            class="small"
            disabled={at === 0}
            aria-label={say.up(at + 1)}
            onClick={() => onChange(swapped(rules, at - 1), at - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="small"
            disabled={at === rules.length - 1}
            aria-label={say.down(at + 1)}
            onClick={() => onChange(swapped(rules, at), at + 1)}
          >
            ↓
          </button>
          <button
            type="button"
            class="small"
            aria-label={say.remove(at + 1)}
            onClick={() => onChange(rules.toSpliced(at, 1), Math.max(0, Math.min(chosen, rules.length - 2)))}
          >
            <Icon name="cross" size={12} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function sentenceOf(rule: JsonObject): string {
  const conditions = Object.keys(rule).filter(key => !['action', 'tools', 'reason'].includes(key))
  const tools = wordsIn(rule, 'tools').join(', ')
  return visible(
    `${textIn(rule, 'action') || '…'} ${tools || '…'}${conditions.length === 0 ? '' : ` (${conditions.join(', ')})`}`,
  )
}

/** Swaps a rule with the next one. */
function swapped(rules: readonly JsonObject[], at: number): readonly JsonObject[] {
  const [first, second] = rules.slice(at, at + 2)
  return first && second ? rules.toSpliced(at, 2, second, first) : rules
}
