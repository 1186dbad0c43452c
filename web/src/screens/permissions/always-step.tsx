import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PermissionChoice } from 'shapes'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.permission

export type AlwaysStepProps = {
  readonly choices: readonly PermissionChoice[]
  readonly onBack: () => void
  readonly onSave: (rule: string) => void
}

/** Shows the rule exactly as it will be saved, and where. Only a shown rule can be saved. */
export function AlwaysStep({ choices, onBack, onSave }: AlwaysStepProps): JSX.Element {
  const rules = choices.filter(choice => choice.for === 'always')
  const [chosen, setChosen] = useState(rules[0]?.rule ?? '')
  const where = rules.find(({ rule }) => rule === chosen)?.saved_in
  return (
    <form
      class="card-step"
      onSubmit={event => (event.preventDefault(), onSave(chosen))}
      onKeyDown={event => event.key === 'Escape' && (event.stopPropagation(), onBack())}
      data-testid="always-step"
    >
      <fieldset>
        <legend>{say.alwaysTitle}</legend>
        {rules.map(({ rule }) => (
          <label key={rule} class="row top">
            <input type="radio" name="rule" checked={rule === chosen} onChange={() => setChosen(rule)} />
            <code class="rule-text">{visible(rule)}</code>
          </label>
        ))}
      </fieldset>
      {where && <p class="faint">{say.alwaysWhere(where)}</p>}
      <div class="row wrap">
        <button type="button" class="quiet" onClick={onBack}>
          {words.act.back}
        </button>
        <button type="submit">{say.alwaysSave}</button>
      </div>
    </form>
  )
}
