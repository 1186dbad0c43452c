import { type ReadonlySignal, computed, signal } from '@preact/signals'

export type Address = { readonly path: string; readonly query: URLSearchParams }
export type Router = {
  readonly place: ReadonlySignal<Address>
  readonly screen: ReadonlySignal<string>
  readonly go: (href: string) => void
  /** Replaces the address without a new history entry. */
  readonly replace: (href: string) => void
}

/** The router. Addresses are real: they can be opened, bookmarked and gone back to. */
export function createRouter(window: Window): Router {
  const read = (): Address => ({ path: window.location.pathname, query: new URLSearchParams(window.location.search) })
  const place = signal(read())
  window.addEventListener('popstate', () => (place.value = read()))
  const move = (how: 'pushState' | 'replaceState', href: string): void => {
    window.history[how](null, '', href)
    place.value = read()
  }
  return {
    place,
    screen: computed(() => place.value.path.split('/')[1] ?? ''),
    go: href => move('pushState', href),
    replace: href => move('replaceState', href),
  }
}

/** The address with changed query parameters; null removes one. */
export function withPart({ path, query }: Address, changes: { readonly [name: string]: string | null }): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}
