import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import type {
  PermissionView,
  SessionPage,
  SessionRow,
  StartView,
  UnknownOutcomes,
  UnknownOutcomeView,
  WorkspaceEvent,
} from 'shapes'
import type { Api } from '../net/api.ts'
import { type FollowState, follow } from '../net/follow.ts'
import type { StreamEvent } from '../net/sse.ts'
import { type Pending, createPending } from './pending.ts'
import { type Resource, createResource } from './resource.ts'

/** The state of all screens: connection, model, approval requests, conversations. */
export type Workspace = {
  readonly connection: ReadonlySignal<FollowState>
  readonly isStopping: ReadonlySignal<boolean>
  readonly start: Resource<StartView>
  readonly sessions: Resource<readonly SessionRow[]>
  readonly sessionsCursor: Signal<string | null>
  readonly moreSessions: () => Promise<void>
  readonly pending: ReadonlySignal<readonly PermissionView[]>
  /** Calls whose end was never recorded. */
  readonly unknown: Resource<readonly UnknownOutcomeView[]>
  /** Counters that tell lists to fetch again. */
  readonly news: {
    readonly grants: Signal<number>
    readonly memory: Signal<number>
    readonly turns: Signal<number>
    readonly settings: Signal<number>
    readonly models: Signal<number>
    readonly all: Signal<number>
  }
  readonly drop: (permission: string) => void
  readonly open: (signal: AbortSignal) => void
}

const A_FEW = 30 // conversations shown at first, and added by "Show older"
const MOST_AT_ONCE = 200 // the server's limit for one page

export function createWorkspace(api: Api): Workspace {
  const connection = signal<FollowState>({ kind: 'live' })
  const isStopping = signal(false)
  const pending = createPending(api)
  const news = createNews()
  const sessionsCursor = signal<string | null>(null)
  const start = createResource(async () => api.get<StartView>('/api/start'))
  const sessions: Resource<readonly SessionRow[]> = createResource<readonly SessionRow[]>(async () => {
    const shown = sessions.value.value?.length ?? 0
    const answer = await api.get<SessionPage>('/api/sessions', {
      limit: Math.min(MOST_AT_ONCE, Math.max(A_FEW, shown)),
    })
    if (answer.ok) sessionsCursor.value = answer.value.next_cursor
    return answer.ok ? { ok: true as const, value: answer.value.sessions } : answer
  })
  const unknown = unknownOf(api)
  const moreSessions = async (): Promise<void> => {
    const cursor = sessionsCursor.value
    const answer = await api.get<SessionPage>('/api/sessions', { limit: A_FEW, cursor })
    if (!answer.ok || sessionsCursor.value !== cursor) return // a second click
    batch(() => {
      const known = sessions.value.value ?? []
      sessions.set([...known, ...answer.value.sessions.filter(({ id }) => known.every(row => row.id !== id))])
      sessionsCursor.value = answer.value.next_cursor
    })
  }
  const readAgain = (): void => {
    void pending.read()
    void start.load()
    void sessions.load()
    void unknown.load()
  }
  const open = (stop: AbortSignal): void => {
    const inside = { pending, isStopping, readAgain }
    void follow({
      api,
      path: '/api/events',
      lastId: () => null,
      onEvent: event => take(read(event), workspace, inside),
      onState: state => (connection.value = state),
      signal: stop,
    })
  }
  const { list, drop } = pending
  const workspace: Workspace = {
    connection,
    isStopping,
    start,
    sessions,
    sessionsCursor,
    moreSessions,
    pending: list,
    unknown,
    news,
    drop,
    open,
  }
  return workspace
}

const unknownOf = (api: Api): Workspace['unknown'] =>
  createResource(async () => {
    const answer = await api.get<UnknownOutcomes>('/api/audit/unknown')
    return answer.ok ? { ok: true as const, value: answer.value.unknown } : answer
  })

const createNews = (): Workspace['news'] => ({
  grants: signal(0),
  memory: signal(0),
  turns: signal(0),
  settings: signal(0),
  models: signal(0),
  all: signal(0),
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
const read = ({ data }: StreamEvent): WorkspaceEvent => JSON.parse(data) as WorkspaceEvent

type Inside = {
  readonly pending: Pending
  readonly isStopping: Signal<boolean>
  readonly readAgain: () => void
}

/** Applies the events of the workspace's stream. */
function take(
  event: WorkspaceEvent,
  { news, sessions, start, unknown }: Workspace,
  { pending, isStopping, readAgain }: Inside,
): void {
  switch (event.type) {
    case 'hello':
      isStopping.value = false
      news.all.value += 1
      return readAgain()
    case 'permission.pending':
      pending.add(event.permission)
      return void sessions.load()
    case 'permission.extended':
      pending.extend(event.permission_id, { expires_at: event.expires_at, extensions_left: event.extensions_left })
      return
    case 'permission.decided':
      pending.drop(event.permission_id)
      news.grants.value += 1
      return void sessions.load()
    case 'turn.started':
    case 'turn.ended':
      if (event.type === 'turn.ended') void unknown.load()
      news.turns.value += 1
      news.grants.value += 1 // a turn uses grants, and ends some
      return void sessions.load()
    case 'grants.changed':
      news.grants.value += 1
      return
    case 'memory.changed':
      news.memory.value += 1
      return
    case 'settings.changed':
      news.settings.value += 1
      return
    case 'model.chosen':
      news.models.value += 1
      return void start.load()
    case 'server.stopping':
      isStopping.value = true
  }
}
