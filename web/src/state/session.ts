import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import type { ChatRequest, ChatStarted, SessionRow, SessionView, StatusView, StopReply, TurnView } from 'shapes'
import type { Answer, Api, Failure } from '../net/api.ts'
import { follow } from '../net/follow.ts'
import type { StreamEvent } from '../net/sse.ts'
import { foldEvent } from './fold-event.ts'
import type { ConsoleEvent } from './turn-event.ts'
import { type TurnState, newTurn } from './turn-state.ts'

/** A turn and the number of its last change: who shows it reads the number, and is drawn again when it changes. */
export type LiveTurn = { readonly state: TurnState; readonly change: Signal<number> }

export type Session = {
  readonly id: string
  readonly row: ReadonlySignal<SessionRow | null>
  readonly status: ReadonlySignal<StatusView | null>
  readonly turns: ReadonlySignal<readonly LiveTurn[]>
  readonly failure: ReadonlySignal<Failure | null>
  readonly isLoading: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<string | null>
  readonly running: ReadonlySignal<TurnState | null>
  readonly load: () => Promise<void>
  readonly loadOlder: () => Promise<void>
  readonly say: (request: Omit<ChatRequest, 'session_id' | 'wait'>) => Promise<Answer<ChatStarted>>
  readonly stop: () => Promise<Answer<StopReply>>
  readonly close: () => void
}

/** One conversation. It is fed by the server alone, first by what it keeps and then by its stream, so every window shows the same. */
export function openSession(api: Api, id: string, frame: (work: () => void) => void): Session {
  const row = signal<SessionRow | null>(null)
  const status = signal<StatusView | null>(null)
  const turns = signal<readonly LiveTurn[]>([])
  const failure = signal<Failure | null>(null)
  const isLoading = signal(true)
  const older = signal<string | null>(null)
  const running = signal<TurnState | null>(null)
  const life = new AbortController()
  const path = `/api/sessions/${encodeURIComponent(id)}`
  let stream: AbortController | null = null
  let last = 0
  let queue: ConsoleEvent[] = []

  const find = (turn: string): LiveTurn => {
    const known = turns.value.findLast(({ state }) => state.id === turn)
    if (known !== undefined) return known
    const fresh = { state: newTurn(turn), change: signal(0) }
    turns.value = [...turns.value, fresh]
    return fresh
  }
  const settle = (): void => {
    running.value = turns.value.findLast(({ state }) => state.status === 'running' && state.events.length > 0)?.state ?? null
  }
  const flush = (): void => {
    const events = queue
    queue = []
    batch(() => {
      const touched = new Set<LiveTurn>()
      for (const event of events) {
        if (event.turn_id === null) continue
        const turn = find(event.turn_id)
        foldEvent(turn.state, event)
        touched.add(turn)
      }
      for (const turn of touched) turn.change.value++
      settle()
    })
    if (events.some(({ type }) => /^(?:turn\.(?:completed|stopped|failed)|session\.|context\.)/.test(type))) void readStatus()
  }
  const take = ({ id: eventId, name, data }: StreamEvent): void => {
    if (name === 'stream.reset') return void load()
    const number = Number(eventId ?? 0)
    if (number <= last) return
    last = number
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build, and share these types
    const event = JSON.parse(data) as ConsoleEvent
    queue.push(event)
    if (queue.length === 1) frame(flush)
  }
  const readStatus = async (): Promise<void> => {
    const answer = await api.get<SessionView>(path, { limit: 1 })
    if (!answer.ok) return
    row.value = answer.value.session
    status.value = answer.value.status
  }
  const load = async (): Promise<void> => {
    stream?.abort()
    isLoading.value = true
    const answer = await api.get<SessionView>(path)
    if (life.signal.aborted) return
    batch(() => {
      isLoading.value = false
      failure.value = answer.ok ? null : answer.error
      if (!answer.ok) return
      row.value = answer.value.session
      status.value = answer.value.status
      turns.value = answer.value.turns.map(liveTurn)
      older.value = answer.value.next_cursor
      last = answer.value.last_event_id
      settle()
    })
    if (answer.ok) listen()
  }
  const listen = (): void => {
    const mine = new AbortController()
    stream = mine
    life.signal.addEventListener('abort', () => mine.abort())
    void follow({ api, path: `${path}/events`, lastId: () => last, onEvent: take, onState: () => undefined, signal: mine.signal })
  }
  const loadOlder = async (): Promise<void> => {
    const answer = await api.get<SessionView>(path, { cursor: older.value })
    if (!answer.ok) return
    batch(() => {
      turns.value = [...answer.value.turns.map(liveTurn), ...turns.value]
      older.value = answer.value.next_cursor
    })
  }
  return {
    id,
    row,
    status,
    turns,
    failure,
    isLoading,
    older,
    running,
    load,
    loadOlder,
    say: async request => api.send('POST', '/api/ai/chat', { ...request, session_id: id, wait: false }),
    stop: async () => api.send('POST', `${path}/stop`, {}),
    close: () => life.abort(),
  }
}

function liveTurn({ id, state, events, messages }: TurnView): LiveTurn {
  const turn = newTurn(id)
  turn.messages = messages
  for (const event of events) foldEvent(turn, event)
  if (events.length === 0 && state === 'done') turn.status = 'completed'
  return { state: turn, change: signal(0) }
}
