import type { JSX } from 'preact'
import type { JsonObject } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { words } from '../../words.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleOrder } from './rule-order.tsx'

const say = words.policy
const NEW_RULE: JsonObject = { action: 'ask', tools: [] }

/** What a rule may name: from its schema, and the available tools. */
export type RuleNames = { readonly schema: JsonObject; readonly tools: readonly string[] }

export type RulesAsFormProps = {
  /** null: the text is not a valid list of rules right now. */
  readonly rules: readonly JsonObject[] | null
  readonly chosen: number
  readonly names: RuleNames
  readonly fits: readonly (readonly string[])[]
  readonly onChange: (rules: readonly JsonObject[], chosen: number) => void
}

export function RulesAsForm({ rules, chosen, names, fits, onChange }: RulesAsFormProps): JSX.Element {
  const rule = rules?.[chosen]
  return (
    <div class="view-form">
      <h3>{say.asForm}</h3>
      {rules === null ? (
        <p class="tone-warn">{say.formWaits}</p>
      ) : (
        <>
          <RuleOrder rules={rules} chosen={chosen} onChoose={at => onChange(rules, at)} onChange={onChange} />
          <button type="button" class="small" onClick={() => onChange([...rules, NEW_RULE], rules.length)}>
            <Icon name="plus" size={14} /> {say.add}
          </button>
          {rule && (
            <RuleForm
              key={chosen}
              {...names}
              rule={rule}
              number={chosen + 1}
              fits={fits[chosen] ?? null}
              onChange={next => onChange(rules.with(chosen, next), chosen)}
            />
          )}
        </>
      )}
    </div>
  )
}
