import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { visible } from '../text/visible.ts'
import { words as say } from '../words.ts'
import { Icon } from './icon.tsx'

export type WordListProps = {
  readonly label: string
  readonly hint?: string
  readonly words: readonly string[]
  readonly options?: readonly string[]
  readonly onChange: (words: readonly string[]) => void
}

/** A list of words, added and removed one by one. Enter, the button, or leaving the field adds the typed word. */
export function WordList({ label, hint, words, options = [], onChange }: WordListProps): JSX.Element {
  const typed = useSignal('')
  const [id, field] = [useId(), useRef<HTMLInputElement>(null)]
  const add = (): void => {
    const word = typed.value.trim()
    typed.value = ''
    if (word !== '' && !words.includes(word)) onChange([...words, word])
  }
  const remove = (gone: string): void => {
    onChange(words.filter(word => word !== gone))
    field.current?.focus() // the button that had the focus is gone
  }
  return (
    <div class="field word-list">
      <label for={id}>{label}</label>
      {words.length > 0 && (
        <ul class="removables" aria-label={label}>
          {words.map(word => (
            <Removable key={word} text={word} onRemove={() => remove(word)} />
          ))}
        </ul>
      )}
      <div class="row">
        <input
          id={id}
          ref={field}
          class="grow"
          list={options.length > 0 ? `${id}-options` : undefined}
          value={typed.value}
          autoComplete="off"
          spellcheck={false}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onInput={event => (typed.value = event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && !event.isComposing && (event.preventDefault(), add())}
          onBlur={add}
        />
        <button type="button" class="small" aria-label={say.act.addTo(label)} onClick={add}>
          {say.act.add}
        </button>
      </div>
      <datalist id={`${id}-options`}>
        {options
          .filter(option => !words.includes(option))
          .map(option => (
            <option key={option} value={option} />
          ))}
      </datalist>
      {hint !== undefined && (
        <span class="faint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

export function Removable({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }): JSX.Element {
  return (
    <li class="removable">
      <code>{visible(text)}</code>
      <button type="button" class="quiet" aria-label={say.act.removeOne(visible(text))} onClick={onRemove}>
        <Icon name="cross" size={14} />
      </button>
    </li>
  )
}
