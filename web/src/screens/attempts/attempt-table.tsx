import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AttemptPage, AttemptView } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import { useConsole } from '../../state/console.ts'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { AttemptAnatomy } from './attempt-anatomy.tsx'
import { ALL_ATTEMPTS, AttemptFilters } from './attempt-filters.tsx'

const say = words.attempts

/** All attempts, the newest first; the chosen one is opened up below. */
export function AttemptTable({ code, onCode }: { readonly code: string; readonly onCode: (code: string) => void }): JSX.Element {
  const { api, workspace } = useConsole()
  const rows = useSignal<readonly AttemptView[]>([])
  const cursor = useSignal<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [filter, setFilter] = useState(ALL_ATTEMPTS)
  const load = async (after: string | null): Promise<void> => {
    const page = await api.get<AttemptPage>('/api/attempts', { limit: 100, code, ...filter, cursor: after })
    if (!page.ok) return
    rows.value = after === null ? page.value.attempts : [...rows.value, ...page.value.attempts]
    cursor.value = page.value.next_cursor
  }
  useEffect(() => void load(null), [code, filter, workspace.news.turns.value, workspace.news.all.value])
  const attempt = rows.value.find(({ id }) => id === chosen)
  return (
    <section aria-labelledby="attempts-title">
      <div class="row spread wrap">
        <h2 id="attempts-title">{say.table}</h2>
        {code !== '' && (
          <button type="button" class="chip" onClick={() => onCode('')}>
            {say.filterCode(code)} <Icon name="cross" size={12} />
            <span class="unseen">{words.act.clear}</span>
          </button>
        )}
      </div>
      <AttemptFilters rows={rows.value} filter={filter} onFilter={setFilter} />
      {rows.value.length === 0 ? (
        <Empty text={say.emptyFilter} />
      ) : (
        <WindowedTable
          caption={say.table}
          columns={COLUMNS}
          rows={rows.value}
          keyOf={({ id }) => id}
          selected={chosen}
          onOpen={({ id }) => setChosen(id === chosen ? null : id)}
          maxHeight={420}
        />
      )}
      {cursor.value !== null && (
        <button type="button" class="small quiet" onClick={() => void load(cursor.value)}>
          {say.more}
        </button>
      )}
      {attempt && (
        <div class="detail">
          <h3>
            {visible(attempt.id)} <Link href={`/?session=${attempt.session_id}`}>{words.receipts.inTurn}</Link>
          </h3>
          <AttemptAnatomy key={attempt.id} attempt={attempt} next={null} />
        </div>
      )}
    </section>
  )
}

const toneOf = ({ outcome, fixups, repairs }: AttemptView): Tone =>
  /rejected|error|failed/.test(outcome)
    ? 'bad'
    : outcome === 'blocked'
      ? 'warn'
      : fixups.length > 0 || (repairs ?? 0) > 0
        ? 'repaired'
        : 'ok'

const COLUMNS: readonly Column<AttemptView>[] = [
  {
    key: 'model',
    title: say.columns.model,
    draw: row => visible(`${row.model ?? '?'} · ${row.profile ?? ''}`),
    sort: (a, b) => (a.model ?? '').localeCompare(b.model ?? ''),
  },
  {
    key: 'outcome',
    title: say.columns.outcome,
    draw: row => <Status tone={toneOf(row)}>{say.outcome[row.outcome] ?? visible(row.outcome)}</Status>,
    sort: (a, b) => a.outcome.localeCompare(b.outcome),
  },
  {
    key: 'tool',
    title: say.columns.tool,
    draw: row => <code>{visible(row.tool ?? row.requested ?? '')}</code>,
    sort: (a, b) => (a.tool ?? '').localeCompare(b.tool ?? ''),
  },
  {
    key: 'failure',
    title: say.columns.failure,
    draw: row => (row.first_failure ? <code class="tone-bad">{row.first_failure}</code> : ''),
    class: 'grow',
  },
  {
    key: 'ms',
    title: say.columns.ms,
    draw: row => (row.duration_ms === null ? '' : duration(row.duration_ms)),
    sort: (a, b) => (a.duration_ms ?? 0) - (b.duration_ms ?? 0),
    class: 'number',
  },
  { key: 'time', title: say.columns.time, draw: row => <Moment at={row.at} />, sort: (a, b) => a.at.localeCompare(b.at) },
]
