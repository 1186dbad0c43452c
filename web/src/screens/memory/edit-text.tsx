import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { words } from '../../words.ts'

export type EditTextProps = {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

export function EditText({ text, onSave, onCancel }: EditTextProps): JSX.Element {
  const typed = useSignal(text)
  return (
    <form class="edit-text" onSubmit={event => (event.preventDefault(), onSave(typed.value.trim()))}>
      <label>
        <span>{words.memory.newText}</span>
        <textarea
          rows={2}
          value={typed.value}
          onInput={event => (typed.value = event.currentTarget.value)}
          dir="auto"
        />
      </label>
      <div class="row">
        <button type="button" class="small quiet" onClick={onCancel}>
          {words.act.cancel}
        </button>
        <button type="submit" class="small strong" disabled={typed.value.trim() === ''}>
          {words.act.save}
        </button>
      </div>
    </form>
  )
}
