import type { JSX } from 'preact'
import type { GrantList, GrantView, PermissionHistory, PermissionHistoryRow, PermissionView } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useResource } from '../../parts/use-resource.ts'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import { useConsole } from '../../state/console.ts'
import { countdown, shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { howWord } from '../../text/how-word.ts'
import { words } from '../../words.ts'
import { BatchDecide } from './batch-decide.tsx'
import { PermissionCard } from './permission-card.tsx'

const say = words.permission

/** Everything that waits, holds, or was decided. */
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
        {pending.length === 0 && <Empty text={known === undefined ? say.queueEmpty : `${say.queueEmpty} ${say.queueGrants(known)}`} />}
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
        <ResourceView of={grants}>{({ grants: rows }) => <Grants rows={rows} onChange={() => void grants.load()} />}</ResourceView>
      </section>
      <section aria-labelledby="history-title">
        <h2 id="history-title">{say.history}</h2>
        <ResourceView of={history}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={say.noHistory} />
            ) : (
              <WindowedTable caption={say.history} columns={HISTORY} rows={rows} keyOf={row => String(row.seq)} maxHeight={420} />
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

const eventTone = (event: string): Tone => (/GRANTED|USED/.test(event) ? 'ok' : /DENIED|REVOKED/.test(event) ? 'bad' : 'quiet')

const HISTORY: readonly Column<PermissionHistoryRow>[] = [
  { key: 'at', title: say.when, draw: row => <Moment at={row.at} /> },
  { key: 'event', title: say.what, draw: row => <Status tone={eventTone(row.event)}>{say.events[row.event] ?? row.event}</Status> },
  { key: 'tool', title: words.receipts.columns.tool, draw: row => <code>{visible(row.tool ?? row.capability ?? '')}</code> },
  { key: 'how', title: say.how, draw: row => howWord(row.decided_by ?? '') },
  {
    key: 'session',
    title: words.receipts.filter.session,
    draw: row => (row.session_id === null ? '' : <Link href={`/?session=${row.session_id}`}>{shortId(row.session_id)}</Link>),
  },
]

function Grants({ rows, onChange }: { readonly rows: readonly GrantView[]; readonly onChange: () => void }): JSX.Element {
  const now = useNow(1000)
  const { api, toast } = useConsole()
  const revoke = async (grant: GrantView): Promise<void> => {
    const done = await api.send('DELETE', `/api/grants/${grant.id}`)
    toast(done.ok ? say.revoked : done.error.message)
    onChange()
  }
  if (rows.length === 0) return <Empty text={say.noGrants} />
  return (
    <ul class="cards" data-testid="grants">
      {rows.map(grant => (
        <li key={grant.id} class="card">
          <div class="row spread wrap">
            <strong>
              {visible(grant.capability)} {grant.tool && <code>{visible(grant.tool)}</code>}
            </strong>
            <span class="faint">{grant.expires_at === null ? say.until : countdown(Date.parse(grant.expires_at) - now)}</span>
          </div>
          <p class="rule-text">{visible(grant.rule)}</p>
          <div class="row spread wrap">
            <span class="faint">
              {say.how}: {howWord(grant.source)} ·{' '}
              {grant.session_id === null ? (
                say.everySession
              ) : (
                <Link href={`/?session=${grant.session_id}`}>{shortId(grant.session_id)}</Link>
              )}
              {` · ${say.used(grant.used)}`}
              {grant.confirms_writes ? ` · ${say.writesToo}` : ''}
            </span>
            <button type="button" class="small" onClick={() => void revoke(grant)}>
              {say.revoke}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
