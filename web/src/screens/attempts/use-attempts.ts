import { type ReadonlySignal, batch, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { AttemptPage, AttemptView } from 'shapes'
import type { Failure } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import type { AttemptFilter } from './attempt-filters.tsx'

export type AttemptList = {
  readonly rows: ReadonlySignal<readonly AttemptView[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<Failure | null>
  readonly again: () => void
  /** Null when all are there. */
  readonly more: (() => void) | null
}

/** The newest attempts that fit, and older ones page by page. */
export function useAttempts(code: string, filter: AttemptFilter): AttemptList {
  const { api, workspace } = useConsole()
  const rows = useSignal<readonly AttemptView[]>([])
  const cursor = useSignal<string | null>(null)
  const isLoading = useSignal(true)
  const failure = useSignal<Failure | null>(null)
  const latest = useRef(0)
  const load = async (after: string | null): Promise<void> => {
    const mine = ++latest.current
    const page = await api.get<AttemptPage>('/api/attempts', { limit: 100, code, ...filter, cursor: after })
    if (mine !== latest.current) return // an older question that is answered late
    batch(() => {
      isLoading.value = false
      failure.value = page.ok || page.error.status === 0 ? null : page.error // the banner says that nobody answers
      if (!page.ok) return
      rows.value = after === null ? page.value.attempts : [...rows.value, ...page.value.attempts]
      cursor.value = page.value.next_cursor
    })
  }
  useEffect(() => void load(null), [code, filter, workspace.news.turns.value, workspace.news.all.value])
  const after = cursor.value
  return { rows, isLoading, failure, again: () => void load(null), more: after === null ? null : () => void load(after) }
}
