import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Removable } from '../../parts/word-list.tsx'
import { words } from '../../words.ts'
import type { ArgumentPattern } from './rule-fields.ts'

const say = words.ruleForm

export type PatternListProps = {
  readonly patterns: readonly ArgumentPattern[]
  readonly onChange: (patterns: readonly ArgumentPattern[]) => void
}

/** Arguments and their patterns. Naming an argument again replaces its pattern. */
export function PatternList({ patterns, onChange }: PatternListProps): JSX.Element {
  const [name, pattern] = [useSignal(''), useSignal('')]
  const isWhole = name.value.trim() !== '' && pattern.value.trim() !== ''
  const add = (): void => {
    if (!isWhole) return
    const added = [name.value.trim(), pattern.value.trim()] as const
    onChange([...patterns.filter(([known]) => known !== added[0]), added])
    name.value = pattern.value = ''
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div class="field" role="group" aria-label={say.labels.args}>
      <span>{say.labels.args}</span>
      {patterns.length > 0 && (
        <ul class="removables" aria-label={say.labels.args}>
          {patterns.map(([known, fits]) => (
            <Removable
              key={known}
              text={`${known} = ${fits}`}
              onRemove={() => onChange(patterns.filter(([other]) => other !== known))}
            />
          ))}
        </ul>
      )}
      <div class="row bottom">
        <PatternInput label={say.argument} text={name} onKeyDown={enter} />
        <PatternInput label={say.pattern} text={pattern} onKeyDown={enter} />
        <button
          type="button"
          class="small"
          disabled={!isWhole}
          aria-label={words.act.addTo(say.labels.args)}
          onClick={add}
        >
          {words.act.add}
        </button>
      </div>
      <span class="faint">{say.hints.args}</span>
    </div>
  )
}

type PatternInputProps = {
  readonly label: string
  readonly text: Signal<string>
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function PatternInput({ label, text, onKeyDown }: PatternInputProps): JSX.Element {
  return (
    <label class="grow">
      <span class="faint">{label}</span>
      <input
        value={text.value}
        spellcheck={false}
        onInput={event => (text.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
