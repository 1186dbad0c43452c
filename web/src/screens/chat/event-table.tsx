import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../../parts/copy-button.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import type { ConsoleEvent } from '../../state/turn-event.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { sentenceOf } from '../../text/sentence-of.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const COLUMNS: readonly Column<ConsoleEvent>[] = [
  { key: 'type', title: 'event', draw: event => <code>{event.type}</code> },
  {
    key: 'says',
    title: 'what',
    draw: event => <span class="one-line">{visible(sentenceOf(event))}</span>,
    class: 'grow',
  },
  { key: 'ts', title: 'time', draw: event => <Moment at={event.ts} /> },
]

/** The turn as a table of events, with the JSON of the selected one. */
export function EventTable({ state }: { readonly state: TurnState }): JSX.Element {
  const [chosen, setChosen] = useState<number | null>(null)
  const [isRaw, setRaw] = useState(false)
  const event = state.events.find(({ id }) => id === chosen)
  useEffect(() => {
    const listen = (key: Event): void => {
      if (key instanceof CustomEvent && key.detail === 'J') setRaw(was => !was)
    }
    document.addEventListener('countersign:key', listen)
    return () => document.removeEventListener('countersign:key', listen)
  }, [])
  return (
    <div class="event-table" data-testid="events">
      <div class="row spread wrap">
        <span class="faint">{words.chat.eventsCaption(state.events.length)}</span>
        <span class="row">
          <button type="button" class="small quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            {words.act.json}
          </button>
          <CopyButton text={() => JSON.stringify(state.events, null, 2)} />
        </span>
      </div>
      {isRaw ? (
        <JsonText value={state.events} label={words.chat.events} fold={20_000} />
      ) : (
        <WindowedTable
          caption={words.chat.events}
          columns={COLUMNS}
          rows={state.events}
          keyOf={({ id }) => String(id)}
          selected={chosen === null ? null : String(chosen)}
          onOpen={({ id }) => setChosen(id === chosen ? null : id)}
          rowHeight={32}
          maxHeight={320}
        />
      )}
      {event && <JsonText value={event} label={event.type} />}
    </div>
  )
}
