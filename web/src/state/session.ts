import { type ReadonlySignal, batch, signal } from '@preact/signals'
import type { ChatTurnRequest, ChatStarted, SessionRow, SessionView, StatusView, StopReply } from 'shapes'
import type { Answer, Api, Failure } from '../net/api.ts'
import { follow } from '../net/follow.ts'
import type { StreamEvent } from '../net/sse.ts'
import { readInTurn } from './read-in-turn.ts'
import { type TurnStore, createTurnStore } from './turn-store.ts'
import type { ConsoleEvent } from './turn-event.ts'

export type Session = Pick<TurnStore, 'turns' | 'running'> & {
  readonly id: string
  readonly row: ReadonlySignal<SessionRow | null>
  readonly status: ReadonlySignal<StatusView | null>
  readonly failure: ReadonlySignal<Failure | null>
  readonly isLoading: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<string | null>
  readonly load: () => Promise<void>
  readonly loadOlder: () => Promise<void>
  readonly send: (request: Omit<ChatTurnRequest, 'session_id' | 'wait'>) => Promise<Answer<ChatStarted>>
  readonly stop: () => Promise<Answer<StopReply>>
  /** Reconnects after a new login. */
  readonly wake: () => void
  readonly close: () => void
}

/** Events that change the status of the conversation. */
const CLOSING = /^(?:turn\.(?:completed|stopped|failed)|session\.|context\.)/

/**
 * One conversation. All its state comes from the server, first stored, then streamed, so every window shows the same.
 */
export function openSession(api: Api, id: string, frame: (work: () => void) => void): Session {
  const [row, status] = [signal<SessionRow | null>(null), signal<StatusView | null>(null)]
  const [failure, isLoading, older] = [signal<Failure | null>(null), signal(true), signal<string | null>(null)]
  const path = `/api/sessions/${encodeURIComponent(id)}`
  const take = ({ session, status: fresh }: SessionView): void => {
    row.value = session
    status.value = fresh
  }
  const { read: readStatus } = readInTurn(async isNewest => {
    const answer = await api.get<SessionView>(path, { limit: 1 })
    if (answer.ok && isNewest()) batch(() => take(answer.value))
  })
  const store = createTurnStore({
    frame,
    onAdded: events => void (events.some(({ type }) => CLOSING.test(type)) && readStatus()),
  })
  const { read: load } = readInTurn(async isNewest => {
    stream.stop()
    isLoading.value = true
    const answer = await api.get<SessionView>(path)
    if (!isNewest()) return
    batch(() => {
      isLoading.value = false
      failure.value = answer.ok ? null : answer.error
      if (!answer.ok) return
      take(answer.value)
      store.replace(answer.value.turns)
      older.value = answer.value.next_cursor
    })
    if (answer.ok) stream.start(answer.value.last_event_id)
  })
  const loadOlder = async (): Promise<void> => {
    const cursor = older.value
    const answer = await api.get<SessionView>(path, { cursor })
    if (!answer.ok || older.value !== cursor) return // a second click, or everything was read again meanwhile
    batch(() => {
      store.putBefore(answer.value.turns)
      older.value = answer.value.next_cursor
    })
  }
  const stream = createStream(api, `${path}/events`, { onEvent: store.add, onReset: () => void load() })
  return {
    id,
    row,
    status,
    failure,
    isLoading,
    older,
    load,
    loadOlder,
    turns: store.turns,
    running: store.running,
    send: async request => api.send('POST', '/api/ai/chat', { ...request, session_id: id, wait: false }),
    stop: async () => api.send('POST', `${path}/stop`, {}),
    wake: () => void (stream.isRefused() && load()),
    close: () => stream.close(),
  }
}

type Stream = {
  readonly start: (last: number) => void
  readonly stop: () => void
  readonly close: () => void
  readonly isRefused: () => boolean
}

/** Streams the events after those that were read, each once, across reconnects. */
function createStream(
  api: Api,
  path: string,
  handlers: { readonly onEvent: (event: ConsoleEvent) => void; readonly onReset: () => void },
): Stream {
  let current: AbortController | null = null
  let [isClosed, isRefused] = [false, false]
  const start = (from: number): void => {
    if (isClosed) return
    stop() // two streams would deliver every event twice
    let last = from
    const mine = new AbortController()
    current = mine
    isRefused = false
    const onEvent = ({ id, name, data }: StreamEvent): void => {
      if (mine.signal.aborted) return
      if (name === 'stream.reset') return handlers.onReset()
      const number = Number(id ?? 0)
      if (number <= last) return
      last = number
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
      handlers.onEvent(JSON.parse(data) as ConsoleEvent)
    }
    void follow({
      api,
      path,
      lastId: () => last,
      onEvent,
      onState: ({ kind }) => (isRefused = kind === 'refused'),
      signal: mine.signal,
    })
  }
  const stop = (): void => current?.abort()
  const close = (): void => {
    isClosed = true
    stop()
  }
  return { start, stop, close, isRefused: () => isRefused }
}
