import type { JSX } from 'preact'
import type { SessionRow } from 'shapes'
import { Icon } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { useConsole } from '../state/console.ts'
import { shortTime, timeExact } from '../text/format.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'

export function Conversations({ onGo }: { readonly onGo: () => void }): JSX.Element {
  const { workspace } = useConsole()
  const rows = workspace.sessions.value.value
  return (
    <section class="conversations" aria-labelledby="conversations-title">
      <div class="row spread">
        <h2 id="conversations-title">{words.nav.conversations}</h2>
        <Link href="/?new=1" class="square" title={words.nav.newConversation} onGo={onGo}>
          <Icon name="plus" />
          <span class="unseen">{words.nav.newConversation}</span>
        </Link>
      </div>
      {rows?.length === 0 && <p class="faint">{words.nav.noConversations}</p>}
      <ul>
        {rows?.map(row => (
          <Conversation key={row.id} row={row} onGo={onGo} />
        ))}
      </ul>
      {workspace.sessionsCursor.value !== null && (
        <button type="button" class="quiet small" onClick={() => void workspace.moreSessions()}>
          {words.nav.more}
        </button>
      )}
    </section>
  )
}

function Conversation({ row, onGo }: { readonly row: SessionRow; readonly onGo: () => void }): JSX.Element {
  const { router, session } = useConsole()
  const isHere = router.screen.value === '' && session.value?.id === row.id
  return (
    <li>
      <Link
        href={`/?session=${encodeURIComponent(row.id)}`}
        current={isHere ? 'true' : undefined}
        title={timeExact(row.updated)}
        onGo={onGo}
      >
        <span class="conversation-title" dir="auto">
          {visible(row.title) || words.nav.untitled}
        </span>
        {row.waiting > 0 ? (
          <span class="badge">
            {row.waiting}
            <span class="unseen"> {words.nav.waiting(row.waiting)}</span>
          </span>
        ) : row.running !== null ? (
          <span class="running-dot">
            <span class="unseen">{words.nav.running}</span>
          </span>
        ) : (
          <span class="faint">{shortTime(row.updated, new Date())}</span>
        )}
      </Link>
    </li>
  )
}
