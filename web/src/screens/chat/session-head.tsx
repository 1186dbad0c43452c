import type { JSX } from 'preact'
import { Link } from '../../parts/link.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

export function SessionHead({ session }: { readonly session: Session }): JSX.Element {
  const { workspace, api, toast } = useConsole()
  const status = session.status.value
  const chosen = workspace.start.value.value?.model
  const isCut =
    session.turns.value.at(-1)?.state.value.attempts.some(({ completed }) => completed?.prompt_cut === true) === true
  // the server sets the title after the first turn
  const title = session.row.value?.title || session.turns.value[0]?.state.value.message
  const send = (what: 'clear' | 'compact'): void =>
    void api.send('POST', `/api/sessions/${session.id}/${what}`, {}).then(done => !done.ok && toast(done.error.message))
  return (
    <header class="session-head">
      <div class="grow">
        <h1 title={session.id} dir="auto">
          {title ? visible(title) : words.nav.untitled}
        </h1>
        <p class="facts">
          <Link href="/doctor" class="fact strong-fact">
            {chosen?.is_demo ? words.chat.demo : visible(chosen?.label ?? status?.model ?? '')}
          </Link>
          {status?.provider && !chosen?.is_demo && <span class="fact">{visible(status.provider)}</span>}
          {status?.profile && <Mode profile={status.profile} />}
          {status && (
            <span class="fact" title={words.chat.contextHint}>
              {words.chat.context(
                kilo(status.context.tokens),
                status.context.limit === null ? null : kilo(status.context.limit),
              )}
            </span>
          )}
          {isCut && <span class="fact tone-warn">{words.chat.cut}</span>}
          <code class="fact faint">{shortId(session.id)}</code>
        </p>
      </div>
      <Menu label={words.chat.menu} button="square">
        {close => (
          <>
            <button type="button" class="quiet" onClick={() => (close(), send('compact'))}>
              {words.chat.compact}
            </button>
            <button type="button" class="quiet" onClick={() => (close(), send('clear'))}>
              {words.chat.clear}
            </button>
            <Link href={`/receipts?session=${session.id}`}>{words.nav.receipts}</Link>
          </>
        )}
      </Menu>
    </header>
  )
}

/** How the model writes calls; the tooltip names the profile. */
function Mode({ profile }: { readonly profile: string }): JSX.Element {
  const [name, about] = words.chat.modes[profile] ?? [profile, profile]
  return (
    <span class="fact" title={about} data-testid="mode">
      {name}
      <span class="unseen">. {about}</span>
    </span>
  )
}

const kilo = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${Number((tokens / 1000).toPrecision(2))}k`)
