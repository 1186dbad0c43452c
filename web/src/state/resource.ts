import { type ReadonlySignal, signal } from '@preact/signals'
import type { Answer, Failure } from '../net/api.ts'

/** Something that is fetched: what is known, whether it is being asked for, and what went wrong last. */
export type Resource<T> = {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<Failure | null>
  readonly isLoading: ReadonlySignal<boolean>
  readonly at: ReadonlySignal<number | null>
  readonly load: () => Promise<void>
  readonly set: (value: T) => void
}

/** An older answer that comes late never replaces a newer one. */
export function createResource<T>(fetch: () => Promise<Answer<T>>): Resource<T> {
  const value = signal<T | null>(null)
  const failure = signal<Failure | null>(null)
  const isLoading = signal(false)
  const at = signal<number | null>(null)
  let latest = 0
  const load = async (): Promise<void> => {
    const mine = ++latest
    isLoading.value = true
    const answer = await fetch()
    if (mine !== latest) return
    isLoading.value = false
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    set(answer.value)
  }
  const set = (next: T): void => {
    value.value = next
    at.value = Date.now()
  }
  return { value, failure, isLoading, at, load, set }
}
