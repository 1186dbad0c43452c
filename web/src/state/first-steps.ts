import { type Signal, effect, signal } from '@preact/signals'

const KEY = 'countersign.first-steps'

/** Who has put the first steps away does not see them again in this browser, unless they ask. */
export function createFirstSteps(storage: Storage): Signal<boolean> {
  const isShown = signal(storage.getItem(KEY) !== 'done')
  effect(() => (isShown.value ? storage.removeItem(KEY) : storage.setItem(KEY, 'done')))
  return isShown
}
