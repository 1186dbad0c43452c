import type { ComponentChildren, JSX } from 'preact'
import { words } from '../../words.ts'

export type FirstCardProps = {
  readonly title: string
  readonly text: string
  readonly children: ComponentChildren
  readonly onLeave: () => void
}

export function FirstCard({ title, text, children, onLeave }: FirstCardProps): JSX.Element {
  return (
    <section class="first-card" aria-label={title} data-testid="first-card">
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="first-act">{children}</div>
      <button type="button" class="small quiet" onClick={onLeave}>
        {words.first.dismiss}
      </button>
    </section>
  )
}
