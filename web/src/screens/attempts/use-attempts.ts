import { type ReadonlySignal, batch, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { AttemptPage, AttemptView } from 'shapes'
import type { Answer, Failure } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import { readInTurn } from '../../state/read-in-turn.ts'
import type { AttemptFilter } from './attempt-filters.tsx'

export type LoadedAttempts = {
  readonly rows: ReadonlySignal<readonly AttemptView[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<Failure | null>
  readonly again: () => void
  /** Null when all are loaded. */
  readonly more: (() => void) | null
}

/** The newest matching attempts, and older ones page by page. New attempts are added; loaded ones stay. */
export function useAttempts(code: string, filter: AttemptFilter): LoadedAttempts {
  const { api, workspace } = useConsole()
  const wish = JSON.stringify([code, filter])
  const rows = useSignal<readonly AttemptView[]>([])
  const [cursor, isLoading, failure] = [
    useSignal<string | null>(null),
    useSignal(true),
    useSignal<Failure | null>(null),
  ]
  const shown = useRef('')
  const get = (after: string | null): Promise<Answer<AttemptPage>> =>
    api.get<AttemptPage>('/api/attempts', { limit: 100, code, ...filter, cursor: after })
  const take = (page: Answer<AttemptPage>, join: (page: AttemptPage) => void): void =>
    batch(() => {
      isLoading.value = false
      failure.value = page.ok || page.error.status === 0 ? null : page.error // the banner shows that the server is gone
      if (page.ok) join(page.value)
    })
  const newest = useMemo(
    () =>
      readInTurn(async isNewest => {
        const page = await get(null)
        if (!isNewest()) return
        take(page, ({ attempts, next_cursor }) => {
          const older = shown.current === wish ? behind(rows.value, attempts) : null
          rows.value = [...attempts, ...(older ?? [])]
          if (older === null) cursor.value = next_cursor
          shown.current = wish
        })
      }),
    [wish],
  )
  const more = async (after: string): Promise<void> => {
    const page = await get(after)
    if (cursor.value !== after || shown.current !== wish) return // a second click, or something else is wanted now
    take(page, ({ attempts, next_cursor }) => {
      rows.value = [...rows.value, ...attempts]
      cursor.value = next_cursor
    })
  }
  useEffect(() => newest.stop, [newest])
  useEffect(() => void newest.read(), [newest, workspace.news.turns.value, workspace.news.all.value])
  const after = cursor.value
  return {
    rows,
    isLoading,
    failure,
    again: () => void newest.read(),
    more: after === null ? null : () => void more(after),
  }
}

/** The loaded attempts older than the new page; null if the two do not meet. */
function behind(known: readonly AttemptView[], page: readonly AttemptView[]): readonly AttemptView[] | null {
  const last = page.at(-1)?.id
  const at = known.findIndex(({ id }) => id === last)
  return at < 0 ? null : known.slice(at + 1)
}
