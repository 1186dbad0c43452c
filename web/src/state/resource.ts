import { type ReadonlySignal, batch, signal } from '@preact/signals'
import type { Answer, Failure } from '../net/api.ts'
import { readInTurn } from './read-in-turn.ts'

/** A fetched resource: its value, whether it is loading, and the last error. */
export type Resource<T> = {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<Failure | null>
  readonly isLoading: ReadonlySignal<boolean>
  readonly at: ReadonlySignal<number | null>
  readonly load: () => Promise<void>
  readonly set: (value: T) => void
}

/** A value set during a request is newer than the request's answer, so the resource is fetched once more. */
export function createResource<T>(fetch: () => Promise<Answer<T>>): Resource<T> {
  const value = signal<T | null>(null)
  const failure = signal<Failure | null>(null)
  const isLoading = signal(false)
  const at = signal<number | null>(null)
  const reader = readInTurn(async isNewest => {
    isLoading.value = true
    const answer = await fetch()
    if (!isNewest()) return
    batch(() => {
      isLoading.value = false
      failure.value = answer.ok ? null : answer.error
      if (answer.ok) show(answer.value)
    })
  })
  const show = (next: T): void => {
    value.value = next
    at.value = Date.now()
  }
  const set = (next: T): void => {
    batch(() => show(next))
    if (isLoading.value) void reader.read()
  }
  return { value, failure, isLoading, at, load: reader.read, set }
}
