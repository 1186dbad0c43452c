import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Answer, Query } from '../net/api.ts'
import { useConsole } from '../state/console.ts'
import { type Resource, createResource } from '../state/resource.ts'

/** Fetches on mount, when the address changes, and when the signal counts up. */
export function useResource<T>(path: string | null, query?: Query, news?: ReadonlySignal<number>): Resource<T> {
  const { api, workspace } = useConsole()
  const key = JSON.stringify([path, query])
  const resource = useMemo(
    () =>
      createResource<T>(async () =>
        path === null ? new Promise<Answer<T>>(() => undefined) : api.get<T>(path, query),
      ),
    [key],
  )
  const [own, all] = [news?.value, workspace.news.all.value]
  useEffect(() => {
    if (path !== null) void resource.load()
  }, [resource, own, all])
  return resource
}
