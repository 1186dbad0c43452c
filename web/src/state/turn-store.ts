import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import type { TurnView } from 'shapes'
import { foldEvent } from './fold-event.ts'
import type { ConsoleEvent } from './turn-event.ts'
import { type TurnState, newTurn } from './turn-state.ts'

/** A live turn. Its state is a new object after every change, so components render again. */
export type LiveTurn = { readonly id: string; readonly state: Signal<TurnState> }

export type TurnStore = {
  readonly turns: ReadonlySignal<readonly LiveTurn[]>
  readonly running: ReadonlySignal<TurnState | null>
  readonly replace: (views: readonly TurnView[]) => void
  readonly putBefore: (views: readonly TurnView[]) => void
  /** Folds events on the next frame, so that many at once render once. */
  readonly add: (event: ConsoleEvent) => void
}

export type TurnStoreOptions = {
  readonly frame: (work: () => void) => void
  readonly onAdded: (events: readonly ConsoleEvent[]) => void
}

export function createTurnStore({ frame, onAdded }: TurnStoreOptions): TurnStore {
  const turns = signal<readonly LiveTurn[]>([])
  const running = signal<TurnState | null>(null)
  let queue: ConsoleEvent[] = []
  const find = (id: string): LiveTurn => {
    const known = turns.value.findLast(turn => turn.id === id)
    if (known !== undefined) return known
    const fresh = { id, state: signal(newTurn(id)) }
    turns.value = [...turns.value, fresh]
    return fresh
  }
  const settle = (): void => {
    running.value =
      turns.value
        .map(({ state }) => state.value)
        .findLast(state => state.status === 'running' && state.events.length > 0) ?? null
  }
  const flush = (): void => {
    const events = queue
    queue = []
    batch(() => {
      const touched = new Map<LiveTurn, TurnState>()
      for (const event of events) {
        if (event.turn_id === null) continue
        const turn = find(event.turn_id)
        const state = touched.get(turn) ?? { ...turn.state.value }
        foldEvent(state, event)
        touched.set(turn, state)
      }
      for (const [turn, state] of touched) turn.state.value = state
      settle()
    })
    onAdded(events)
  }
  return {
    turns,
    running,
    replace: views => {
      queue = []
      batch(() => {
        turns.value = views.map(liveTurn)
        settle()
      })
    },
    putBefore: views => (turns.value = [...views.map(liveTurn), ...turns.value]),
    add: event => {
      queue.push(event)
      if (queue.length === 1) frame(flush)
    },
  }
}

function liveTurn({ id, state, events, messages }: TurnView): LiveTurn {
  const turn = newTurn(id)
  turn.messages = messages
  for (const event of events) foldEvent(turn, event)
  if (events.length === 0 && state === 'done') turn.status = 'completed'
  return { id, state: signal(turn) }
}
