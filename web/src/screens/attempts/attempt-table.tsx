import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttemptView } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Empty, ErrorPanel, Loading } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { AttemptAnatomy } from './attempt-anatomy.tsx'
import { ALL_ATTEMPTS, AttemptFilters } from './attempt-filters.tsx'
import { type LoadedAttempts, useAttempts } from './use-attempts.ts'

const say = words.attempts

/** All attempts, newest first; the selected one is shown below. */
export function AttemptTable({
  code,
  onCode,
}: {
  readonly code: string
  readonly onCode: (code: string) => void
}): JSX.Element {
  const [chosen, setChosen] = useState<string | null>(null)
  const [filter, setFilter] = useState(ALL_ATTEMPTS)
  const list = useAttempts(code, filter)
  const rows = list.rows.value
  const isNarrowed = code !== '' || Object.values(filter).some(value => value !== '')
  const attempt = rows.find(({ id }) => id === chosen)
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
      {(rows.length > 0 || isNarrowed) && <AttemptFilters rows={rows} filter={filter} onFilter={setFilter} />}
      <NoAttempts list={list} isNarrowed={isNarrowed} />
      {rows.length > 0 && (
        <WindowedTable
          caption={say.table}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          selected={chosen}
          onOpen={({ id }) => setChosen(id === chosen ? null : id)}
          maxHeight={420}
        />
      )}
      {list.more && (
        <button type="button" class="small quiet" onClick={list.more}>
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

/** Shown instead of an empty table. */
function NoAttempts({
  list,
  isNarrowed,
}: {
  readonly list: LoadedAttempts
  readonly isNarrowed: boolean
}): JSX.Element | null {
  const failure = list.failure.value
  if (failure) return <ErrorPanel failure={failure} onRetry={list.again} />
  if (list.rows.value.length > 0) return null
  return list.isLoading.value ? <Loading /> : <Empty text={isNarrowed ? say.emptyFilter : say.emptyTable} />
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
  {
    key: 'time',
    title: say.columns.time,
    draw: row => <Moment at={row.at} />,
    sort: (a, b) => a.at.localeCompare(b.at),
  },
]
