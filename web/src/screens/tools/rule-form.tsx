import type { JSX } from 'preact'
import type { Json, JsonObject } from 'shapes'
import { WordList } from '../../parts/word-list.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { PatternList } from './pattern-list.tsx'
import { type RuleField, patternsIn, textIn, withField, withPatterns, withWords, wordsIn } from './rule-fields.ts'
import { choicesAt } from './rule-suggestions.ts'

const say = words.ruleForm

export type RuleFormProps = {
  readonly rule: JsonObject
  readonly number: number
  /** The schema of the rules, which lists the choices. */
  readonly schema: JsonObject
  readonly tools: readonly string[]
  /** The tools it applies to; null before the server answers. */
  readonly fits: readonly string[] | null
  readonly onChange: (rule: JsonObject) => void
}

/** One rule as a form. It writes only the edited field, so that everything else in the rule stays. */
export function RuleForm(props: RuleFormProps): JSX.Element {
  const { rule, number, schema, tools, fits, onChange } = props
  const set = (field: RuleField, value: Json | undefined): void => onChange(withField(rule, field, value))
  const list = (field: RuleField, options: readonly string[]): JSX.Element => (
    <WordList
      label={say.labels[field]}
      hint={say.hints[field] ?? ''}
      words={wordsIn(rule, field)}
      options={options}
      onChange={next => onChange(withWords(rule, field, next))}
    />
  )
  return (
    <fieldset class="rule-form" data-testid="rule-form">
      <legend>{say.title(number)}</legend>
      <Choice
        rule={rule}
        number={number}
        choices={choicesAt(schema, ['*', 'action'])}
        onChange={action => set('action', action)}
      />
      {list('tools', ['*', ...tools])}
      <p class="faint" data-testid="rule-fits">
        {fits === null ? '' : fits.length === 0 ? say.fitsNone : say.fits(fits.length, visible(fits.join(', ')))}
      </p>
      {list('paths', [])}
      <Ticks field="risk" rule={rule} choices={choicesAt(schema, ['*', 'risk', '*'])} onChange={onChange} />
      <details open={hasMore(rule)}>
        <summary>{say.more}</summary>
        {list('capabilities', choicesAt(schema, ['*', 'capabilities', '*']))}
        <Ticks field="phases" rule={rule} choices={choicesAt(schema, ['*', 'phases', '*'])} onChange={onChange} />
        <PatternList patterns={patternsIn(rule)} onChange={patterns => onChange(withPatterns(rule, patterns))} />
        <label class="field">
          <span>{say.labels.trust}</span>
          <select
            value={textIn(rule, 'trust')}
            onChange={event => set('trust', event.currentTarget.value || undefined)}
          >
            <option value="">{say.anyTrust}</option>
            {choicesAt(schema, ['*', 'trust']).map(level => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
      </details>
      <label class="field">
        <span>{say.labels.reason}</span>
        <input
          dir="auto"
          value={textIn(rule, 'reason')}
          onInput={event => set('reason', event.currentTarget.value || undefined)}
        />
        <span class="faint">{say.hints.reason}</span>
      </label>
    </fieldset>
  )
}

const hasMore = (rule: JsonObject): boolean =>
  ['capabilities', 'phases', 'args', 'trust'].some(field => rule[field] !== undefined)

type ChoiceProps = {
  readonly rule: JsonObject
  readonly number: number
  readonly choices: readonly string[]
  readonly onChange: (choice: string) => void
}

function Choice({ rule, number, choices, onChange }: ChoiceProps): JSX.Element {
  return (
    <div class="field" role="radiogroup" aria-label={say.labels.action}>
      <span>{say.labels.action}</span>
      <div class="row wrap ticks">
        {choices.map(choice => (
          <label key={choice} class="tick">
            <input
              type="radio"
              name={`action-${number}`}
              checked={textIn(rule, 'action') === choice}
              onChange={() => onChange(choice)}
            />
            <span>{say.actions[choice] ?? choice}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

type TicksProps = {
  readonly field: 'risk' | 'phases'
  readonly rule: JsonObject
  readonly choices: readonly string[]
  readonly onChange: (rule: JsonObject) => void
}

/** Checkboxes for a condition; none ticked means no condition. */
function Ticks({ field, rule, choices, onChange }: TicksProps): JSX.Element {
  const ticked = wordsIn(rule, field)
  const turn = (choice: string): void =>
    onChange(
      withWords(rule, field, ticked.includes(choice) ? ticked.filter(one => one !== choice) : [...ticked, choice]),
    )
  return (
    <div class="field" role="group" aria-label={say.labels[field]}>
      <span>{say.labels[field]}</span>
      <div class="row wrap ticks">
        {choices.map(choice => (
          <label key={choice} class="tick">
            <input type="checkbox" checked={ticked.includes(choice)} onChange={() => turn(choice)} />
            <span>{say.choices[choice] ?? choice}</span>
          </label>
        ))}
      </div>
      <span class="faint">{say.hints[field]}</span>
    </div>
  )
}
