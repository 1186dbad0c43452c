import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'

const FOLD = 1500

/** Foreign text in full; long text is folded and can be expanded. */
export function CodeText({
  text,
  label,
  fold = FOLD,
}: {
  readonly text: string
  readonly label: string
  readonly fold?: number
}): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > fold * 1.2
  const shown = isLong && !isOpen ? text.slice(0, fold) : text
  return (
    <div class="code-text">
      <pre tabIndex={0} role="group" aria-label={label} dir="auto">
        {visible(shown)}
        {isLong && !isOpen ? '…' : ''}
      </pre>
      {isLong && (
        <button type="button" class="small quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.act.showLess : words.act.showAll(text.length)}
        </button>
      )}
    </div>
  )
}
