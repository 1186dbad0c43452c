import { type ReadonlySignal, signal } from '@preact/signals'
import type { PermissionList, PermissionView } from 'shapes'
import type { Api } from '../net/api.ts'

/** The questions that wait for a person: read once, then kept by what the stream tells. */
export type Pending = {
  readonly list: ReadonlySignal<readonly PermissionView[]>
  readonly read: () => Promise<void>
  readonly add: (permission: PermissionView) => void
  readonly extend: (id: string, more: Pick<PermissionView, 'expires_at' | 'extensions_left'>) => void
  readonly drop: (id: string) => void
}

export function createPending(api: Api): Pending {
  const list = signal<readonly PermissionView[]>([])
  let changes = 0
  const change = (next: readonly PermissionView[]): void => {
    changes += 1
    list.value = next
  }
  /** A list that was written before the stream told something new would take that back: it is asked for again. */
  const read = async (): Promise<void> => {
    const seen = changes
    const answer = await api.get<PermissionList>('/api/permissions', { state: 'pending' })
    if (changes !== seen) return read()
    if (answer.ok) change(answer.value.permissions)
  }
  return {
    list,
    read,
    add: permission => change([...list.value.filter(({ id }) => id !== permission.id), permission]),
    extend: (id, more) => change(list.value.map(each => (each.id === id ? { ...each, ...more } : each))),
    drop: id => change(list.value.filter(permission => permission.id !== id)),
  }
}
