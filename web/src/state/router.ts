import { type ReadonlySignal, computed, signal } from '@preact/signals'

export type Place = { readonly path: string; readonly query: URLSearchParams }
export type Router = {
  readonly place: ReadonlySignal<Place>
  readonly screen: ReadonlySignal<string>
  readonly go: (href: string) => void
  /** Changes the address without a new entry in the history. */
  readonly replace: (href: string) => void
}

/** Addresses are real ones: they can be opened, kept and gone back to. */
export function createRouter(window: Window): Router {
  const read = (): Place => ({ path: window.location.pathname, query: new URLSearchParams(window.location.search) })
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

/** The same address with some parts of its query changed; null takes one out. */
export function withPart({ path, query }: Place, changes: { readonly [name: string]: string | null }): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}
