import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { GrantView } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useConsole } from '../../state/console.ts'
import { countdown, shortId } from '../../text/format.ts'
import { howWord } from '../../text/how-word.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.permission

export type GrantsProps = { readonly rows: readonly GrantView[]; readonly onChange: () => void }

/** Active grants. The address may name one, which is then marked, scrolled to and focused. */
export function Grants({ rows, onChange }: GrantsProps): JSX.Element {
  const { api, toast, router } = useConsole()
  const named = router.place.value.query.get('grant')
  const isThere = rows.some(({ id }) => id === named)
  const revoke = async (grant: GrantView): Promise<void> => {
    const done = await api.send('DELETE', `/api/grants/${grant.id}`)
    toast(done.ok ? say.revoked : done.error.message)
    onChange()
  }
  return (
    <>
      {named !== null && !isThere && (
        <p class="notice" role="status" data-testid="grant-gone">
          {say.grantGone(shortId(named))}
        </p>
      )}
      {rows.length === 0 ? (
        <Empty text={say.noGrants} />
      ) : (
        <ul class="cards" data-testid="grants">
          {rows.map(grant => (
            <GrantCard key={grant.id} grant={grant} isNamed={grant.id === named} onRevoke={() => void revoke(grant)} />
          ))}
        </ul>
      )}
    </>
  )
}

type GrantCardProps = { readonly grant: GrantView; readonly isNamed: boolean; readonly onRevoke: () => void }

function GrantCard({ grant, isNamed, onRevoke }: GrantCardProps): JSX.Element {
  const now = useNow(1000)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNamed) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <li
      ref={card}
      class={isNamed ? 'card named' : 'card'}
      tabIndex={isNamed ? -1 : undefined}
      aria-current={isNamed ? 'true' : undefined}
      data-grant={grant.id}
    >
      <div class="row spread wrap">
        <strong>
          {visible(grant.capability)} {grant.tool && <code>{visible(grant.tool)}</code>}
        </strong>
        <span class="faint">
          {grant.expires_at === null ? say.until : countdown(Date.parse(grant.expires_at) - now)}
        </span>
      </div>
      {isNamed && <p class="tone-accent">{say.grantNamed}</p>}
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
        <button type="button" class="small" onClick={onRevoke}>
          {say.revoke}
        </button>
      </div>
    </li>
  )
}
