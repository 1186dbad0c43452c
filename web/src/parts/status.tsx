import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ok' | 'repaired' | 'warn' | 'bad' | 'quiet' | 'live'

export const TONE_ICON: { readonly [tone in Tone]: IconName } = {
  ok: 'check',
  repaired: 'diamond',
  warn: 'warn',
  bad: 'cross',
  quiet: 'dash',
  live: 'spin',
}

/** A status with icon, word and colour. */
export function Status({
  tone,
  children,
  icon,
}: {
  readonly tone: Tone
  readonly children: ComponentChildren
  readonly icon?: IconName
}): JSX.Element {
  return (
    <span class={`status tone-${tone}`}>
      <Icon name={icon ?? TONE_ICON[tone]} size={14} />
      <span>{children}</span>
    </span>
  )
}
