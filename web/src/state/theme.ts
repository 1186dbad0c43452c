import { type Signal, effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'
const KEY = 'countersign.theme'

export function createTheme(window: Window): Signal<Theme> {
  const kept = window.localStorage.getItem(KEY)
  const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')
  effect(() => {
    window.document.documentElement.dataset['theme'] = theme.value
    window.localStorage.setItem(KEY, theme.value)
  })
  return theme
}
