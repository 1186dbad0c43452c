import type { JSX } from 'preact'
import type { GrantList, PermissionHistory, PermissionHistoryRow, PermissionView } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import { useConsole } from '../../state/console.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { howWord } from '../../text/how-word.ts'
import { words } from '../../words.ts'
import { Grants } from './grants.tsx'
import { BatchDecide } from './batch-decide.tsx'
import { PermissionCard } from './permission-card.tsx'

const say = words.permission

/** Pending requests, active grants and the history. */
export function PermissionsScreen(): JSX.Element {
  const { workspace } = useConsole()
  const grants = useResource<GrantList>('/api/grants', {}, workspace.news.grants)
  const history = useResource<PermissionHistory>('/api/permissions/history', { limit: 100 }, workspace.news.grants)
  const pending = workspace.pending.value
  const known = grants.value.value?.grants.length
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{words.nav.permissions}</h1>
          <p class="faint">
            <Updated of={[grants, history]} />
          </p>
        </div>
      </header>
      <section aria-labelledby="queue-title">
        <h2 id="queue-title">{say.queue}</h2>
        {pending.length === 0 && (
          <Empty text={known === undefined ? say.queueEmpty : `${say.queueEmpty} ${say.queueGrants(known)}`} />
        )}
        <BatchDecide pending={pending} />
        <ul class="queue">
          {pending.map(permission => (
            <li key={permission.id}>
              <QueueCard permission={permission} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="grants-title">
        <h2 id="grants-title">{say.grants}</h2>
        <ResourceView of={grants}>
          {({ grants: rows }) => <Grants rows={rows} onChange={() => void grants.load()} />}
        </ResourceView>
      </section>
      <section aria-labelledby="history-title">
        <h2 id="history-title">{say.history}</h2>
        <ResourceView of={history}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={say.noHistory} />
            ) : (
              <WindowedTable
                caption={say.history}
                columns={HISTORY}
                rows={rows}
                keyOf={row => String(row.seq)}
                maxHeight={420}
              />
            )
          }
        </ResourceView>
      </section>
    </div>
  )
}

function QueueCard({ permission }: { readonly permission: PermissionView }): JSX.Element {
  return (
    <>
      <PermissionCard permission={permission} />
      <p class="faint">
        <Link href={`/?session=${permission.session_id}`}>{say.inChat}</Link>
      </p>
    </>
  )
}

const eventTone = (event: string): Tone =>
  /GRANTED|USED/.test(event) ? 'ok' : /DENIED|REVOKED/.test(event) ? 'bad' : 'quiet'

const HISTORY: readonly Column<PermissionHistoryRow>[] = [
  { key: 'at', title: say.when, draw: row => <Moment at={row.at} /> },
  {
    key: 'event',
    title: say.what,
    draw: row => <Status tone={eventTone(row.event)}>{say.events[row.event] ?? row.event}</Status>,
  },
  {
    key: 'tool',
    title: words.receipts.columns.tool,
    draw: row => <code>{visible(row.tool ?? row.capability ?? '')}</code>,
  },
  { key: 'how', title: say.how, draw: row => howWord(row.decided_by ?? '') },
  {
    key: 'session',
    title: words.receipts.filter.session,
    draw: row =>
      row.session_id === null ? '' : <Link href={`/?session=${row.session_id}`}>{shortId(row.session_id)}</Link>,
  },
]
