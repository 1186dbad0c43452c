import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { words } from '../words.ts'
import { Icon } from './icon.tsx'

export type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly wide?: boolean
}

/** The browser's own modal dialog: it traps the focus, closes with Esc, and restores the focus. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const label = useId()
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : ''}
      aria-labelledby={label}
      onClose={onClose}
      onClick={event => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <header class="row spread">
          <h2 id={label}>{title}</h2>
          <button type="button" class="quiet square" onClick={onClose} aria-label={words.act.close}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
