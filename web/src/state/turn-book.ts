import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import type { TurnView } from 'shapes'
import { foldEvent } from './fold-event.ts'
import type { ConsoleEvent } from './turn-event.ts'
import { type TurnState, newTurn } from './turn-state.ts'

/** A turn that may still grow. Its state is a new object after every change, so whoever is handed it is drawn again. */
export type LiveTurn = { readonly id: string; readonly state: Signal<TurnState> }

export type TurnBook = {
  readonly turns: ReadonlySignal<readonly LiveTurn[]>
  readonly running: ReadonlySignal<TurnState | null>
  readonly replace: (views: readonly TurnView[]) => void
  readonly putBefore: (views: readonly TurnView[]) => void
  /** Takes events in as soon as there is a frame to draw; many at once are drawn once. */
  readonly add: (event: ConsoleEvent) => void
}

export type TurnBookOptions = {
  readonly frame: (work: () => void) => void
  readonly onAdded: (events: readonly ConsoleEvent[]) => void
}

export function createTurnBook({ frame, onAdded }: TurnBookOptions): TurnBook {
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
