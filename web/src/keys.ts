import { useEffect } from 'preact/hooks'
import { reviewNext } from './shell/review-next.ts'
import { type Console, useConsole } from './state/console.ts'

const PLACES: { readonly [key: string]: string } = {
  c: '/',
  p: '/permissions',
  r: '/receipts',
  t: '/attempts',
  o: '/tools',
  i: '/policy',
  m: '/memory',
  d: '/doctor',
  s: '/settings',
}
const PATIENCE = 1500 // ms between g and the letter behind it

/** The keyboard shortcuts of the console. Screens receive other keys as `countersign:key`. */
export function useKeys(): void {
  const app = useConsole()
  useEffect(() => {
    let went = 0
    const press = (event: KeyboardEvent): void => {
      if (event.altKey && event.code === 'KeyP') {
        event.preventDefault()
        return reviewNext(app)
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const place = performance.now() - went < PATIENCE ? PLACES[event.key] : undefined
      went = event.key === 'g' ? performance.now() : 0
      if (place !== undefined) {
        event.preventDefault()
        return app.router.go(place)
      }
      plainKey(app, event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** True while a person types, when single keys must not act. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])')
  )
}

function plainKey({ help }: Console, event: KeyboardEvent): void {
  if (event.key === '?') return void (help.value = true)
  if (event.key === '/') {
    const field = document.querySelector<HTMLElement>('[data-slash]')
    if (field) event.preventDefault()
    return field?.focus()
  }
  if (event.key === 'C')
    document
      .querySelector<HTMLElement>('.detail [data-copy], .event-table [data-copy], .stage-panel [data-copy]')
      ?.click()
  if (event.key === 'J') toggleRaw()
  document.dispatchEvent(new CustomEvent('countersign:key', { detail: event.key }))
}

/** Toggles the raw JSON of the focused part. */
function toggleRaw(): void {
  const raw = document.querySelector<HTMLDetailsElement>('.detail details[data-raw]')
  if (raw === null) return
  raw.open = !raw.open
  raw.querySelector('summary')?.focus()
}
