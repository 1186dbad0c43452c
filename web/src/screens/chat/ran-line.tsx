import type { JSX } from 'preact'
import type { RanTool } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { ranIn, type TurnState } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.ran
const MOST = 12

/** The calls of the turn as the receipts have them: `file_search ✓ 2 files · file_write denied`. */
export function RanLine({
  state,
  session,
}: {
  readonly state: TurnState
  readonly session: string
}): JSX.Element | null {
  const ran = ranIn(state)
  if (ran.length === 0) return null
  return (
    <div class="ran" data-testid="ran">
      <span class="faint" aria-hidden="true">
        {say.label}
      </span>
      <ul class="plain" aria-label={say.list}>
        {ran.slice(0, MOST).map((call, index) => (
          <li key={index}>
            <Ran call={call} />
          </li>
        ))}
        {ran.length > MOST && (
          <li>
            <Link href={`/receipts?session=${session}`}>{say.more(ran.length - MOST)}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}

const TONE: { readonly [outcome in RanTool['outcome']]: string } = {
  done: 'tone-ok',
  replayed: 'tone-ok',
  failed: 'tone-bad',
  denied: 'tone-warn',
  waiting: 'tone-live',
}

function Ran({ call: { tool, outcome, files, receipt } }: { readonly call: RanTool }): JSX.Element {
  const name = <code>{visible(tool)}</code>
  return (
    <>
      {receipt === null ? (
        name
      ) : (
        <Link href={`/receipts?receipt=${receipt}`} title={receipt}>
          {name}
        </Link>
      )}{' '}
      <span class={TONE[outcome]}>
        {outcome === 'done' && <Icon name="check" size={13} />}
        <span class={outcome === 'done' ? 'unseen' : ''}>{say.outcome[outcome]}</span>
      </span>
      {files > 0 && ` ${say.files(files)}`}
    </>
  )
}
