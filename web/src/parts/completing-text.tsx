import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { words } from '../words.ts'
import { useCompletion } from './use-completion.ts'

/** A suggestion: the text it inserts, and the caret after it. */
export type Suggestion = { readonly name: string; readonly text: string; readonly caret: number }

/** `isAsked`: shown while typing, without a key. */
export type Suggestions = {
  readonly from: number
  readonly to: number
  readonly isAsked: boolean
  readonly options: readonly Suggestion[]
}

export type CompletingTextProps = {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
  readonly suggest: (text: string, caret: number) => Suggestions | null
  readonly rows: number
  readonly disabled: boolean
  readonly describedBy: string
}

/** A text field with suggestions: arrows choose, Enter or Tab accepts, Esc closes, Ctrl+Space opens. */
export function CompletingText({ label, rows, disabled, describedBy, ...text }: CompletingTextProps): JSX.Element {
  const { field, found, chosen, look, close, accept, press } = useCompletion(text)
  const id = useId()
  return (
    <div class="completing field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={rows}
        spellcheck={false}
        value={text.value}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={found ? `${id}-list` : undefined}
        aria-activedescendant={found ? `${id}-${chosen}` : undefined}
        onInput={event => {
          text.onInput(event.currentTarget.value)
          look(false)
        }}
        onKeyDown={press}
        onClick={close}
        onBlur={close}
      />
      {found && (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={words.act.suggestions}
          class="suggested"
          data-testid="suggested"
        >
          {found.options.map((option, index) => (
            <li
              key={option.name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseDown={event => (event.preventDefault(), accept(option))}
            >
              {option.name}
            </li>
          ))}
        </ul>
      )}
      <span class="unseen" role="status">
        {found ? words.act.suggested(found.options.length) : ''}
      </span>
    </div>
  )
}
