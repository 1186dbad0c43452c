import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '../state/console.ts'

export type LinkProps = {
  readonly href: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly title?: string
  readonly current?: 'page' | 'true' | undefined
  readonly onGo?: () => void
}

/** A link inside the console; with a modifier key it is an ordinary one. */
export function Link({ href, children, class: name, title, current, onGo }: LinkProps): JSX.Element {
  const { router } = useConsole()
  const follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.go(href)
    onGo?.()
  }
  return (
    <a href={href} class={name} title={title} aria-current={current} onClick={follow}>
      {children}
    </a>
  )
}
