import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ChangeView } from 'shapes'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const FEW = 14

/** `label` is left out where the change already has a heading. */
type ChangeTextProps = { readonly change: ChangeView; readonly label?: string; readonly whole?: boolean }

/** A line diff. Signs and words repeat what the colours say. */
export function ChangeText({ change, label, whole = false }: ChangeTextProps): JSX.Element {
  const [isOpen, setOpen] = useState(whole)
  const lines = isOpen ? change.lines : change.lines.slice(0, FEW)
  const hidden = change.lines.length - lines.length
  return (
    <div class="change" data-testid="change">
      {label === undefined && (
        <p class="row spread wrap">
          <span>
            {words.permission.change} {change.path && <code>{visible(change.path)}</code>}
          </span>
          <span class="faint">{words.permission.changeLines(change.added, change.removed)}</span>
        </p>
      )}
      <pre tabIndex={0} role="group" aria-label={label ?? words.permission.change}>
        {lines.map(({ sign, text }, index) => (
          <span key={index} class={sign === '+' ? 'line-added' : sign === '-' ? 'line-removed' : 'line-same'}>
            {sign === '+' && <span class="unseen">{words.attempt.added}: </span>}
            {sign === '-' && <span class="unseen">{words.attempt.removed}: </span>}
            {sign === '-' ? '−' : sign} {visible(text)}
            {'\n'}
          </span>
        ))}
      </pre>
      {(hidden > 0 || isOpen) && (
        <button type="button" class="small quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.act.showLess : `… +${hidden}`}
        </button>
      )}
    </div>
  )
}
