import { type ReadonlySignal, batch, signal } from '@preact/signals'
import type { Answer, Failure } from '../net/api.ts'
import { readInTurn } from './read-in-turn.ts'

/** Something that is fetched: what is known, whether it is being asked for, and what went wrong last. */
export type Resource<T> = {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<Failure | null>
  readonly isLoading: ReadonlySignal<boolean>
  readonly at: ReadonlySignal<number | null>
  readonly load: () => Promise<void>
  readonly set: (value: T) => void
}

/** What was set while an answer was under way is newer than that answer, so it is asked for once more. */
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
