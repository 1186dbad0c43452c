import { type ReadonlySignal, signal } from '@preact/signals'
import type { PermissionList, PermissionView } from 'shapes'
import type { Api } from '../net/api.ts'

/** The pending approval requests: read once, then updated by the stream. */
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
  /** A list that is older than a streamed change would undo it, so it is fetched again. */
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
