import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import type { PermissionList, PermissionView, SessionPage, SessionRow, StartView, WorkspaceEvent } from 'shapes'
import type { Api } from '../net/api.ts'
import { type FollowState, follow } from '../net/follow.ts'
import type { StreamEvent } from '../net/sse.ts'
import { type Resource, createResource } from './resource.ts'

/** What every screen knows: is the server there, who answers, what waits, which conversations there are. */
export type Workspace = {
  readonly connection: ReadonlySignal<FollowState>
  readonly isStopping: ReadonlySignal<boolean>
  readonly start: Resource<StartView>
  readonly sessions: Resource<readonly SessionRow[]>
  readonly sessionsCursor: Signal<string | null>
  readonly moreSessions: () => Promise<void>
  readonly pending: ReadonlySignal<readonly PermissionView[]>
  /** Counts up whenever lists of this kind should be read again. */
  readonly news: {
    readonly grants: Signal<number>
    readonly memory: Signal<number>
    readonly turns: Signal<number>
    readonly all: Signal<number>
  }
  readonly drop: (permission: string) => void
  readonly open: (signal: AbortSignal) => void
}

export function createWorkspace(api: Api): Workspace {
  const connection = signal<FollowState>({ kind: 'live' })
  const isStopping = signal(false)
  const pending = signal<readonly PermissionView[]>([])
  const news = { grants: signal(0), memory: signal(0), turns: signal(0), all: signal(0) }
  const sessionsCursor = signal<string | null>(null)
  const start = createResource(async () => api.get<StartView>('/api/start'))
  const sessions = createResource(async () => {
    const answer = await api.get<SessionPage>('/api/sessions', { limit: 30 })
    if (answer.ok) sessionsCursor.value = answer.value.next_cursor
    return answer.ok ? { ok: true as const, value: answer.value.sessions } : answer
  })
  const moreSessions = async (): Promise<void> => {
    const answer = await api.get<SessionPage>('/api/sessions', { limit: 30, cursor: sessionsCursor.value })
    if (!answer.ok) return
    batch(() => {
      sessions.set([...(sessions.value.value ?? []), ...answer.value.sessions])
      sessionsCursor.value = answer.value.next_cursor
    })
  }
  const drop = (id: string): void => {
    pending.value = pending.value.filter(permission => permission.id !== id)
  }
  const readAgain = async (): Promise<void> => {
    const [open] = await Promise.all([api.get<PermissionList>('/api/permissions', { state: 'pending' }), start.load(), sessions.load()])
    if (open.ok) pending.value = open.value.permissions
  }
  const take = ({ data }: StreamEvent): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build, and share these types
    const event = JSON.parse(data) as WorkspaceEvent
    const count = (which: Signal<number>): number => (which.value += 1)
    switch (event.type) {
      case 'hello':
        isStopping.value = false
        count(news.all)
        void readAgain()
        return
      case 'permission.pending':
        pending.value = [...pending.value.filter(({ id }) => id !== event.permission.id), event.permission]
        return
      case 'permission.decided':
        drop(event.permission_id)
        return
      case 'turn.started':
      case 'turn.ended':
        count(news.turns)
        void sessions.load()
        return
      case 'grants.changed':
        count(news.grants)
        return
      case 'memory.changed':
        count(news.memory)
        return
      case 'model.chosen':
        void start.load()
        return
      case 'server.stopping':
        isStopping.value = true
        return
    }
  }
  const open = (stop: AbortSignal): void => {
    const onState = (state: FollowState): void => void (connection.value = state)
    void follow({ api, path: '/api/events', lastId: () => null, onEvent: take, onState, signal: stop })
  }
  return { connection, isStopping, start, sessions, sessionsCursor, moreSessions, pending, news, drop, open }
}
