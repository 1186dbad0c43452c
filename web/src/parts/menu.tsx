import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

export type MenuProps = {
  readonly label: string
  readonly class?: string
  readonly button?: string
  /** `close` gives the focus back to the button. */
  readonly children: (close: () => void) => ComponentChildren
}

/** A menu. It closes with Esc, a click elsewhere, or when the focus leaves. */
export function Menu({ label, class: place = '', button = '', children }: MenuProps): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null)
  const close = (): void => {
    if (!box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }
  useEffect(() => {
    const leave = (event: Event): void => {
      const menu = box.current
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !box.current?.open) return
    event.stopPropagation()
    close()
  }
  return (
    <details class={`menu ${place}`} ref={box} onKeyDown={press}>
      <summary class={`button quiet ${button}`} aria-label={label}>
        <Icon name="more" />
      </summary>
      <div class="menu-list">{children(close)}</div>
    </details>
  )
}
